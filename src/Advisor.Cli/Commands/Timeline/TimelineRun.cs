using Advisor.Cli.Inputs;
using Advisor.Cli.Output;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Text;
using Advisor.Service.Store;
using Advisor.Service.Timeline;
using Advisor.Web.Timeline;

namespace Advisor.Cli.Commands.Timeline;

/// <summary>Request of a timeline.</summary>
/// <param name="Resource">Name or id of a resource, in any case; null = the fleet.</param>
/// <param name="Subscriptions">Subscriptions of the resources, in any case; empty = all.</param>
/// <param name="Since">How far to look back.</param>
/// <param name="Limit">Maximum number of events, 1 to 1,000.</param>
internal sealed record TimelineRequest(string? Resource, IReadOnlyList<string> Subscriptions, TimeSpan Since, int Limit);

/// <summary>Reads the timeline of a state and prints it.</summary>
internal static class TimelineRun
{
    private const string Indent = "    ";

    private const int MinPage = 100;

    public static async Task<int> RunAsync(
        CliContext cli,
        TimelineRequest request,
        string? place,
        OutputFormat output,
        CancellationToken cancellation
    )
    {
        var now = cli.Time.GetUtcNow();
        var (events, isMore, newest) = await StateInput.ReadAsync(
            cli,
            place,
            state => ReadAsync(state, request, now, cancellation),
            cancellation
        );
        if (output == OutputFormat.Json)
        {
            await cli.Out.WriteLineAsync(TimelineOutput.ToJson(events).AsMemory(), cancellation);
        }
        else
        {
            WriteText(cli, events, request, newest);
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

    /// <returns>The events, whether the time has older ones, and the time of the newest event before it where it has none.</returns>
    private static async Task<(IReadOnlyList<TimelineEvent> Events, bool IsMore, DateTimeOffset? Newest)> ReadAsync(
        AdvisorState state,
        TimelineRequest request,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        // What this minute records is part of "now".
        var (from, before) = (now - request.Since, now + TimeSpan.FromMinutes(1));
        var (found, isMore) = await FindAsync(state, request, from, before, request.Limit, cancellation);
        if (found.Count > 0)
        {
            return (found, isMore, null);
        }

        // A deleted resource may still have events.
        if (request.Resource is { } resource)
        {
            await StateResources.RequireAsync(state, resource, cancellation);
        }

        var (older, _) = await FindAsync(state, request, DateTimeOffset.UnixEpoch, from, 1, cancellation);
        return (found, false, older is [var newest] ? newest.At : null);
    }

    /// <summary>Returns the newest events of a time, and whether it has more of them.</summary>
    private static async Task<(IReadOnlyList<TimelineEvent> Events, bool IsMore)> FindAsync(
        AdvisorState state,
        TimelineRequest request,
        DateTimeOffset from,
        DateTimeOffset before,
        int limit,
        CancellationToken cancellation
    )
    {
        var found = new List<TimelineEvent>();
        string? after = null;
        do
        {
            // A limit of 1 finds the newest of a resource among many: read a page at least.
            var page = await state.Timeline.QueryAsync(new(from, before, after, Math.Max(limit, MinPage)), cancellation);
            found.AddRange(page.Records.Where(happened => IsAsked(happened, request)));
            after = page.Next;
        } while (after is not null && found.Count < limit);

        return (found.Count <= limit ? found : found[..limit], after is not null || found.Count > limit);
    }

    private static bool IsAsked(TimelineEvent happened, TimelineRequest request) =>
        (request.Resource is not { } resource || IsOf(happened, resource))
        && (
            request.Subscriptions.Count == 0
            || request.Subscriptions.Contains(ResourceIds.GetSubscription(happened.Scope), StringComparer.OrdinalIgnoreCase)
        );

    private static bool IsOf(TimelineEvent happened, string name) =>
        string.Equals(happened.Scope, name, StringComparison.OrdinalIgnoreCase)
        || string.Equals(happened.Alert?.SubjectName ?? ResourceIds.GetName(happened.Scope), name, StringComparison.OrdinalIgnoreCase);

    private static void WriteText(CliContext cli, IReadOnlyList<TimelineEvent> events, TimelineRequest request, DateTimeOffset? newest)
    {
        foreach (var happened in TimelineOutput.Describe(events))
        {
            var head = $"{happened.At.UtcDateTime:yyyy-MM-dd HH:mm}Z  {happened.Name}: {happened.Title}, {happened.Outcome}";
            CliConsole.WriteWrapped(cli, "", UntrustedText.Sanitize(head).Replace('×', 'x'));
            CliConsole.WriteWrapped(cli, Indent, UntrustedText.Sanitize(string.Join(' ', happened.Texts)));
        }

        if (events.Count == 0)
        {
            var subject = request.Resource is { } name ? $" of '{UntrustedText.Sanitize(name)}'" : "";
            var older = newest is { } at
                ? $"The newest before is of {at.UtcDateTime:yyyy-MM-dd HH:mm}Z; --since looks further back."
                : "There are none before, either.";
            CliConsole.WriteWrapped(
                cli,
                "",
                $"No changes, alerts or pauses{subject} in the last {Wording.FormatDuration(request.Since)}. {older}"
            );
        }
    }
}
