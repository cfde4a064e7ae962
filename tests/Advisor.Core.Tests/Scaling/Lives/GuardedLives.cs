using Advisor.Configuration.Schedules;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling.Lives;

/// <summary>Short lives of what seldom happens: guards that hold a change back, and sizes that cannot suffice.</summary>
internal static class GuardedLives
{
    private const int Hour = 60;

    private static readonly ResourceSettings Auto = TestResource.Settings with { Mode = AdvisorMode.Auto };

    public static IReadOnlyList<Life> All { get; } =
    [
        Create("limits of the rest of the fleet", Waves(900, 5200, 100), 3) with
        {
            Minutes = 20 * Hour,
            Change = Constrain,
        },
        Create("a day billed by its peak", Waves(900, 5200, 300), 3) with
        {
            Settings = Auto with { Billing = BillingModel.DailyPeak },
            Minutes = 26 * Hour,
        },
        Create("a first day that is trusted gradually", minute => minute < 2 * Hour ? 7800 : 1200, 8) with
        {
            PastDays = 0,
            Minutes = 40 * Hour,
            Settings = Auto with { Trust = ScalingTrust.Gradual, MinUnits = 2 },
        },
        Create("the free tier", Waves(5, 60, 90), 1) with
        {
            Sku = "Free_F1",
            Minutes = 5 * Hour,
        },
        Create("metrics that contradict each other or are late", Waves(1800, 2600, 200), 5) with
        {
            Change = Contradict,
        },
        Create("a single reading far above", Waves(1500, 1700, 200), 2) with
        {
            Change = (minute, one) => minute % 45 == 0 ? one with { Readings = TestResource.CreateReadings(9400, one.Units) } : one,
        },
        Create("a load that comes back after each scale-in", minute => minute % 200 < 110 ? 1200 : 4700, 2) with
        {
            Settings = Auto,
        },
        Create("changes that never take effect", Waves(900, 5200, 200), 2) with
        {
            Settings = Auto,
            Change = (_, one) => one with { Units = 2, AppliesDecisions = true, BillsRunningMean = true, ChangeInProgress = false },
        },
        Create("clients that reconnect at once", Waves(3600, 5200, 150), 6) with
        {
            Settings = Auto,
            Change = (minute, one) =>
                one with
                {
                    Readings = one.Readings with { ConnectionOpenCount = minute % 150 == 70 ? 60 * 60 * one.Units : 90 },
                },
        },
        Create("a server load that no unit lowers", Waves(900, 1900, 300), 2) with
        {
            Settings = Auto with { MaxUnits = 20 },
            Change = (minute, one) =>
                minute % 1440 > 2 * Hour ? one with { Readings = one.Readings with { ServerLoad = 88 + (minute % 5) } } : one,
        },
        Create("bytes above the ceiling at a low server load", Waves(600, 900, 200), 1) with
        {
            Settings = new()
            {
                Mode = AdvisorMode.Auto,
                MinUnits = 1,
                MaxUnits = 8,
            },
            Traffic = (2600, 2600),
            Change = (minute, one) => one with { Readings = one.Readings with { ServerLoad = 21 + (minute % 7) } },
        },
        Create("more than the largest size of a tier", Waves(90_000, 130_000, 300), 100) with
        {
            Settings = Auto with { MaxUnits = 1000 },
        },
        Create("small groups beyond any size", Waves(60_000, 130_000, 300), 100) with
        {
            Settings = new()
            {
                Mode = AdvisorMode.Auto,
                MaxUnits = 1000,
                Workload = Workload.Create(UseCase.SendToSmallGroup, 2048, 10),
            },
            Sku = "Premium_P1",
        },
        Create("a maximum that is too small for a quarter of an hour", minute => minute % 60 < 14 ? 2700 : 1500, 2) with
        {
            Settings = Auto with { MinUnits = 2, MaxUnits = 2 },
        },
        Create("a minimum above the need", Waves(300, 900, 200), 1) with
        {
            Settings = Auto with { MinUnits = 5 },
        },
        Create("minutes that come twice or not at all", Waves(900, 3200, 150), 2) with
        {
            Settings = Auto,
            Change = (minute, one) =>
                (minute % 30) switch
                {
                    15 => one with { Time = one.Time.AddMinutes(-1) },
                    > 20 and < 24 => one with { Readings = default },
                    _ => one,
                },
        },
        Create("cooldowns of half an hour", Waves(900, 5200, 70), 3) with
        {
            Settings = Auto,
            Rules = TestResource.Rules with
            {
                Policy = TestResource.Rules.Policy with
                {
                    ScaleOutCooldown = TimeSpan.FromMinutes(30),
                    ScaleInCooldown = TimeSpan.FromMinutes(40),
                },
            },
        },
        Create("a weekend that begins in Auckland", minute => minute / 1440 % 7 >= 4 ? 900 : 4000 + (minute % 50 * 9), 4) with
        {
            Settings = Auto with { TimeZone = IanaTimeZones.Find("Pacific/Auckland")! },
            PastDays = 4,
            Minutes = 20 * Hour,
        },
        Create("a metric that jumps alone", Waves(900, 1500, 200), 3) with
        {
            Change = (minute, one) =>
                one with
                {
                    Readings = (minute % 75) switch
                    {
                        15 => one.Readings with { OutboundTraffic = 30 * one.Readings.OutboundTraffic },
                        30 => one.Readings with { InboundTraffic = 30 * one.Readings.InboundTraffic },
                        45 => one.Readings with { ConnectionCount = 8000, ConnectionQuotaUtilization = null },
                        60 => one.Readings with { ServerLoad = 100 },
                        _ => one.Readings,
                    },
                },
        },
        Create("metrics that come late", Waves(900, 5200, 170), 3) with
        {
            Settings = Auto,
            AgeMinutes = minute => minute % 60 < 20 ? 2 + (minute % 60) : 2,
        },
        Create("targets of its own and pauses of a person", Waves(900, 5200, 170), 3) with
        {
            Settings = new()
            {
                Mode = AdvisorMode.Auto,
                Workload = Workload.Create(UseCase.SendToSmallGroup, 1024, 5),
                Targets = new(new Ratio(0.6), new Ratio(0.8), new Ratio(0.7), new Ratio(0.5), new Ratio(0.4)),
                Billing = BillingModel.Prorated,
            },
            Minutes = 12 * Hour,
            Change = (minute, one) =>
                one with
                {
                    ServiceMode = ServiceMode.Serverless,
                    CountsServerLeg = minute % 400 < 200,
                    Settings = one.Settings with
                    {
                        PersonPause = new ResourcePause((PausedScaling)(minute / 90 % 4), "mia") { Until = one.Time.AddMinutes(30) },
                    },
                },
        },
    ];

