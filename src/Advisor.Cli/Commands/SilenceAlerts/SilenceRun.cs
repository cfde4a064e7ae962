using System.Text.Json;
using System.Text.Json.Nodes;
using Advisor.Cli.Inputs;
using Advisor.Cli.Output;
using Advisor.Core.Text;
using Advisor.Service.Silences;

namespace Advisor.Cli.Commands.SilenceAlerts;

/// <summary>Request to add a silence.</summary>
/// <param name="Duration">Length of the silence, at most 90 days; null when <paramref name="Until"/> is set.</param>
/// <param name="Until">End of the silence, at most 90 days ahead; null when <paramref name="Duration"/> is set.</param>
internal sealed record SilenceRequest(
    IReadOnlyList<string> Matchers,
    string Author,
    string Reason,
    TimeSpan? Duration,
    DateTimeOffset? Until
);

/// <summary>Adds, lists and ends silences.</summary>
internal static class SilenceRun
{
    private static readonly TimeSpan MaxDuration = TimeSpan.FromDays(90);

    public static async Task<int> AddAsync(
        CliContext cli,
        string? state,
        SilenceRequest request,
        SettingsSource settings,
        OutputFormat output,
        CancellationToken cancellation
    )
    {
        var now = cli.Time.GetUtcNow();
        var matchers = ParseMatchers(request.Matchers);
        SilenceNames.Require(cli, matchers, settings);
        var silence = new Silence
        {
            Id = Silence.CreateId(cli.NewId()),
            Matchers = matchers,
            Author = AuditText.Validate("--author", request.Author),
            Reason = AuditText.Validate("--reason", request.Reason),
            Start = now,
            End = ComputeEnd(request, now),
        };
        silence = await StateInput.UseAsync(
            cli,
            state,
            async opened =>
            {
                var resolved = silence with { Matchers = await SilenceNames.ResolveAsync(cli, matchers, opened, cancellation) };
                await SilenceNames.WarnAsync(cli, resolved.Matchers, opened, cancellation);
                await opened.Silences.AddAsync(resolved, cancellation);
                return resolved;
            },
            cancellation
        );
        Print(cli, [silence], output, now);
        return ExitCodes.Success;
    }

    public static async Task<int> ListAsync(CliContext cli, string? state, bool all, OutputFormat output, CancellationToken cancellation)
    {
        var now = cli.Time.GetUtcNow();
        var silences = await StateInput.ReadAsync(cli, state, opened => opened.Silences.ListAsync(cancellation), cancellation);
        Print(
            cli,
            [
                .. silences
                    .Where(silence => all || silence.End > now)
                    .OrderBy(silence => silence.Start)
                    .ThenBy(silence => silence.Id, StringComparer.Ordinal),
            ],
            output,
            now
        );
        return ExitCodes.Success;
    }

    public static async Task<int> EndAsync(CliContext cli, string? state, string id, OutputFormat output, CancellationToken cancellation)
    {
        var now = cli.Time.GetUtcNow();
        var ended = await StateInput.UseAsync(cli, state, opened => EndAsync(opened.Silences, id, state, now, cancellation), cancellation);
        Print(cli, [ended], output, now);
        return ExitCodes.Success;
    }

    // Another writer may be first: read the silence again.
    private static async Task<Silence> EndAsync(
        SilenceStore silences,
        string id,
        string? state,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        while (true)
        {
            var silence =
                (await silences.ListAsync(cancellation)).FirstOrDefault(known =>
                    string.Equals(known.Id, id, StringComparison.OrdinalIgnoreCase)
                )
                ?? throw CommandException.CreateNotFound(
                    $"silence '{UntrustedText.Sanitize(id)}' not found: "
                        + $"'advisor silence list --all{SuggestedCommand.FormatState(state)}' shows them."
                );
            var ended = silence with { End = now, Start = silence.Start < now ? silence.Start : now };
            if (silence.End <= now || await silences.SaveAsync(ended, cancellation) is not null)
            {
                return silence.End <= now ? silence : ended;
            }
        }
    }

    private static Dictionary<string, string> ParseMatchers(IReadOnlyList<string> texts)
    {
        var matchers = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var text in texts)
        {
            if (text.Split('=', 2) is not [var label, var value] || !matchers.TryAdd(label.Trim().ToLowerInvariant(), value.Trim()))
            {
                throw CommandException.CreateUsage(
                    $"--match must be LABEL=VALUE, each label once, such as team=chat, not '{UntrustedText.Sanitize(text)}'."
                );
            }
        }

        return SilenceLabels.FindProblem(matchers) is { } problem ? throw CommandException.CreateUsage($"--match: {problem}") : matchers;
    }

    private static DateTimeOffset ComputeEnd(SilenceRequest request, DateTimeOffset now)
    {
        var end = request.Until ?? now + request.Duration!.Value;
        return end > now && end - now <= MaxDuration
            ? end
            : throw CommandException.CreateUsage($"a silence must end in the future, at most {MaxDuration.TotalDays:0} days ahead.");
    }

    private static void Print(CliContext cli, IReadOnlyList<Silence> silences, OutputFormat output, DateTimeOffset now)
    {
        if (output == OutputFormat.Json)
        {
            JsonOutput.Write(
                cli.Out,
                new JsonObject { ["silences"] = JsonOutput.CreateList(silences, silence => CreateNode(silence, now)) }
            );
            return;
        }

        foreach (var silence in silences)
        {
            var matchers = string.Join(", ", SilenceLabels.Sort(silence.Matchers).Select(pair => $"{pair.Key}={pair.Value}"));
            cli.Out.WriteLine(
                UntrustedText.Sanitize(
                    $"{silence.Id}  {DescribeState(silence, now), -6}  until {FormatTime(silence.End)}  {matchers}  by "
                        + $"{silence.Author}: {silence.Reason}"
                )
            );
        }

        if (silences.Count == 0)
        {
            cli.Out.WriteLine("No silences.");
        }
    }

    private static JsonObject CreateNode(Silence silence, DateTimeOffset now) =>
        new()
        {
            ["id"] = silence.Id,
            ["state"] = DescribeState(silence, now),
            ["matchers"] = new JsonObject(silence.Matchers.Select(pair => KeyValuePair.Create(pair.Key, (JsonNode?)pair.Value))),
            ["author"] = silence.Author,
            ["reason"] = silence.Reason,
            ["start"] = silence.Start.UtcDateTime.ToString("O"),
            ["end"] = silence.End.UtcDateTime.ToString("O"),
        };

    private static string DescribeState(Silence silence, DateTimeOffset now) =>
        silence.End <= now ? "ended"
        : silence.IsActive(now) ? "active"
        : "later";

    private static string FormatTime(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd HH:mm'Z'");
}
