using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Settings;

namespace Advisor.Reporting.Tests;

/// <summary>
/// One report with every state, action and oddity of text that an output has to carry. Its figures are made up, not decided.
/// </summary>
internal static class SampleReport
{
    public static DateTimeOffset Time { get; } = new(2026, 1, 5, 10, 3, 0, TimeSpan.Zero);

    private const string Guide = "https://learn.microsoft.com/azure/azure-signalr/signalr-concept-performance, current edition";

    private static readonly Reason Enough = new(
        ReasonCodes.WithinCapacity,
        "Needs 0.60 units now; 80 % likely to stay under 0.80 until a change could take effect. 1 unit is enough."
    );

    /// <summary>The same with the actual costs of two resources: one of them compared, one in two currencies and not.</summary>
    public static EvaluationReport Actual =>
        All with
        {
            Resources =
            [
                .. All.Resources.Select(
                    (resource, index) => resource with { PastCost = index < PastCosts.Length ? PastCosts[index] : null }
                ),
            ],
        };

    private static CostWindow Window => new(new DateOnly(2025, 12, 3), new DateOnly(2026, 1, 1));

    private static PastCost[] PastCosts =>
        [
            new(
                Window,
                Time,
                [new Money(45.1m, "EUR")],
                new CostComparison(
                    13,
                    new Money(19.3m, "EUR"),
                    21.5m,
                    new CostReading(18.52m, new Money(29.817m, "USD")),
                    new CostReading(22, null)
                )
            ),
            new(Window, Time, [new Money(7, "EUR"), new Money(-0.25m, "USD")], null),
        ];

    public static EvaluationReport All { get; } =
        new()
        {
            Time = Time.AddMinutes(2),
            MetricCalls = 4,
            Notes =
            [
                "The batch call for metrics was refused for subscription s (403): Advisor reads its metrics per resource, which is "
                    + "slower and makes more calls. Grant Monitoring Reader on the subscription itself to use batch calls again.",
            ],
            Failures =
            [
                new ReportFailure(
                    "/subscriptions/5c0fb7a6",
                    "Forbidden",
                    "No right to read it. Ask for the role Monitoring Reader on the subscription."
                ),
            ],
            Resources =
            [
                ScaleOut,
                Routing,
                Create(
                    "idle",
                    "Standard_S1",
                    10,
                    CreateDecision(
                        ScalingAction.ScaleIn,
                        "Standard_S1",
                        2,
                        Limit.Connections,
                        new(new Ratio(0.031), new Ratio(0.12), new Ratio(0.01), new Ratio(0.02)),
                        -392.8m,
                        reason: new(
                            ReasonCodes.Oversized,
                            "Needs 1.20 units; 80 % likely to stay under 1.60 for the next hour. 2 units are enough."
                        )
                    ),
                    ReportState.Ok
                ),
                Create(
                    "blind",
                    "Standard_S1",
                    5,
                    CreateDecision(
                        ScalingAction.Hold,
                        "Standard_S1",
                        5,
                        Limit.None,
                        default,
                        0,
                        confidence: 0,
                        new(
                            ReasonCodes.InsufficientData,
                            "Missing for 10:03: server load, connections, inbound and outbound traffic. Missing is not zero: no change."
                        )
                    ),
                    ReportState.InsufficientData
                ),
                Create(
                    "stuck",
                    "Premium_P1",
                    3,
                    CreateDecision(
                        ScalingAction.Hold,
                        "Premium_P1",
                        3,
                        Limit.Outbound,
                        new(new Ratio(1.386), new Ratio(0.2), new Ratio(0.1), new Ratio(0.31)),
                        0,
                        reason: new(
                            ReasonCodes.SuspectMetric,
                            "Server load reads 97 %, but traffic and connections explain about 30 %: Advisor does not act on it and does "
                                + "not scale in."
                        )
                    ),
                    ReportState.SuspectMetric
                ),
                Create(
                    "owned",
                    "Premium_P1",
                    2,
                    CreateDecision(
                        ScalingAction.Advise,
                        "Premium_P1",
                        2,
                        Limit.Connections,
                        new(new Ratio(0.7), new Ratio(0.999), new Ratio(0.1), new Ratio(0.1)),
                        61m,
                        reason: new(
                            ReasonCodes.AutoscaleEnabled,
                            "Azure autoscale manages this resource, so 3 units are advisory. Disable the autoscale setting to let Advisor "
                                + "change the size."
                        )
                    ) with
                    {
                        Advisory = new("Premium_P1", 3),
                    },
                    ReportState.AutoscaleOn
                ) with
                {
                    AutoscaleSetting = "owned-autoscale",
                    Replicas = [new ReplicaReport("owned-us", "eastus", 2), new ReplicaReport("owned-asia", "southeastasia", null)],
                },
                Create("gone", "Standard_S1", 1, null, ReportState.Failed) with
                {
                    Failure = new ReportFailure("/subscriptions/s/gone", "NotFound", "It was deleted after it was listed."),
                },
                Create(
                    "a-name-that-is-as-long-as-azure-allows-one-to-be-for-a-resource",
                    "Premium_P2",
                    1000,
                    CreateDecision(
                        ScalingAction.Hold,
                        "Premium_P2",
                        1000,
                        Limit.ServerLoad,
                        new(new Ratio(0.66), new Ratio(0.5), new Ratio(0.4), new Ratio(0.3), new Ratio(0.2)),
                        0,
                        reason: new(
                            ReasonCodes.WithinCapacity,
                            "Needs 660.00 units now; 80 % likely to stay under 680.00 until a change could take effect. 1,000 units are "
                                + "enough."
                        )
                    ),
                    ReportState.Ok
                ),
                Create(
                    "[red]=cmd|' /C calc'!A0,\"q\"\u001b[31m\u202e<b>",
                    "Standard_S1",
                    1,
                    CreateDecision(
                        ScalingAction.Hold,
                        "Standard_S1",
                        1,
                        Limit.None,
                        new(new Ratio(0), new Ratio(0), new Ratio(0), new Ratio(0)),
                        0
                    ),
                    ReportState.Ok
                ),
            ],
        };

