using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using Advisor.Core.Text;
using Advisor.Runtime.Links;
using Advisor.Runtime.State;

namespace Advisor.Cli.Telling;

/// <summary>What a new silence is asked for.</summary>
internal sealed record SilenceRequest(IReadOnlyList<string> Matchers, string Author, string Reason, TimeSpan? Duration, DateTimeOffset? Until);

/// <summary>Adds, lists and ends silences.</summary>
internal static class SilenceRun
{
    private static readonly TimeSpan Longest = TimeSpan.FromDays(90);
    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true, Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public static async Task<int> AddAsync(CliEdge cli, string? state, SilenceRequest request, OutputFormat output, CancellationToken cancellation)
    {
        var now = cli.Time.GetUtcNow();
        var matchers = MatchersOf(request.Matchers);
        SilenceNames.Require(cli, matchers);
        var silence = new Silence
        {
            Id = Guid.NewGuid().ToString("N")[..12],
            Matchers = matchers,
            Author = AuditText.Of("--author", request.Author),
            Reason = AuditText.Of("--reason", request.Reason),
            Start = now,
            End = EndOf(request, now),
        };
        await StateInput.UseAsync(
            cli,
            state,
            async opened =>
            {
                await SilenceNames.WarnAsync(cli, matchers, opened, cancellation);
                return await opened.Silences.AddAsync(silence, cancellation);
            },
            cancellation);
        Print(cli, [silence], output, now);
        return ExitCodes.Success;
    }

    public static async Task<int> ListAsync(CliEdge cli, string? state, bool all, OutputFormat output, CancellationToken cancellation)
    {
        var now = cli.Time.GetUtcNow();
        var silences = await StateInput.UseAsync(cli, state, opened => opened.Silences.ListAsync(cancellation), cancellation);
        Print(cli, [.. silences.Where(silence => all || silence.End > now).OrderBy(silence => silence.Start).ThenBy(silence => silence.Id, StringComparer.Ordinal)], output, now);
        return ExitCodes.Success;
    }

    public static async Task<int> EndAsync(CliEdge cli, string? state, string id, OutputFormat output, CancellationToken cancellation)
    {
        var now = cli.Time.GetUtcNow();
        var ended = await StateInput.UseAsync(cli, state, opened => EndAsync(opened.Silences, id, now, cancellation), cancellation);
        Print(cli, [ended], output, now);
        return ExitCodes.Success;
    }

    // Another writer may be first: then it is read anew.
    private static async Task<Silence> EndAsync(Silences silences, string id, DateTimeOffset now, CancellationToken cancellation)
    {
        while (true)
        {
            var silence = (await silences.ListAsync(cancellation)).FirstOrDefault(known => string.Equals(known.Id, id, StringComparison.OrdinalIgnoreCase))
                ?? throw new CommandException(ExitCodes.NotFound, $"there is no silence '{UntrustedText.Plain(id)}': 'advisor silence list --all' shows them.");
            var ended = silence with { End = now, Start = silence.Start < now ? silence.Start : now };
            if (silence.End <= now || await silences.SaveAsync(ended, cancellation) is not null)
            {
                return silence.End <= now ? silence : ended;
            }
        }
    }

    private static Dictionary<string, string> MatchersOf(IReadOnlyList<string> texts)
    {
        var matchers = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var text in texts)
        {
            if (text.Split('=', 2) is not [var label, var value] || !matchers.TryAdd(label.Trim().ToLowerInvariant(), value.Trim()))
            {
                throw new CommandException(ExitCodes.Usage, $"--match is LABEL=VALUE, each label once, such as team=chat, not '{UntrustedText.Plain(text)}'.");
            }
        }

        return SilenceLabels.Problem(matchers) is { } problem ? throw new CommandException(ExitCodes.Usage, $"--match: {problem}") : matchers;
    }

    private static DateTimeOffset EndOf(SilenceRequest request, DateTimeOffset now)
    {
        var end = request.Until ?? now + request.Duration!.Value;
        return end > now && end - now <= Longest ? end
            : throw new CommandException(ExitCodes.Usage, $"a silence ends in the future, within {Longest.TotalDays:0} days: a longer one hides what nobody looks at any more.");
    }

    private static void Print(CliEdge cli, IReadOnlyList<Silence> silences, OutputFormat output, DateTimeOffset now)
    {
        if (output == OutputFormat.Json)
        {
            cli.Out.WriteLine(new JsonObject { ["silences"] = new JsonArray([.. silences.Select(silence => Node(silence, now))]) }.ToJsonString(Indented));
            return;
        }

        foreach (var silence in silences)
        {
            var matchers = string.Join(", ", SilenceLabels.InOrder(silence.Matchers).Select(pair => $"{pair.Key}={pair.Value}"));
            cli.Out.WriteLine(UntrustedText.Plain($"{silence.Id}  {Word(silence, now),-6}  until {Time(silence.End)}  {matchers}  by {silence.Author}: {silence.Reason}"));
        }

        if (silences.Count == 0)
        {
            cli.Out.WriteLine("No silences.");
        }
    }

    private static JsonObject Node(Silence silence, DateTimeOffset now) => new()
    {
        ["id"] = silence.Id,
        ["state"] = Word(silence, now),
        ["matchers"] = new JsonObject(silence.Matchers.Select(pair => KeyValuePair.Create(pair.Key, (JsonNode?)pair.Value))),
        ["author"] = silence.Author,
        ["reason"] = silence.Reason,
        ["start"] = silence.Start.UtcDateTime.ToString("O", CultureInfo.InvariantCulture),
        ["end"] = silence.End.UtcDateTime.ToString("O", CultureInfo.InvariantCulture),
    };

    private static string Word(Silence silence, DateTimeOffset now) => silence.End <= now ? "ended" : silence.IsActive(now) ? "active" : "later";

    private static string Time(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd HH:mm'Z'", CultureInfo.InvariantCulture);
}
