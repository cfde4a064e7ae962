using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using static Advisor.Configuration.Rules.NumberSetting<Advisor.Core.Rules.PolicyRules>;
using PolicySetting = Advisor.Configuration.Rules.NumberSetting<Advisor.Core.Rules.PolicyRules>;

namespace Advisor.Configuration.Rules;

/// <summary>
/// All settings of the policy. A new one needs a property of <see cref="PolicyRules"/>, a line here and an entry in rules/policy.yaml; a
/// test fails until all three exist, and makes the schema with ADVISOR_GOLDEN=update.
/// </summary>
internal static class PolicySettings
{
    private const string UnitMinutePrice = "price per unit-minute";

    public static IReadOnlyList<PolicySetting> All { get; } =
    [
        CreateForTarget("serverLoadTarget", Limit.ServerLoad, (targets, ratio) => targets with { ServerLoad = ratio }),
        CreateForTarget("connectionsTarget", Limit.Connections, (targets, ratio) => targets with { Connections = ratio }),
        CreateForTarget("inboundTarget", Limit.Inbound, (targets, ratio) => targets with { Inbound = ratio }),
        CreateForTarget("outboundTarget", Limit.Outbound, (targets, ratio) => targets with { Outbound = ratio }),
        CreateForTarget("routingTarget", Limit.Routing, (targets, ratio) => targets with { Routing = ratio }),
        CreateForRatio("noLimitingFactorBelow", 0, 0.5, (p, ratio) => p with { NoLimitingFactorBelow = ratio }),
        new("unitPrice", UnitMinutePrice, 0.001, 1e6, (p, price) => p with { Prices = p.Prices with { Unit = price } }),
        new("overloadPrice", UnitMinutePrice, 0, 1e6, (p, price) => p with { Prices = p.Prices with { Overload = price } }),
        new("removalPrice", "price per unit", 0, 1e6, (p, price) => p with { Prices = p.Prices with { Removal = price } }),
        CreateForMinutes("staleAfter", 3, 1440, (p, time) => p with { StaleAfter = time }),
        CreateForMinutes("metricLag", 0, 60, (p, time) => p with { MetricLag = time }),
        new("costLag", "hours", 0, 168, (p, hours) => p with { CostLag = TimeSpan.FromHours(hours) }),
        CreateForMinutes("scaleOutCooldown", 0, 1440, (p, time) => p with { ScaleOutCooldown = time }),
        CreateForMinutes("scaleInCooldown", 0, 10080, (p, time) => p with { ScaleInCooldown = time }),
        CreateForMinutes("sustainedOverloadAfter", 1, 60, (p, time) => p with { SustainedOverloadAfter = time }),
        CreateForMinutes("announcedAhead", 0, 240, (p, time) => p with { AnnouncedAhead = time }),
        CreateForMinutes("announcedAheadMin", 0, 240, (p, time) => p with { AnnouncedAheadMin = time }),
        CreateForMinutes("scaleInTrial", 0, 240, (p, time) => p with { ScaleInTrial = time }),
        CreateForMinutes("endpointTurn", 0, 1440, (p, time) => p with { EndpointTurn = time }),
        CreateForMinutes("respectOthersFor", 0, 1440, (p, time) => p with { RespectOthersFor = time }),
        CreateForMinutes("respectOthersMax", 0, 10080, (p, time) => p with { RespectOthersMax = time }),
        CreateForMinutes("dayEndScaleInAhead", 5, 720, (p, time) => p with { DayEndScaleInAhead = time }),
        new("clockDays", "days", 0, 14, (p, days) => p with { Clock = p.Clock with { Days = (int)days } }),
        new("sameWeekdayWeight", "days", 1, 100, (p, weight) => p with { Clock = p.Clock with { SameWeekdayWeight = weight } }),
        CreateForRatio("fullSizeFrom", 0.5, 1, (p, ratio) => p with { FullSize = p.FullSize with { From = ratio.Value } }),
        CreateForRatio("fullSizeLead", 1, 4, (p, ratio) => p with { FullSize = p.FullSize with { Lead = ratio.Value } }),
        CreateForRatio("idleBelow", 0, 0.5, (p, ratio) => p with { IdleBelow = ratio }),
        new("connectionRatePerUnit", "connections per second and unit", 0.01, 1000, (p, rate) => p with { ConnectionRatePerUnit = rate }),
        CreateForMinutes("reconnectStormHold", 0, 1440, (p, time) => p with { ReconnectStormHold = time }),
        new("metricsOutageResources", "resources", 2, 1000, (p, number) => p with { Outage = p.Outage with { Resources = (int)number } }),
        CreateForMinutes("metricsOutageWithin", 0, 30, (p, time) => p with { Outage = p.Outage with { Within = time } }),
        CreateForMinutes("metricsOutageInUse", 0, 1440, (p, time) => p with { Outage = p.Outage with { InUseFor = time } }),
        CreateForMinutes("metricsOutageMaxDuration", 15, 10080, (p, time) => p with { Outage = p.Outage with { MaxDuration = time } }),
        CreateForMinutes("idlePollInterval", 1, 10, (p, time) => p with { IdlePollInterval = time }),
    ];

    private static PolicySetting CreateForTarget(string name, Limit limit, Func<TargetUtilizations, Ratio, TargetUtilizations> apply) =>
        CreateForRatio(
            name,
            TargetUtilizations.Min,
            TargetUtilizations.GetMax(limit),
            (policy, ratio) => policy with { Targets = apply(policy.Targets, ratio) }
        );

    private static PolicySetting CreateForRatio(string name, double min, double max, Func<PolicyRules, Ratio, PolicyRules> apply) =>
        new(name, "ratio", min, max, (policy, value) => apply(policy, new Ratio(value)));
}