    public static ResourceReport ScaleOut =>
        Create(
            "chat",
            "Standard_S1",
            5,
            CreateDecision(
                ScalingAction.ScaleOut,
                "Standard_S1",
                7,
                Limit.ServerLoad,
                new(new Ratio(0.98), new Ratio(0.842), new Ratio(0.64), new Ratio(0.64), new Ratio(0.631)),
                98.2m
            ) with
            {
                Reasons =
                [
                    new Reason(
                        ReasonCodes.ForecastExceedsCapacity,
                        "Needs 4.90 units now and up to 6.30 before a change could take effect; 5 are too few, 7 are enough."
                    ),
                    new Reason(
                        ReasonCodes.InferredWorkload,
                        "Inferred from the traffic (1 byte in for 10 out): sendToSmallGroup with groups of about 10."
                    ),
                ],
                RequiredUnits = new PerLimit<double>(4.9, 4.21, 3.2, 3.2, 3.155),
                Forecast =
                [
                    new ForecastQuantiles(TimeSpan.FromMinutes(7), 5.4, 6.3, 6.9),
                    new ForecastQuantiles(TimeSpan.FromHours(1), 5.6, 6.8, 7.4),
                ],
                Sizes =
                [
                    new SizeCost(6, 360, 210.5, 0, CreateBill(294.6m)),
                    new SizeCost(7, 420, 0, 0, CreateBill(343.7m)),
                    new SizeCost(8, 480, 0, 0, CreateBill(392.8m)),
                ],
                Steady = CreateSteady(),
            },
            ReportState.Ok
        ) with
        {
            Newest = new MinuteSample(Time, new MetricReadings(68.6, 4210, 84.2, 77598720, 775987200, 378900)),
            MinutesSeen = 60,
            Settings = new ResourceSettings { MaxUnits = 50 },
            WorkloadText = "sendToSmallGroup of 2,048 B in groups of 10 (inferred from the traffic)",
            Limits =
            [
                new CapacityCitation(Limit.ServerLoad, 68.6, 70, 1.4, 4.9, [], "serverLoadTarget of the policy", false),
                new CapacityCitation(Limit.Connections, 4210, 5000, 790, 4.21, [], "connectionsPerUnit of Standard_S1", false),
                new CapacityCitation(Limit.Inbound, 1293312, 2_000_000, 706688, 3.2, ["signalr.sendToSmallGroup"], Guide, true),
                new CapacityCitation(Limit.Outbound, 12933120, 20_000_000, 7066880, 3.2, ["signalr.sendToSmallGroup"], Guide, true),
                new CapacityCitation(Limit.Routing, 631, 1000, 369, 3.155, ["signalr.sendToSmallGroup"], Guide, true),
            ],
        };

