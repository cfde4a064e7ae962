using System.Text;
using Advisor.Configuration;
using Advisor.Configuration.Rules;
using Advisor.Service.ObservationLines;
using Advisor.Tests;

namespace Advisor.Service.Tests.ObservationLines;

/// <summary>Lines of <c>advisor decide</c>, one field of each unusual, and what is answered and warned of.</summary>
public sealed class ObservationLineGoldenTests
{
    private const string Metrics =
        """{"ServerLoad":40,"ConnectionCount":800,"ConnectionQuotaUtilization":80,"""
        + """ "InboundTraffic":9e6,"OutboundTraffic":9e6,"MessageCount":9000}""";

    private static readonly Dictionary<string, string> Usual = new(StringComparer.Ordinal)
    {
        ["resource"] = "\"chat\"",
        ["time"] = "\"2026-01-05T10:03:00Z\"",
        ["sku"] = "\"Standard_S1\"",
        ["units"] = "1",
        ["metrics"] = Metrics,
    };

    private static readonly (string Field, string[] Values)[] Unusual =
    [
        (
            "resource",
            [
                "null",
                "\"\"",
                "7",
                "\"\\u0063hat\"",
                "\"\\ud800\"",
                "\"/x/WebPubSub/y\"",
                $"\"{new string('a', 4096)}\"",
                $"\"{new string('a', 4097)}\"",
            ]
        ),
        (
            "time",
            [
                "null",
                "5",
                "\"yesterday\"",
                "\"2026-01-05T10:03:00\"",
                "\"2026-01-05T10:03:00+02:00\"",
                "\"1970-01-01T00:00:00Z\"",
                "\"2200-01-01T00:00:00Z\"",
            ]
        ),
        ("now", ["null", "\"2026-01-05T10:05:00Z\"", "\"2026-01-05T10:02:00Z\"", "\"2026-01-05T11:05:00Z\"", "1", "\"soon\""]),
        ("sku", ["null", "\"\"", "3", "\"standard_s1\"", "\"Standard_S2\"", "\"Free_F1\""]),
        ("units", ["null", "\"1\"", "1.5", "0", "11", "10", "99999999999"]),
        ("changeInProgress", ["null", "true", "false", "1", "\"true\""]),
        ("countsServerLeg", ["null", "true", "false", "0"]),
        (
            "targets",
            [
                "null",
                "1",
                "{}",
                "{\"connections\":0.5}",
                "{\"connections\":1}",
                "{\"connections\":1.01}",
                "{\"serverLoad\":0.05}",
                "{\"serverLoad\":0.049}",
                "{\"inbound\":2}",
                "{\"outbound\":2.1}",
                "{\"routing\":0.3}",
                "{\"routing\":null}",
                "{\"conections\":0.5}",
                "{\"inbound\":\"1\"}",
            ]
        ),
        (
            "workload",
            [
                "null",
                "[]",
                "{}",
                "7",
                "[1]",
                "[{\"useCase\":\"echo\"}]",
                "[{\"useCase\":\"ECHO\"}]",
                "[{\"useCase\":5}]",
                "[{}]",
                "[{\"useCase\":\"echo\",\"share\":0}]",
                "[{\"useCase\":\"echo\",\"share\":1.1}]",
                "[{\"useCase\":\"echo\",\"share\":0.5}]",
                "[{\"useCase\":\"echo\",\"messageBytes\":1}]",
                "[{\"useCase\":\"echo\",\"messageBytes\":0}]",
                "[{\"useCase\":\"echo\",\"messageBytes\":3e9}]",
                "[{\"useCase\":\"sendToSmallGroup\",\"groupSize\":10}]",
                "[{\"useCase\":\"sendToSmallGroup\",\"groupSize\":0}]",
                "[{\"useCase\":\"sendToSmallGroup\",\"groupSize\":-1}]",
                "[{\"useCase\":\"\\ud800\"}]",
                "[{\"useCase\":\"echo\",\"share\":null}]",
                "[{\"useCase\":\"echo\",\"share\":0.5},{\"useCase\":\"broadcast\",\"share\":0.5,\"messageBytes\":500}]",
                "[[[]]]",
            ]
        ),
        (
            "metrics",
            [
                "null",
                "[]",
                "5",
                "{}",
                "{\"ServerLoad\":null}",
                "{\"ServerLoad\":\"NaN\"}",
                "{\"ServerLoad\":\"Infinity\"}",
                "{\"ServerLoad\":\"40\"}",
                "{\"ServerLoad\":true}",
                "{\"ServerLod\":40}",
                "{\"ServerLoad\":{}}",
                "{\"ServerLoad\":-1,\"ConnectionCount\":900}",
                "{\"ConnectionCount\":1500}",
                "{\"ServerLoad\":40,\"ServerLoad\":60}",
                "{\"InboundTraffic\":1e30}",
            ]
        ),
        ("unit", ["3"]),
        ("Units", ["3"]),
        ("x", ["[{\"deep\":[1,2]}]"]),
    ];