    private static Life Create(string name, Func<int, double> connections, int units) =>
        new(name, connections, units) { PastDays = 2, Minutes = 9 * Hour };

    private static Func<int, double> Waves(double low, double high, int period) =>
        minute => low + ((high - low) * (1 - Math.Cos(2 * Math.PI * (minute % period) / period)) / 2);

    // Two hours of each.
    private static Observation Constrain(int minute, Observation one)
    {
        var since = one.Time.AddMinutes(-(minute % 120));
        var fleet = (minute / 120 % 10) switch
        {
            0 => new FleetConstraints(AutoscaleEnabled: true),
            1 => new FleetConstraints(ScaleOutsLeft: new(0, 3), ScaleInsLeft: new(0, 0)),
            2 => new FleetConstraints(ScaleOutsLeft: new(2, 1), ScaleInsLeft: new(null, 1)),
            3 => new FleetConstraints(RegionalUnitsLeft: 0) { Quota = new(20, QuotaSource.Azure, since), QuotaRefusedAt = since },
            4 => new FleetConstraints(RegionalUnitsLeft: 1) { Quota = new(12, QuotaSource.File) },
            5 => FleetConstraints.Unknown with { ZeroMetrics = new(since, 3) },
            6 => FleetConstraints.Unknown with { Failover = new(2, null) },
            7 => FleetConstraints.Unknown with
            {
                Failover = new(1, null) { AreEndpoints = true },
                ZeroMetrics = new(since, 0),
            },
            8 => FleetConstraints.Unknown with { Endpoints = new("clients", 3, 2, EndpointSizes.Together, null) },
            _ => FleetConstraints.Unknown with { Endpoints = new("clients", 4, minute % 4, EndpointSizes.OneByOne, 5), ChangedBy = "mia" },
        };
        return one with { Fleet = fleet, Settings = Auto };
    }

    private static Observation Contradict(int minute, Observation one) =>
        (minute / 30 % 6) switch
        {
            0 => one with { Readings = one.Readings with { InboundTraffic = 0, OutboundTraffic = 0 } },
            1 => one with { Readings = one.Readings with { ConnectionCount = 0 } },
            2 => one with { Readings = one.Readings with { ConnectionCount = null, ConnectionQuotaUtilization = null } },
            3 => one with { Readings = one.Readings with { ConnectionQuotaUtilization = 100, ServerLoad = null } },
            _ => one,
        };
}
