using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Lab.LocalAzure.Load;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.Resources;

namespace Advisor.Lab.LocalAzure.Scenarios;

/// <content>Resources that are too large, that Advisor does not change, or whose metrics are not what they should be.</content>
internal static partial class DemoFleet
{
    private static readonly DateTimeOffset Monday = new(2024, 1, 1, 0, 0, 0, TimeSpan.Zero);

    // Connections 0.025, of the target 0.03; traffic and load less.
    private static LocalResourceSpec IdleStaging =>
        new()
        {
            Name = "idle-staging",
            Region = "northeurope",
            Units = 20,
            Tags = LocalTags.Create("echo", 2048, "chat"),
            Load = new LocalLoad
            {
                Connections = 500,
                Shape = LocalShapes.CreateEcho(1.0 / 60),
                Law = new SimulationParameters(NoiseSd: 0.3),
            },
            ExpectedLimitingFactor = Limit.None,
            Shows = "idle: no limiting factor, most units are unused",
        };

    // Connections 0.16 to 0.48, of the target 0.18 to 0.53; load a tenth of that.
    private static LocalResourceSpec ScoresOversized =>
        new()
        {
            Name = "scores-oversized",
            Region = "westus2",
            Units = 100,
            Tags = LocalTags.Create("broadcast", 2048, "scores"),
            Load = new LocalLoad
            {
                Connections = 32_000,
                Shape = LocalShapes.CreateBroadcast(1.0 / 60),
                DailyWave = 0.5,
            },
            ExpectedLimitingFactor = Limit.Connections,
            Shows = "oversized: the peak of the day requires 54 of 100 units, the night 18",
        };

    // Connections 0.08 outside office hours, 0.52 in them; of the target 0.09 and 0.57.
    private static LocalResourceSpec DeskOfficeHours =>
        new()
        {
            Name = "desk-office-hours",
            Region = "northeurope",
            Units = 30,
            Tags = LocalTags.Create("echo", 2048, "desk"),
            Load = new LocalLoad
            {
                Connections = 2400,
                Shape = LocalShapes.CreateEcho(1.0 / 240),
                Steps = [.. ListOfficeHours(night: 2400, day: 15_500)],
            },
            ExpectedLimitingFactor = Limit.Connections,
            Shows = "office hours: full from Monday to Friday, quiet in the night and at weekends",
        };

    // Connections 0.87, of the target of 90 % 0.97; load 8 x 0.87 = 7 of 70 = 0.10.
    private static LocalResourceSpec PremiumAutoscale =>
        new()
        {
            Name = "premium-autoscale",
            Sku = "Premium_P1",
            Units = 10,
            Tags = LocalTags.Create("echo", 2048, "lobby"),
            Load = new LocalLoad { Connections = 8700, Shape = LocalShapes.CreateEcho(1.0 / 180) },
            HasAutoscale = true,
            ShowsEveryProperty = true,
            ExpectedLimitingFactor = Limit.Connections,
            Shows = "autoscale is on: advisory only",
        };

    // Load stuck at 91 of 70; connections 0.2, of the target 0.22: traffic and connections explain a load of 2.
    private static LocalResourceSpec StuckServerLoad =>
        new()
        {
            Name = "stuck-server-load",
            Region = "northeurope",
            Units = 5,
            Tags = LocalTags.Create("broadcast", 2048, "markets"),
            Load = new LocalLoad
            {
                Connections = 1000,
                Shape = LocalShapes.CreateBroadcast(1.0 / 60),
                StuckServerLoad = 91,
                Law = new SimulationParameters(NoiseSd: 0.5),
            },
            ExpectedLimitingFactor = Limit.Connections,
            ExpectedState = DataState.SuspectMetric,
            Shows = "stuck server load: high while traffic and connections are low",
        };

    private static LocalResourceSpec SilentMetrics =>
        new()
        {
            Name = "silent-metrics",
            Region = "eastus",
            Units = 3,
            Tags = LocalTags.Create("echo", 2048, "chat"),
            Load = new LocalLoad
            {
                Connections = 600,
                Shape = LocalShapes.CreateEcho(1.0 / 180),
                AllMetricsMissing = true,
            },
            ExpectedLimitingFactor = Limit.None,
            ExpectedState = DataState.InsufficientData,
            Shows = "missing metrics: buckets that carry only their time",
        };

    // Connections 0.95 (19 of 20), of the target of 90 % 1.06.
    private static LocalResourceSpec TrialFreeTier =>
        new()
        {
            Name = "trial-free-tier",
            Region = "eastus",
            Sku = "Free_F1",
            Tags = LocalTags.Create("echo", 2048, "desk"),
            Load = new LocalLoad
            {
                Connections = 19,
                Shape = LocalShapes.CreateEcho(1.0 / 300),
                Law = new SimulationParameters(NoiseSd: 0.3),
                DailyWave = 0,
            },
            ExpectedLimitingFactor = Limit.Connections,
            Shows = "free tier: nearly full, and leaving it changes the address, so that a person must do it",
        };

    // Monday to Friday from 07:00 to 18:00 UTC; clients come and go within two hours, in steps of 15 minutes.
    private static IEnumerable<LoadStep> ListOfficeHours(double night, double day)
    {
        const int week = 7 * 24 * 60,
            step = 15,
            steps = 8;
        for (var weekday = 0; weekday < 5; weekday++)
        {
            for (var i = 1; i <= steps; i++)
            {
                var begins = Monday.AddDays(weekday).AddHours(7).AddMinutes((i - 1) * step);
                var lasts = (11 * 60) - (2 * (i - 1) * step);
                yield return new LoadStep(begins, DateTimeOffset.MaxValue)
                {
                    Every = week,
                    For = lasts,
                    Connections = night + ((day - night) * i / steps),
                };
            }
        }
    }
}