    private static readonly string[] Broken =
    [
        "",
        " ",
        "7",
        "[]",
        "null",
        "{",
        "{}",
        "{}{}",
        "{\"resource\":\"chat\"}",
        "{\"resource\":\"chat\",}",
        "{\"\\ud800\":1}",
        "\u0000",
        "{'resource':1}",
    ];

    [Fact]
    public void The_answers_to_unusual_lines_are_those_that_were_reviewed()
    {
        var text = new StringBuilder();
        foreach (var line in Broken)
        {
            text.Append($"{line.Replace("\0", "NUL", StringComparison.Ordinal)}\n    {Answer(line)}\n");
        }

        foreach (var (field, values) in Unusual)
        {
            foreach (var value in values)
            {
                text.Append($"{field}: {(value.Length > 100 ? $"{value.Length} characters" : value)}\n    {Answer(Write(field, value))}\n");
            }
        }

        foreach (var field in Usual.Keys)
        {
            text.Append($"without {field}\n    {Answer(Write(field, null))}\n");
        }

        Golden.AssertMatches("Advisor.Service.Tests", "lines.txt", text.ToString());
    }

    /// <summary>A resource keeps its state, its workload and its settings from line to line, whatever the case of its name.</summary>
    [Fact]
    public void A_resource_continues_from_its_last_line()
    {
        var text = new StringBuilder();
        var decider = Create(text);
        string[] workloads = ["null", "[{\"useCase\":\"sendToSmallGroup\",\"groupSize\":10}]", "[{\"useCase\":\"echo\"}]"];
        for (var minute = 0; minute < 180; minute++)
        {
            var line = Write("time", $"\"2026-01-05T{10 + (minute / 60)}:{minute % 60:00}:00Z\"")
                .Replace("\"chat\"", minute % 7 == 0 ? "\"CHAT\"" : "\"chat\"", StringComparison.Ordinal)
                .Replace(
                    "{\"resource\"",
                    $"{{\"workload\":{workloads[minute / 60]},\"odd{minute}\":1,\"resource\"",
                    StringComparison.Ordinal
                )
                .Replace("800", $"{700 + (3 * minute)}", StringComparison.Ordinal);
            var (decision, problem) = decider.Decide(Encoding.UTF8.GetBytes(line));
            if (minute % 12 == 0)
            {
                text.Append($"{minute}: {problem?.Text}{Describe(decision)}\n");
            }
        }

        text.Append($"before: {decider.Decide(Encoding.UTF8.GetBytes(Write("units", "1"))).Problem?.Text}\n");
        Golden.AssertMatches("Advisor.Service.Tests", "lines-of-a-resource.txt", text.ToString());
    }

    private static string Answer(string line)
    {
        var warnings = new StringBuilder();
        var (decision, problem) = Create(warnings).Decide(Encoding.UTF8.GetBytes(line));
        return $"{problem?.Code} {problem?.Text}{Describe(decision)} {warnings}".Trim();
    }

    private static string Describe(Core.Decisions.Decision? decision) =>
        decision is null
            ? ""
            : $"{decision.ResourceId[..Math.Min(decision.ResourceId.Length, 20)]} {decision.Action} {decision.Target} "
                + $"{decision.UnitsRequired:0.###} {string.Join(' ', decision.Reasons.Select(reason => reason.Code))} "
                + Figures.ComputeDigest(Figures.Write(decision));

    private static ObservationLineDecider Create(StringBuilder warnings) =>
        new(AdvisorConfiguration.CreateDefault(RuleSetLoader.Embedded), warning => warnings.Append($"[{warning}]\n"));

    // The usual line with one field more, or another value of one, or without one.
    private static string Write(string field, string? value)
    {
        var fields = Usual.ToDictionary(StringComparer.Ordinal);
        if (value is null)
        {
            fields.Remove(field);
        }
        else
        {
            fields[field] = value;
        }

        return $"{{{string.Join(',', fields.Select(one => $"\"{one.Key}\":{one.Value}"))}}}";
    }
}
