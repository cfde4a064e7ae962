using Advisor.Core.Rules;
using static Advisor.Configuration.Rules.NumberSetting<Advisor.Core.Rules.AlertRules>;
using AlertSetting = Advisor.Configuration.Rules.NumberSetting<Advisor.Core.Rules.AlertRules>;

namespace Advisor.Configuration.Rules;

/// <summary>
/// All settings of the alerts. A new one needs a property of <see cref="AlertRules"/>, a line here and an entry in rules/alerts.yaml; a
/// test fails until all three exist, and makes the schema with ADVISOR_GOLDEN=update.
/// </summary>
internal static class AlertSettings
{
    private const double MinutesOfDay = 1440;

    public static IReadOnlyList<AlertSetting> All { get; } =
    [
        CreateForMinutes("keepLastFor", 0, MinutesOfDay, (rules, time) => rules with { KeepLastFor = time }),
        CreateForMinutes("maxStep", 1, MinutesOfDay, (rules, time) => rules with { MaxStep = time }),
        CreateForMinutes("flapWindow", 1, MinutesOfDay, (rules, time) => rules with { FlapWindow = time }),
        new("flapAfter", "rises", 2, 16, (rules, value) => rules with { FlapAfter = (int)value }),
        CreateForMinutes("settleAfterChange", 0, 60, (rules, time) => rules with { SettleAfterChange = time }),
        CreateForMinutes("changeExplainsFor", 0, MinutesOfDay, (rules, time) => rules with { ChangeExplainsFor = time }),
        CreateForMinutes("forecastAhead", 1, 120, (rules, time) => rules with { ForecastAhead = time }),
        new("leakTroughShare", "ratio", 0.1, 1, (rules, value) => rules with { LeakTroughShare = value }),
        new("leakRise", "ratio", 1, 10, (rules, value) => rules with { LeakRise = value }),
        CreateForMinutes("oversizeLookBack", 60, 14 * MinutesOfDay, (rules, time) => rules with { OversizeLookBack = time }),
        new("wholeDayShare", "ratio", 0.5, 1, (rules, value) => rules with { WholeDayShare = value }),
        new("dropMinConnections", "connections", 1, 1e6, (rules, value) => rules with { DropMinConnections = value }),
        CreateForMinutes("groupInterval", 0.1, 60, (rules, time) => rules with { GroupInterval = time }),
        CreateForMinutes("repeatGroupInterval", 0, MinutesOfDay, (rules, time) => rules with { RepeatGroupInterval = time }),
        CreateForMinutes("adviceSettles", 0, MinutesOfDay, (rules, time) => rules with { AdviceSettles = time }),
        CreateForMinutes("explainedRepeat", 60, 7 * MinutesOfDay, (rules, time) => rules with { ExplainedRepeat = time }),
        CreateForMinutes("explainedCriticalRepeat", 10, 7 * MinutesOfDay, (rules, time) => rules with { ExplainedCriticalRepeat = time }),
    ];
}
