using System.Collections.Immutable;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Rules;
using Advisor.Core.Tests.Scaling;
using Advisor.Tests;

namespace Advisor.Core.Tests.Alerting;

/// <summary>
/// A file of tests/scenarios/alerting: numbers by the minute, what people and Advisor do meanwhile, and the whole timeline that must come
/// of it, no line more and no line less. tests/scenarios/alerting/README.md has the fields.
/// </summary>
internal sealed class AlertScenario
{
    private static readonly JsonSerializerOptions Plain = new()
    {
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    private static readonly DateTimeOffset Start = new(2026, 3, 2, 8, 0, 0, TimeSpan.Zero);

    private readonly string path;
    private readonly JsonNode file;
    private readonly AlertSubject subject;
    private readonly AlertSuppression holds;
    private readonly TimeSpan unit;

    private AlertScenario(string path)
    {
        this.path = path;
        file = JsonNode.Parse(File.ReadAllText(path))!;
        var kind = Enum.Parse<AlertSubjectKind>((string?)file["about"] ?? "resource", ignoreCase: true);
        subject = new(
            kind,
            kind == AlertSubjectKind.Channel ? "teams/platform" : "/subscriptions/s/chat",
            kind == AlertSubjectKind.Channel ? "platform by Teams" : "chat",
            "platform",
            "westeurope"
        );
        unit = (string?)file["unit"] == "seconds" ? TimeSpan.FromSeconds(1) : TimeSpan.FromMinutes(1);
        holds = new(
            [
                .. ListItems("silences")
                    .Select(s => new AlertSilence(
                        ReadMatchers(s),
                        (string)s["author"]!,
                        (string)s["reason"]!,
                        ToTime((double)s["from"]!),
                        ToTime((double)s["to"]!)
                    )),
            ],
            [
                .. ListItems("mutes")
                    .Select(m => new MuteWindow((string)m["name"]!, ReadMatchers(m), ToTime((double)m["from"]!), ToTime((double)m["to"]!))),
            ]
        );
    }

    public static string Folder => RepositoryFiles.GetPath("tests", "scenarios", "alerting");

    public static AlertRules Rules => TestResource.Rules.Alerts;

    public IReadOnlyList<string> Expected => [.. ListItems("timeline").Select(line => (string)line!)];

    public static AlertScenario Read(string name) => new(Path.Combine(Folder, name + ".json"));

    /// <summary>Replays the scenario and lists what happened, a line for each change of an alert and for each message.</summary>
    /// <param name="between">What happens to the state between two evaluations, such as a restart.</param>
    /// <param name="again">Whether each evaluation is done a second time at the same instant; its messages are listed too.</param>
    public IReadOnlyList<string> Replay(Func<SubjectAlerts, SubjectAlerts>? between = null, bool again = false)
    {
        var (timeline, shown) = (new List<string>(), new Dictionary<string, string>());
        SubjectAlerts? state = null;
        var last = (int)file["last"]!;
        for (var minute = 0; minute <= last; minute++)
        {
            if (IsWithin("stopped", minute))
            {
                continue;
            }

            for (var repeat = 0; repeat < (again ? 2 : 1); repeat++)
            {
                var now = ToTime(minute + (FindValue((string?)file["clock"], minute) ?? 0));
                var result = AlertStateMachine.Advance(
                    Rules,
                    new(
                        subject,
                        CreateReadings(minute),
                        IsWithin("change", minute),
                        holds,
                        IsWithin("handled", minute) ? "Advisor changes the size" : null
                    ),
                    state,
                    now
                );
                state = between is null ? result.State : between(result.State);
                Describe(
                    timeline,
                    shown,
                    minute,
                    repeat == 0 ? result : result with { Alerts = [.. result.Alerts, .. ListEnded(shown, result)] }
                );
            }
        }

        return timeline;
    }

    /// <summary>Writes the timeline into the file, for review.</summary>
    public void Accept(IReadOnlyList<string> timeline)
    {
        file["timeline"] = new JsonArray([.. timeline.Select(line => (JsonNode)JsonValue.Create(line))]);
        File.WriteAllText(path, file.ToJsonString(Plain) + "\n");
    }

    // A second repeat no longer shows what was resolved in the first.
    private static IEnumerable<Alert> ListEnded(Dictionary<string, string> shown, AlertStep<SubjectAlerts> result) =>
        shown
            .Where(view => view.Value.StartsWith("resolved", StringComparison.Ordinal) && result.Alerts.All(alert => alert.Id != view.Key))
            .Select(view => new Alert(view.Key, AlertNames.FindSeverity(view.Value.Split(' ')[1])!.Value, AlertPhase.Quiet)
            {
                IsFlapping = view.Value.Contains("flapping", StringComparison.Ordinal),
            });

    private static void Describe(List<string> timeline, Dictionary<string, string> shown, int minute, AlertStep<SubjectAlerts> result)
    {
        foreach (var gone in shown.Keys.Where(id => result.Alerts.All(alert => alert.Id != id)).ToList())
        {
            if (!shown[gone].StartsWith("resolved", StringComparison.Ordinal))
            {
                timeline.Add(FormatLine(minute, $"{gone} quiet"));
            }

            shown.Remove(gone);
        }

        foreach (var alert in result.Alerts)
        {
            var suppressed = alert.SuppressedBy is null || alert.Phase == AlertPhase.Quiet ? "" : $", suppressed: {alert.SuppressedBy}";
            var view = $"{alert.Phase.FormatName()} {alert.Severity.FormatName()}{(alert.IsFlapping ? " flapping" : "")}{suppressed}";
            if (shown.GetValueOrDefault(alert.Id) != view)
            {
                timeline.Add(FormatLine(minute, $"{alert.Id} {view}"));
                shown[alert.Id] = view;
            }
        }

        timeline.AddRange(
            result.Events.Select(n =>
                FormatLine(minute, $"NOTIFY {n.Kind.ToString().ToLowerInvariant()} {n.Severity.ToString().ToLowerInvariant()}: {n.Text}")
            )
        );
    }

    private static string FormatLine(int minute, string what) => $"{minute} {what}";

    private DateTimeOffset ToTime(double minute) => Start + (minute * unit);

    /// <summary>Conditions that the scenario does not speak of are calm: at a number that ends each of their severities.</summary>
    private ImmutableArray<AlertReading> CreateReadings(double minute) =>
        [
            .. Rules
                .Conditions.Where(c => c.SubjectKind == subject.Kind)
                .Select(c => new AlertReading(
                    c.Id,
                    (string?)file["series"]![c.Id] is { } series ? FindValue(series, minute) : GetCalmNumber(c),
                    GetTarget(c.Number)
                )),
        ];

    private static double GetCalmNumber(AlertCondition condition) =>
        condition.Levels[0].Leave is var leave && leave.IsUpperBound ? leave.Value + 1 : leave.Value - 1;

    private static double GetTarget(AlertNumber number) =>
        AlertReadings.FindLimit(number) is not Limit.None and var limit ? TargetUtilizations.Default[limit].Value : 1;

    // "0:0.5 10:? 12:0.8": from minute 0, 10 and 12 on; ? is missing.
    private static double? FindValue(string? series, double minute)
    {
        double? value = null;
        foreach (var part in series?.Split(' ') ?? [])
        {
            var (from, number) = (part.Split(':')[0], part.Split(':')[1]);
            if (double.Parse(from) <= minute)
            {
                value = number == "?" ? null : double.Parse(number);
            }
        }

        return value;
    }

    // "10-15 20-21": from the first inclusive to the second exclusive.
    private bool IsWithin(string key, double minute) =>
        ((string?)file[key])
            ?.Split(' ')
            .Any(span => double.Parse(span.Split('-')[0]) <= minute && minute < double.Parse(span.Split('-')[1]))
        ?? false;

    private IEnumerable<JsonNode> ListItems(string key) => file[key]?.AsArray().Select(item => item!) ?? [];

    private static Dictionary<string, string> ReadMatchers(JsonNode item) =>
        item["match"]?.AsObject().ToDictionary(p => p.Key, p => (string)p.Value!) ?? [];
}
