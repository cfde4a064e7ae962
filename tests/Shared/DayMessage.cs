using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Advisor.Tests;

/// <summary>One message as a channel got it, read from what came over the wire.</summary>
/// <param name="Id">
/// What identifies a repeat: the event id, the Message-ID, the id in a card or a block, dedup key and action of an incident, on the console
/// the words.
/// </param>
/// <param name="At">When its content was found; null where the message does not say (the end of an incident).</param>
internal sealed partial record DayMessage(string Channel, string Id, DateTimeOffset? At, string Words)
{
    public string Line => $"{Channel} | {(At is { } at ? at.ToString("HH:mm ") : "")}{Words}";

    /// <summary>A CloudEvent.</summary>
    public static DayMessage FromWebhook(string channel, JsonElement body)
    {
        var data = body.GetProperty("data");
        string ReadText(string name) => data.GetProperty(name).GetString()!;
        return new DayMessage(
            channel,
            body.GetProperty("id").GetString()!,
            data.GetProperty("at").GetDateTimeOffset(),
            $"{ReadText("severity")} {ReadText("kind")} | {ReadText("title")} | {ReadText("text")}"
        );
    }

    /// <summary>An Adaptive Card in a message.</summary>
    public static DayMessage FromTeams(string channel, JsonElement body)
    {
        var items = body.GetProperty("attachments")[0].GetProperty("content").GetProperty("body").EnumerateArray().ToList();
        return FromLines(
            channel,
            items[0].GetProperty("id").GetString()!,
            [.. items.Select(item => ReadText(item.TryGetProperty("items", out var inner) ? inner[0] : item))]
        );

        static string ReadText(JsonElement paragraph) =>
            string.Concat(paragraph.GetProperty("inlines").EnumerateArray().Select(run => run.GetProperty("text").GetString()));
    }

    /// <summary>Block Kit; before the title stands a coloured sign.</summary>
    public static DayMessage FromSlack(string channel, JsonElement body)
    {
        var block = body.GetProperty("blocks")[0];
        var text = string.Concat(
            block
                .GetProperty("elements")
                .EnumerateArray()
                .SelectMany(section => section.GetProperty("elements").EnumerateArray())
                .Select(part => part.GetProperty("text").GetString())
        );
        return FromLines(
            channel,
            block.GetProperty("block_id").GetString()!,
            text[(text.IndexOf(' ', StringComparison.Ordinal) + 1)..].Split('\n')
        );
    }

    public static DayMessage FromMail(string channel, string mail)
    {
        List<string> lines = [.. ReceivedMail.ReadTextParts(mail)[0].Text.Split('\n').Where(line => line.Length > 0)];
        var message = FromLines(channel, ReceivedMail.ReadHeader(mail, "Message-ID"), lines);
        return ReceivedMail.ReadHeader(mail, "Subject") == "Subject: " + lines[0]
            ? message
            : message with
            {
                Words = message.Words + " | under another subject",
            };
    }

    /// <summary>An event of PagerDuty. Its end says nothing but the key of the incident.</summary>
    /// <param name="summaryOf">The summary of the incident with a dedup key.</param>
    public static DayMessage FromPagerDuty(string channel, JsonElement body, Func<string, string?> summaryOf)
    {
        var (action, key) = (body.GetProperty("event_action").GetString()!, body.GetProperty("dedup_key").GetString()!);
        if (action == "resolve")
        {
            return new DayMessage(channel, $"{key} resolve", null, $"resolve | {summaryOf(key) ?? "what was never triggered"}");
        }

        var payload = body.GetProperty("payload");
        var (at, summary) = (payload.GetProperty("timestamp").GetDateTimeOffset(), payload.GetProperty("summary").GetString());
        return new DayMessage(
            channel,
            $"{key} {action} {at:O}",
            at,
            $"{action} | {summary} | {payload.GetProperty("custom_details").GetProperty("What").GetString()}"
        );
    }

    /// <summary>The messages among the lines that a program wrote: each a title with its time, and indented lines after it.</summary>
    public static IEnumerable<DayMessage> FromConsole(string channel, IReadOnlyList<string> lines)
    {
        for (var i = 0; i + 1 < lines.Count; i++)
        {
            if (TitlePattern().Match(lines[i]) is { Success: true } match && lines[i + 1] is [' ', ' ', .. var text])
            {
                var at = DateTimeOffset.ParseExact(
                    match.Groups["at"].ValueSpan,
                    "yyyy-MM-dd HH:mm",
                    CultureInfo.InvariantCulture,
                    DateTimeStyles.AssumeUniversal
                );
                yield return new DayMessage(channel, $"{match.Value} {text}", at, $"| {match.Groups["title"].Value} | {text}");
            }
        }
    }

    /// <summary>What every channel for people shows: title, sentence, facts.</summary>
    private static DayMessage FromLines(string channel, string id, IReadOnlyList<string> lines) =>
        new(channel, id, lines.Select(ParseTime).First(at => at is not null), $"| {lines[0]} | {lines[1]}");

    // "Since: 2026-01-05 09:05 UTC (1 h 5 min)", "Time: 2026-01-05 09:05 UTC",
    // or "Lasted: 40 min, 2026-01-05 13:15 UTC to 2026-01-05 13:55 UTC".
    private static DateTimeOffset? ParseTime(string line)
    {
        if (FactPattern().Match(line) is not { Success: true } match)
        {
            return null;
        }

        int ParseNumber(string name) => match.Groups[name].Success ? int.Parse(match.Groups[name].ValueSpan) : 0;
        var at = DateTimeOffset.ParseExact(
            match.Groups["at"].ValueSpan,
            "yyyy-MM-dd HH:mm",
            CultureInfo.InvariantCulture,
            DateTimeStyles.AssumeUniversal
        );
        return match.Groups["end"].Success ? at : at.AddHours(ParseNumber("h")).AddMinutes(ParseNumber("m"));
    }

    [GeneratedRegex(@"^(?<at>\d{4}-\d\d-\d\d \d\d:\d\d) UTC  (?<title>.+)$", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex TitlePattern();

    [GeneratedRegex(
        @"^((Since|Time): |(?<end>Lasted: ).* UTC to )(?<at>\d{4}-\d\d-\d\d \d\d:\d\d) UTC( \(((?<h>\d+) h )?(?<m>\d+) min\))?",
        RegexOptions.ExplicitCapture,
        1000
    )]
    private static partial Regex FactPattern();
}
