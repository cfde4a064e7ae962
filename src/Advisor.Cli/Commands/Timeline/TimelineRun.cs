using Advisor.Cli.Inputs;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Text;
using Advisor.Reporting.Terminal;
using Advisor.Service.Store;
using Advisor.Service.Timeline;
using Advisor.Web.Timeline;

namespace Advisor.Cli.Commands.Timeline;

/// <summary>Request of a timeline.</summary>
/// <param name="Resource">Name or id of a resource, in any case; null = the fleet.</param>
/// <param name="Since">How far to look back.</param>
/// <param name="Limit">Maximum number of events, 1 to 1,000.</param>
internal sealed record TimelineRequest(string? Resource, TimeSpan Since, int Limit);

/// <summary>Reads the timeline of a state and prints it.</summary>
internal static class TimelineRun
{
    private const int Indent = 4;

    public static async Task<int> RunAsync(
        CliContext cli,
        TimelineRequest request,
        string? place,
        OutputFormat output,
        CancellationToken cancellation
    )
    {
        var now = cli.Time.GetUtcNow();
        var (events, isMore) = await StateInput.UseAsync(cli, place, state => ReadAsync(state, request, now, cancellation), cancellation);
        if (output == OutputFormat.Json)
        {
            await cli.Out.WriteLineAsync(TimelineOutput.ToJson(events).AsMemory(), cancellation);
        }
        else
        {
            WriteText(cli, events, request);
        }

        if (isMore)
        {
            await cli.Error.WriteLineAsync(
                $"advisor: there are older events; --limit shows more than {events.Count}.".AsMemory(),
                cancellation
            );
        }

        return ExitCodes.Success;
    }

    private static async Task<(IReadOnlyList<TimelineEvent> Events, bool IsMore)> ReadAsync(
        AdvisorState state,
        TimelineRequest request,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var found = new List<TimelineEvent>();
        string? after = null;
        do
        {
            // What this minute records is part of "now".
            var page = await state.Timeline.QueryAsync(
                now - request.Since,
                now + TimeSpan.FromMinutes(1),
                after,
                request.Limit,
                cancellation
            );
            found.AddRange(page.Records.Where(happened => request.Resource is not { } name || IsOf(happened, name)));
            after = page.Next;
        } while (after is not null && found.Count < request.Limit);

        // A deleted resource may still have events.
        if (found.Count == 0 && request.Resource is { } resource)
        {
            await StateResources.RequireAsync(state, resource, cancellation);
        }

        return (found.Count <= request.Limit ? found : found[..request.Limit], after is not null || found.Count > request.Limit);
    }

    private static bool IsOf(TimelineEvent happened, string name) =>
        string.Equals(happened.Scope, name, StringComparison.OrdinalIgnoreCase)
        || string.Equals(happened.Alert?.SubjectName ?? ResourceIds.GetName(happened.Scope), name, StringComparison.OrdinalIgnoreCase);

    private static void WriteText(CliContext cli, IReadOnlyList<TimelineEvent> events, TimelineRequest request)
    {
        foreach (var happened in TimelineOutput.Describe(events))
        {
            var head = $"{happened.At.UtcDateTime:yyyy-MM-dd HH:mm}Z  {happened.Name}: {happened.Title}, {happened.Outcome}";
            WriteWrapped(cli, UntrustedText.Sanitize(head).Replace('×', 'x'), 0);
            WriteWrapped(cli, UntrustedText.Sanitize(string.Join(' ', happened.Texts)), Indent);
        }

        if (events.Count == 0)
        {
            var subject = request.Resource is { } name ? $" of '{UntrustedText.Sanitize(name)}'" : "";
            cli.Out.WriteLine(
                $"No changes or alerts{subject} in the last {Wording.FormatDuration(request.Since)}; --since looks further back."
            );
        }
    }

    private static void WriteWrapped(CliContext cli, string text, int indent)
    {
        foreach (var line in WordWrap.Wrap(text, cli.Width - indent))
        {
            cli.Out.WriteLine(new string(' ', indent) + line);
        }
    }
}
