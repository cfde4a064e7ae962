using System.Text.RegularExpressions;
using Advisor.Configuration.Yaml;
using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Rules;

namespace Advisor.Configuration.Rules;

/// <summary>Reads one condition of rules/alerts.yaml.</summary>
internal static partial class AlertConditionReader
{
    private const double MaxMinutes = 31 * 1440,
        MinResolveDelay = 1,
        MinRepeatInterval = 5;

    // Of a budget ten times over, or of a size that is a tenth of what is required.
    private const double MaxRatio = 10;

    private static readonly IReadOnlyDictionary<string, AlertUnit> Units = EnumNames.Create<AlertUnit>(
        "ratio",
        "per minute",
        "minutes",
        "days",
        "units",
        "count",
        "flag"
    );

    private static readonly IReadOnlyDictionary<string, AlertSubjectKind> Subjects = EnumNames.Create<AlertSubjectKind>();

    private static readonly IReadOnlyDictionary<string, ThresholdBasis> Bases = EnumNames.Create<ThresholdBasis>();

    /// <summary>Numbers by their names in the file.</summary>
    public static IReadOnlyDictionary<string, AlertNumber> Numbers { get; } = EnumNames.Create<AlertNumber>();

    public static AlertCondition? Read(MapReader map)
    {
        var id = map.ReadText("id");
        var about = map.ReadChoice("about", Subjects);
        var number = map.ReadChoice("number", Numbers);
        var unit = map.ReadChoice("unit", Units);
        var decides = map.ReadText("decides");
        var meaning = map.ReadText("meaning");
        var text = ReadTemplate(map, "text");
        var resolvedText = ReadTemplate(map, "resolvedText");
        var inhibitedBy = map.ReadTexts("inhibitedBy");
        var suppressedDuringChange = map.ReadBoolean("suppressedDuringChange");
        map.ReadText("source");
        var levels = map.ReadMaps("levels").Select(ReadLevel).OfType<AlertLevel>().ToList();
        map.ReportUnknownKeys();
        CheckPlaceholders(map, id, about, number, unit);
        CheckLevels(map, levels);
        CheckBasis(map, number, levels);
        CheckRatios(map, number, levels);
        return
            id is null
            || about is null
            || number is null
            || decides is null
            || meaning is null
            || text is null
            || resolvedText is null
            || inhibitedBy is null
            || suppressedDuringChange is null
            ? null
            : new AlertCondition
            {
                Id = id,
                SubjectKind = about.Value,
                Number = number.Value,
                Text = text,
                ResolvedText = resolvedText,
                Levels = levels,
                InhibitedBy = inhibitedBy,
                IsSuppressedDuringChange = suppressedDuringChange.Value,
            };
    }

    private static string? ReadTemplate(MapReader map, string key)
    {
        var template = map.ReadText(key);
        foreach (var place in template is null ? [] : AlertText.FindUnknownPlaceholders(template))
        {
            map.Report(
                key,
                $"{{{place}}} is not known; use {string.Join(", ", AlertText.Placeholders.Select(known => "{" + known + "}"))}."
            );
        }

        return template;
    }

    private static AlertLevel? ReadLevel(MapReader map)
    {
        var severity = map.ReadChoice("severity", EnumNames.Severities);
        var enter = ReadThreshold(map, "enter");
        var leave = ReadThreshold(map, "leave");
        var of = map.HasKey("of") ? map.ReadChoice("of", Bases) : ThresholdBasis.Number;
        var pending = map.ReadNumber("pending", 0, MaxMinutes);
        var resolveDelay = map.ReadNumber("resolveDelay", MinResolveDelay, MaxMinutes);
        var repeatInterval = map.ReadNumber("repeatInterval", MinRepeatInterval, MaxMinutes, required: false);
        map.ReportUnknownKeys();
        if (enter is { } begin && leave is { } end && !begin.IsEndedBy(end))
        {
            map.Report("leave", $"'{end}' does not end '{begin}': its operator must point the other way, and no number may satisfy both.");
        }

        return severity is null || enter is null || leave is null || pending is null || resolveDelay is null
            ? null
            : new AlertLevel(
                severity.Value,
                enter.Value,
                leave.Value,
                TimeSpan.FromMinutes(pending.Value),
                TimeSpan.FromMinutes(resolveDelay.Value),
                repeatInterval is { } minutes ? TimeSpan.FromMinutes(minutes) : null
            )
            {
                Basis = of ?? ThresholdBasis.Number,
            };
    }