    private static ResourceReport Routing =>
        Create(
            "lobby",
            "Standard_S1",
            50,
            CreateDecision(
                ScalingAction.Advise,
                "Standard_S1",
                50,
                Limit.Routing,
                new(new Ratio(0.5), new Ratio(0.61), new Ratio(0.4), new Ratio(0.4), new Ratio(1.2)),
                1500m
            ) with
            {
                Advisory = new("Premium_P2", 200),
                RequiredUnits = new PerLimit<double>(25, 30.5, 20, 20, double.PositiveInfinity),
                Reasons = [new Reason(ReasonCodes.RoutingWall, "Routing is at 120 % of what Standard_S1 carries at any size.")],
                Alternatives =
                [
                    new Alternative("largerGroups", "larger groups: requires groups of 20 members or more in the app.", null, null, 1, null)
                    {
                        Requirements = ["groups of 20 members or more in the app"],
                    },
                    new Alternative(
                        "split",
                        "2 x Standard_S1 x 50, 4,923 USD a month: requires several endpoints in the SDK.",
                        "Standard_S1",
                        50,
                        2,
                        CreateBill(4910m)
                    )
                    {
                        Requirements = ["several endpoints in the SDK"],
                    },
                    new Alternative(
                        "premiumP2",
                        "Premium_P2 x 200, 12,213 USD a month: requires 200 units of the regional quota (support ticket) and a change of "
                            + "tier without interruption; no change to the app.",
                        "Premium_P2",
                        200,
                        1,
                        CreateBill(12200m)
                    )
                    {
                        Requirements = ["200 units of the regional quota (support ticket)", "a change of tier without interruption"],
                    },
                ],
            },
            ReportState.Ok
        );

    public static ResourceReport Create(string name, string sku, int units, Decision? decision, ReportState state) =>
        new()
        {
            Id = $"/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/{name}",
            Name = name,
            Service = ServiceKind.SignalR,
            Region = "westeurope",
            Sku = sku,
            Units = units,
            State = state,
            Decision = decision is null
                ? null
                : decision with
                {
                    // Decided gives the change of the units alone; here it comes on top of what the size in force costs.
                    CostNow = CreatePriced(units, decision),
                    CostAfter = new(
                        CreatePriced(units, decision).Units + decision.CostAfter!.Value.Units,
                        CreatePriced(units, decision).Messages,
                        CreatePriced(units, decision).Missing
                    ),
                    Messages = decision.HasAnyUtilization ? DailyMessages.FromRate(4210) : null,
                    MeanConnections = decision.HasAnyUtilization ? 2400 : null,
                    ResourceId = $"/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/{name}",
                },
            Cost = decision is null ? new(new Money(units * 49.1m, "USD"), null, CostGap.Traffic) : CreatePriced(units, decision),
            Month = decision is { HasAnyUtilization: true } ? CreateMonth(CreatePriced(units, decision)) : null,
            PriceBasis = "list price of 2022 in USD, region not stated",
            PriceOrigin = new(PriceSource.List, "2022"),
            MinutesSeen = 60,
            History = TimeSpan.FromDays(14),
        };

    /// <summary>7 units to keep of 14 days; 5 in force were above target for 290 minutes, 12 of them well above it.</summary>
    private static SteadySize CreateSteady() =>
        new(
            "Standard_S1",
            7,
            [
                new SteadyOption(5, 290, 12, Time.AddHours(-20), CreateBill(245.5m)),
                new SteadyOption(7, 9, 0, Time.AddHours(-20), CreateBill(343.7m)),
                new SteadyOption(8, 0, 0, null, CreateBill(392.8m)),
            ],
            TimeSpan.FromDays(14),
            20_000,
            new RequirementPeak(Time.AddHours(-20), 7.21),
            new SteadyTrials(7, 6),
            false
        )
        {
            Autopilot = new AutopilotReplayResult(3, 8, 4.6, new Ratio(0.004), CreateBill(225.9m)),
            Growth = new SteadyGrowth(1.2345, 7, 5, 290),
        };

    private static MonthlyCost CreateBill(decimal units) => new(new Money(units, "USD"), new Money(12.5m, "USD"));

    private static MonthlyCost CreatePriced(int units, Decision decision) =>
        decision.HasAnyUtilization
            ? new(new Money(units * 49.1m, "USD"), new Money(12.5m, "USD"))
            : new(new Money(units * 49.1m, "USD"), null, CostGap.Traffic);

    // A fifth of the month at the same cost, and last month at one unit's price less.
    private static MonthBill CreateMonth(MonthlyCost cost) =>
        new(
            new DateOnly(2025, 12, 1),
            new(cost.Units * 0.2m, cost.Messages!.Value * 0.2m),
            cost,
            new MonthlyCost(cost.Units - new Money(49.1m, "USD"), cost.Messages),
            0
        );

    private static Decision CreateDecision(
        ScalingAction action,
        string sku,
        int units,
        Limit binding,
        PerLimit<Ratio> utilization,
        decimal change,
        double confidence = 0.93,
        Reason? reason = null
    ) =>
        new()
        {
            ResourceId = string.Empty,
            Time = Time,
            Action = action,
            Sku = sku,
            Units = units,
            LimitingFactor = binding,
            Utilization = utilization,
            Confidence = new Ratio(confidence),
            Reasons = [reason ?? Enough],
            CostAfter = new(new Money(change, "USD"), null),
        };
}
