using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;

namespace Advisor.Runtime.Rules;

/// <summary>One setting of rules/policy.yaml.</summary>
/// <param name="Name">Its key.</param>
/// <param name="Unit">The unit that the file must state.</param>
/// <param name="Least">Least value that makes sense, inclusive.</param>
/// <param name="Most">Greatest value that makes sense, inclusive.</param>
/// <param name="Apply">Puts the value where the decision reads it.</param>
internal sealed record PolicySetting(string Name, string Unit, double Least, double Most, Func<PolicyRules, double, PolicyRules> Apply);

/// <summary>
/// All settings of the policy. A new one is a property of <see cref="PolicyRules"/>, a line here, an entry in rules/policy.yaml and its
/// name in rules/schema/policy.schema.json; a test fails until all four are there.
/// </summary>
internal static class PolicySettings
{
    private const string UnitMinutePrice = "price per unit-minute";

    public static IReadOnlyList<PolicySetting> All { get; } =
    [
        OfTarget("serverLoadTarget", Dimension.ServerLoad, (targets, ratio) => targets with { ServerLoad = ratio }),
        OfTarget("connectionsTarget", Dimension.Connections, (targets, ratio) => targets with { Connections = ratio }),
        OfTarget("inboundTarget", Dimension.Inbound, (targets, ratio) => targets with { Inbound = ratio }),
        OfTarget("outboundTarget", Dimension.Outbound, (targets, ratio) => targets with { Outbound = ratio }),
        OfTarget("routingTarget", Dimension.Routing, (targets, ratio) => targets with { Routing = ratio }),
        OfRatio("nothingBindsBelow", 0, 0.5, (p, ratio) => p with { NothingBindsBelow = ratio }),
        new("unitPrice", UnitMinutePrice, 0.001, 1e6, (p, price) => p with { Prices = p.Prices with { Unit = price } }),
        new("overloadPrice", UnitMinutePrice, 0, 1e6, (p, price) => p with { Prices = p.Prices with { Overload = price } }),
        new("shedPrice", "price per unit", 0, 1e6, (p, price) => p with { Prices = p.Prices with { Shed = price } }),
        OfMinutes("staleAfter", 3, 1440, (p, time) => p with { StaleAfter = time }),
        OfMinutes("metricLag", 0, 60, (p, time) => p with { MetricLag = time }),
        OfMinutes("scaleOutCooldown", 0, 1440, (p, time) => p with { ScaleOutCooldown = time }),
        OfMinutes("scaleInCooldown", 0, 10080, (p, time) => p with { ScaleInCooldown = time }),
        OfMinutes("standingOverloadAfter", 1, 60, (p, time) => p with { StandingOverloadAfter = time }),
        OfMinutes("announcedAhead", 0, 240, (p, time) => p with { AnnouncedAhead = time }),
        OfMinutes("announcedAheadMin", 0, 240, (p, time) => p with { AnnouncedAheadMin = time }),
        OfMinutes("shrinkTrial", 0, 240, (p, time) => p with { ShrinkTrial = time }),
        OfMinutes("respectOthersFor", 0, 1440, (p, time) => p with { RespectOthersFor = time }),
        OfMinutes("dayEndShrinkAhead", 5, 720, (p, time) => p with { DayEndShrinkAhead = time }),
        new("clockDays", "days", 0, 14, (p, days) => p with { Clock = p.Clock with { Days = (int)days } }),
        new("sameWeekdayWeight", "days", 1, 100, (p, weight) => p with { Clock = p.Clock with { SameWeekdayWeight = weight } }),
        OfRatio("idleBelow", 0, 0.5, (p, ratio) => p with { IdleBelow = ratio }),
        new("connectionRatePerUnit", "connections per second and unit", 0.01, 1000, (p, rate) => p with { ConnectionRatePerUnit = rate }),
        OfMinutes("reconnectStormHold", 0, 1440, (p, time) => p with { ReconnectStormHold = time }),
        new("metricsOutageResources", "resources", 2, 1000, (p, number) => p with { Outage = p.Outage with { Resources = (int)number } }),
        OfMinutes("metricsOutageWithin", 0, 30, (p, time) => p with { Outage = p.Outage with { Within = time } }),
        OfMinutes("metricsOutageInUse", 0, 1440, (p, time) => p with { Outage = p.Outage with { InUseFor = time } }),
        OfMinutes("metricsOutageAtMost", 15, 10080, (p, time) => p with { Outage = p.Outage with { AtMost = time } }),
        OfMinutes("idleLookEvery", 1, 10, (p, time) => p with { IdleLookEvery = time }),
    ];

    private static PolicySetting OfTarget(string name, Dimension dimension, Func<TargetUtilizations, Ratio, TargetUtilizations> apply) =>
        OfRatio(name, TargetUtilizations.Min, TargetUtilizations.MaxOf(dimension), (policy, ratio) => policy with { Targets = apply(policy.Targets, ratio) });

    private static PolicySetting OfRatio(string name, double least, double most, Func<PolicyRules, Ratio, PolicyRules> apply) =>
        new(name, "ratio", least, most, (policy, value) => apply(policy, new Ratio(value)));

    private static PolicySetting OfMinutes(string name, double least, double most, Func<PolicyRules, TimeSpan, PolicyRules> apply) =>
        new(name, "minutes", least, most, (policy, value) => apply(policy, TimeSpan.FromMinutes(value)));
}