    private static Threshold? ReadThreshold(MapReader map, string key) =>
        map.ReadValue(
            key,
            required: true,
            (string text, out string? reason) =>
            {
                var threshold = Threshold.Parse(text);
                reason = threshold is null ? $"'{text}' is not an operator (>, >=, <, <=) and a number, such as '> 0.7'." : null;
                return threshold;
            }
        );

    private static void CheckPlaceholders(MapReader map, string? id, AlertSubjectKind? about, AlertNumber? number, AlertUnit? unit)
    {
        if (id is not null && !IdPattern().IsMatch(id))
        {
            map.Report("id", $"'{id}' is not a name of 3 to 40 letters and digits that begins with a lowercase letter.");
        }

        if (number is { } known && unit is { } stated && stated != known.GetUnit())
        {
            map.Report("unit", $"The unit of this number is '{Units.First(word => word.Value == known.GetUnit()).Key}'.");
        }

        if (number is { } of && about is { } kind && kind != of.GetSubjectKind())
        {
            map.Report("about", $"This number belongs to a {Subjects.First(word => word.Value == of.GetSubjectKind()).Key}.");
        }
    }

    /// <summary>Checks that severities ascend, and that a higher one is not entered before a lower one.</summary>
    private static void CheckLevels(MapReader map, List<AlertLevel> levels)
    {
        if (levels.Count == 0 && map.HasKey("levels"))
        {
            map.Report("levels", "There must be at least one.");
        }

        foreach (var (lesser, worse) in levels.Zip(levels.Skip(1)))
        {
            if (worse.Severity <= lesser.Severity)
            {
                map.Report("levels", "Severities must ascend, each at most once.");
            }

            // A share of the target and a share of the limit can be compared only if the target is known.
            if (
                worse.Basis == lesser.Basis
                && (
                    worse.Enter.IsUpperBound != lesser.Enter.IsUpperBound
                    || (worse.Enter.IsUpperBound ? worse.Enter.Value < lesser.Enter.Value : worse.Enter.Value > lesser.Enter.Value)
                )
            )
            {
                map.Report("levels", $"The higher severity is entered at '{worse.Enter}', before the lower one at '{lesser.Enter}'.");
            }
        }
    }

    /// <summary>Checks that a threshold states target or limit if its number is the use of a limit, and only then.</summary>
    private static void CheckBasis(MapReader map, AlertNumber? number, List<AlertLevel> levels)
    {
        if (
            number is { } known
            && levels.Exists(level => (level.Basis != ThresholdBasis.Number) != (AlertReadings.FindLimit(known) != Limit.None))
        )
        {
            map.Report(
                "levels",
                AlertReadings.FindLimit(known) == Limit.None
                    ? "This number has no target: omit 'of'."
                    : "Each level must say what it is a share of: 'of: target' or 'of: limit'."
            );
        }
    }

    // In percent by mistake, a level would never fire.
    private static void CheckRatios(MapReader map, AlertNumber? number, List<AlertLevel> levels)
    {
        foreach (var level in number?.GetUnit() == AlertUnit.Ratio ? levels : [])
        {
            if (Math.Max(level.Enter.Value, level.Leave.Value) > MaxRatio)
            {
                map.Report("levels", $"A ratio is at most {MaxRatio}, and 0.9 is 90 %: '{level.Enter}', '{level.Leave}'.");
            }
        }
    }

    [GeneratedRegex("^[a-z][A-Za-z0-9]{2,39}$", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex IdPattern();
}
