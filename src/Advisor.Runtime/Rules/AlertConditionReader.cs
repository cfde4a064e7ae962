using System.Text.RegularExpressions;
using Advisor.Core.Alerting;
using Advisor.Core.Scaling;
using Advisor.Runtime.Yaml;

namespace Advisor.Runtime.Rules;

/// <summary>Reads one condition of rules/alerts.yaml.</summary>
internal static partial class AlertConditionReader
{
    private const double MostMinutes = 31 * 1440, LeastResolveDelay = 1, LeastReminder = 5;

    private static readonly IReadOnlyDictionary<string, AlertUnit> Units =
        Words.Of<AlertUnit>("ratio", "per minute", "minutes", "days", "units", "count", "flag");

    private static readonly IReadOnlyDictionary<string, AlertSubjectKind> Subjects =
        Words.Of<AlertSubjectKind>("resource", "region", "channel", "service");

    private static readonly IReadOnlyDictionary<string, ThresholdBasis> Bases = Words.Of<ThresholdBasis>("number", "target", "limit");

    private static readonly IReadOnlyDictionary<string, AlertSeverity> Severities = Words.Of<AlertSeverity>("info", "warning", "error", "critical");

    /// <summary>The numbers by their names in the file.</summary>
    public static IReadOnlyDictionary<string, AlertNumber> Numbers { get; } = Enum.GetValues<AlertNumber>()
        .ToDictionary(number => char.ToLowerInvariant(number.ToString()[0]) + number.ToString()[1..], StringComparer.OrdinalIgnoreCase);

    public static AlertCondition? Read(MapReader map)
    {
        var id = map.Text("id");
        var about = map.Choice("about", Subjects);
        var number = map.Choice("number", Numbers);
        var unit = map.Choice("unit", Units);
        var decides = map.Text("decides");
        var meaning = map.Text("meaning");
        var text = Template(map, "text");
        var resolvedText = Template(map, "resolvedText");
        var heldBackBy = map.Texts("heldBackBy");
        var heldDuringChange = map.Flag("heldDuringChange");
        map.Text("source");
        var levels = map.Maps("levels").Select(Level).OfType<AlertLevel>().ToList();
        map.Done();
        CheckWords(map, id, about, number, unit);
        CheckLevels(map, levels);
        CheckBasis(map, number, levels);
        return id is null || about is null || number is null || decides is null || meaning is null || text is null || resolvedText is null
            || heldBackBy is null || heldDuringChange is null
            ? null
            : new AlertCondition
            {
                Id = id,
                About = about.Value,
                Number = number.Value,
                Decides = decides,
                Meaning = meaning,
                Text = text,
                ResolvedText = resolvedText,
                Levels = levels,
                HeldBackBy = heldBackBy,
                HeldDuringChange = heldDuringChange.Value,
            };
    }

    private static string? Template(MapReader map, string key)
    {
        var template = map.Text(key);
        foreach (var place in template is null ? [] : AlertText.UnknownPlaces(template))
        {
            map.Report(key, $"{{{place}}} is not known; use {string.Join(", ", AlertText.Places.Select(known => "{" + known + "}"))}.");
        }

        return template;
    }

    private static AlertLevel? Level(MapReader map)
    {
        var severity = map.Choice("severity", Severities);
        var enter = Limit(map, "enter");
        var leave = Limit(map, "leave");
        var of = map.Has("of") ? map.Choice("of", Bases) : ThresholdBasis.Number;
        var pending = map.Number("pending", 0, MostMinutes);
        var resolveDelay = map.Number("resolveDelay", LeastResolveDelay, MostMinutes);
        var remindAfter = map.Number("remindAfter", LeastReminder, MostMinutes, required: false);
        map.Done();
        if (enter is { } begin && leave is { } end && !begin.IsEndedBy(end))
        {
            map.Report("leave", $"'{end}' does not end '{begin}': it must look the other way, and no number may satisfy both.");
        }

        return severity is null || enter is null || leave is null || pending is null || resolveDelay is null
            ? null
            : new AlertLevel(
                severity.Value,
                enter.Value,
                leave.Value,
                TimeSpan.FromMinutes(pending.Value),
                TimeSpan.FromMinutes(resolveDelay.Value),
                remindAfter is { } minutes ? TimeSpan.FromMinutes(minutes) : null) { Of = of ?? ThresholdBasis.Number };
    }

    private static Threshold? Limit(MapReader map, string key) => map.Value<Threshold>(key, required: true, (string text, out string? reason) =>
    {
        var threshold = Threshold.Parse(text);
        reason = threshold is null ? $"'{text}' is not an operator (>, >=, <, <=) and a number, such as '> 0.7'." : null;
        return threshold;
    });

    private static void CheckWords(MapReader map, string? id, AlertSubjectKind? about, AlertNumber? number, AlertUnit? unit)
    {
        if (id is not null && !Id().IsMatch(id))
        {
            map.Report("id", $"'{id}' is not a name of 3 to 40 letters and digits that begins with a small letter.");
        }

        if (number is { } known && unit is { } stated && stated != known.Unit())
        {
            map.Report("unit", $"The unit of this number is '{Units.First(word => word.Value == known.Unit()).Key}'.");
        }

        if (number is { } of && about is { } kind && kind != of.About())
        {
            map.Report("about", $"This number is about a {Subjects.First(word => word.Value == of.About()).Key}.");
        }
    }

    /// <summary>Severities ascend, and a worse one is not entered before the lesser.</summary>
    private static void CheckLevels(MapReader map, List<AlertLevel> levels)
    {
        if (levels.Count == 0 && map.Has("levels"))
        {
            map.Report("levels", "There must be at least one.");
        }

        foreach (var (lesser, worse) in levels.Zip(levels.Skip(1)))
        {
            if (worse.Severity <= lesser.Severity)
            {
                map.Report("levels", "Severities must ascend, each at most once.");
            }

            // A share of the target and one of the limit compare only where the target is known.
            if (worse.Of == lesser.Of
                && (worse.Enter.LooksUp != lesser.Enter.LooksUp || (worse.Enter.LooksUp ? worse.Enter.Value < lesser.Enter.Value : worse.Enter.Value > lesser.Enter.Value)))
            {
                map.Report("levels", $"The worse severity is entered at '{worse.Enter}', before the lesser one at '{lesser.Enter}'.");
            }
        }
    }

    /// <summary>A threshold says whether it is of the target or of the limit exactly where its number is the use of a limit.</summary>
    private static void CheckBasis(MapReader map, AlertNumber? number, List<AlertLevel> levels)
    {
        if (number is { } known && levels.Exists(level => (level.Of != ThresholdBasis.Number) != (AlertReadings.LimitOf(known) != Dimension.None)))
        {
            map.Report("levels", AlertReadings.LimitOf(known) == Dimension.None
                ? "This number has no target: leave out 'of'."
                : "Each level says what it is a share of: 'of: target' or 'of: limit'.");
        }
    }

    [GeneratedRegex("^[a-z][A-Za-z0-9]{2,39}$", RegexOptions.NonBacktracking)]
    private static partial Regex Id();
}
