using Advisor.Configuration.Schedules;
using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling.Lives;

/// <summary>The lives of the golden files: between them they meet most of what a decision may depend on.</summary>
internal static class KnownLives
{
    private const int Day = Life.Day;

    public static IReadOnlyList<Life> All { get; } =
    [
        new("daily echo", Daily(2000, 7000), 4),
        new("office hours of an inferred workload", Office(400, 5200), 2)
        {
            Service = ServiceKind.WebPubSub,
            Settings = new() { TimeZone = IanaTimeZones.Find("Europe/Berlin")! },
            Traffic = (60, 1800),
            Noise = 0.02,
        },
        new("growth beyond ten units", minute => 3000 + (9 * Math.Max(0, minute - (8 * Day))), 5)
        {
            Settings = TestResource.Settings with { MaxUnits = 10, Targets = default, AllowTierChange = true },
        },
        new("growth beyond the next tier", minute => 60_000 + (40 * Math.Max(0, minute - (8 * Day))), 70)
        {
            Settings = TestResource.Settings with { MaxUnits = 1000, AllowTierChange = true, Mode = AdvisorMode.Auto },
            Sku = "Premium_P1",
        },
        new("a size that is full", Daily(2500, 9000), 2)
        {
            Settings = TestResource.Settings with { MaxUnits = 5, Targets = default },
            Change = (minute, observation) =>
                observation with
                {
                    ThrottledCloses = observation.Readings.ConnectionCount >= 1000 * observation.Units ? 12 : 0,
                },
        },
        new("a freeze and a launch and a pin", Daily(1500, 5000), 3)
        {
            Settings = TestResource.Settings with
            {
                Mode = AdvisorMode.Auto,
                MaxStep = 2,
                Trust = ScalingTrust.Gradual,
                ScaleInWindows = new WeeklyHours([new WeeklyWindow(WeekDays.All, TimeSpan.FromHours(1), TimeSpan.FromHours(19))]),
                Windows =
                [
                    new PlannedWindow("freeze", At(9, 6), At(9, 9), null, IsFreeze: true),
                    new PlannedWindow("launch", At(9, 14), At(9, 16), 20, IsFreeze: false),
                    new PlannedWindow("quiet", At(9, 18), At(9, 20), null, IsFreeze: false, MaxUnits: 3),
                ],
                PersonPin = new ResourcePin(5, "a person") { Until = At(9, 2) },
                Pause = new ResourcePause(PausedScaling.ScaleIn, "a tag") { Until = At(9, 4) },
            },
        },
        new("metrics that lie", Daily(2000, 6000), 4) { Noise = 0.08, Change = Disturb },
        new("a budget and many messages", Daily(3000, 8000), 5)
        {
            Settings = TestResource.Settings with { MonthlyBudget = new Money(300, "USD"), AllowTierChange = true },
            Traffic = (900, 9000),
        },
        new("small groups near the routing limit", Daily(4000, 9000), 8)
        {
            Settings = new() { Workload = Workload.Create(UseCase.SendToSmallGroup, 2048, 10) },
            Traffic = (300, 3000),
        },
        new("an endpoint of a group whose sizes move together", Daily(1500, 6000), 3)
        {
            Settings = TestResource.Settings with { Mode = AdvisorMode.Auto },
            Change = (minute, observation) =>
                observation with
                {
                    Fleet = new FleetConstraints(RegionalUnitsLeft: 6, new ChangeAllowance(4, 9), new ChangeAllowance(4, 9))
                    {
                        Endpoints = new EndpointGroup("clients", 3, 1, EndpointSizes.Together, minute % Day < 720 ? 3 : 6),
                    },
                },
        },
        new("an endpoint that takes turns", Daily(1500, 6000), 3)
        {
            Settings = TestResource.Settings with { Mode = AdvisorMode.Auto },
            Change = (minute, observation) =>
                observation with
                {
                    Fleet = FleetConstraints.Unknown with { Endpoints = new EndpointGroup("clients", 2, 1, EndpointSizes.OneByOne, 4) },
                },
        },
        new("a replica that can take over from another", Daily(1500, 6000), 3)
        {
            Settings = TestResource.Settings with { Mode = AdvisorMode.Auto },
            Change = (minute, observation) =>
                observation with
                {
                    Fleet = FleetConstraints.Unknown with
                    {
                        Failover = new FailoverGroup(
                            1,
                            [new FailoverLoad(RecentRequirement.CreateConstant(minute % Day < 720 ? 1 : 3), 4)]
                        ),
                    },
                },
        },
        new("idle nights", minute => minute % Day is > 480 and < 1200 ? 900 : 0, 2)
        {
            Settings = TestResource.Settings with { MinUnits = 1 },
        },
        new("sizes set by others", Daily(2000, 6000), 4)
        {
            Settings = TestResource.Settings with { Mode = AdvisorMode.Auto },
            Change = (minute, observation) => minute % 300 < 40 ? observation with { Units = 8 } : observation,
        },
        new("the first hours of a resource", Daily(2000, 6000), 2) { PastDays = 0, Minutes = 900 },
    ];

    private static DateTimeOffset At(int day, int hour) => TestResource.Start.AddDays(day).AddHours(hour);

    private static Func<int, double> Daily(double low, double high) =>
        minute => low + ((high - low) * (1 - Math.Cos(2 * Math.PI * (minute % Day) / Day)) / 2);

    // The first five days of a week, 8:00 to 17:00.
    private static Func<int, double> Office(double night, double day) =>
        minute => minute / Day % 7 < 5 && minute % Day is >= 480 and < 1020 ? day : night;

    private static Observation Disturb(int minute, Observation observation)
    {
        var readings = observation.Readings;
        readings = (minute % 97) switch
        {
            < 3 => default,
            < 5 => new MetricReadings(0, 0, 0, 0, 0, 0),
            < 9 => readings with { ServerLoad = 99.5 },
            < 11 => readings with { ConnectionCount = readings.ConnectionCount * 40 },
            < 13 => readings with { InboundTraffic = null, OutboundTraffic = null },
            < 14 => readings with { ServerLoad = -5, ConnectionCount = double.NaN },
            < 17 => readings with { ServerLoad = null, MessageCount = null },
            _ => readings,
        };
        return observation with { Readings = readings };
    }
}
