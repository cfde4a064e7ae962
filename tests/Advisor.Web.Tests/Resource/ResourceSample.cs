using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Rules;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Series;
using Advisor.Service.Store;
using Advisor.Service.Timeline;
using Advisor.Web.Tests.Fleet;

namespace Advisor.Web.Tests.Resource;

/// <summary>A resource with days of minutes, a forecast, changes and an alert.</summary>
internal static class ResourceSample
{
    public static string Id { get; } = FleetSample.CreateId("chat");

    /// <summary>Connections that rise and fall with the day, from 2 to 6 units; none were reported from 12 to 9 hours ago.</summary>
    public static async Task AddAsync(AdvisorState state, DateTimeOffset now, int days)
    {
        var newest = FleetSample.Create(3, now) with
        {
            ResourceId = Id,
            Units = 5,
            RecommendedUnits = 7,
            RequiredUnits = new Dictionary<Limit, double>
            {
                [Limit.ServerLoad] = 3.1,
                [Limit.Connections] = 5.6,
                [Limit.Outbound] = 2.4,
            },
            Utilization = new Dictionary<Limit, double>
            {
                [Limit.ServerLoad] = 0.62,
                [Limit.Connections] = 1.12,
                [Limit.Outbound] = 0.48,
            },
            LimitingFactor = Limit.Connections,
            Forecast =
            [
                new ForecastQuantiles(TimeSpan.FromMinutes(10), 5.7, 5.9, 6.2),
                new ForecastQuantiles(TimeSpan.FromMinutes(30), 5.9, 6.3, 6.9),
                new ForecastQuantiles(TimeSpan.FromMinutes(60), 6.1, 6.8, 7.6),
            ],
            Reasons =
            [
                new Reason(
                    "ForecastExceedsCapacity",
                    "Needs 5.6 units now; 80 % likely to need up to 6.8 within the hour. 5 units are too few."
                ),
                new Reason("Clock", "The same hour of the last Mondays needed 6.4 units."),
            ],
            CostNow = new EvaluationCost(241.5m, 12m, 253.5m, "USD"),
            CostAfter = new EvaluationCost(338.1m, 12m, 350.1m, "USD"),
        };
        var commit = state.BeginCommit(Id).Save(newest).Save(CreateDetails(now)).SaveMinutes(null, CreateMinutes(now, days), now);
        var change = new ChangeRecord
        {
            ResourceId = Id,
            DecidedAt = now.AddHours(-3),
            FromSku = "Standard_S1",
            FromUnits = 4,
            ToSku = "Standard_S1",
            ToUnits = 5,
            Reason = "Needs 4.4 units now; 4 are too few.",
        };
        Assert.True((await commit.RunAsync(CancellationToken.None)).IsCommitted);
        await state.Changes.OpenAsync(change, CancellationToken.None);
        var open = (await state.Changes.FindOpenAsync(Id, CancellationToken.None))!;
        await state.Changes.SaveAsync(
            open with
            {
                State = ChangeState.Verified,
                ClosedAt = now.AddHours(-3).AddMinutes(4),
                Text = "In effect after 4 minutes.",
            },
            CancellationToken.None
        );
        Assert.True((await state.BeginCommit(Id).Record(CreateAlert(now.AddHours(-1)), "1").RunAsync(CancellationToken.None)).IsCommitted);
    }

    /// <summary>An alert of the resource that fired at a time.</summary>
    public static TimelineEvent CreateAlert(DateTimeOffset at) =>
        new()
        {
            Scope = Id,
            At = at,
            Alert = new TimelineAlert
            {
                DedupKey = "a",
                Kind = AlertEventKind.Fired,
                Condition = "connectionsHigh",
                Severity = AlertSeverity.Warning,
                SubjectKind = AlertSubjectKind.Resource,
                SubjectName = "chat",
                Since = at,
                Text = "Connections are at 104 % of their target.",
            },
        };

    /// <summary>What the evaluation was computed from: 5,040 connections of 5 x 1,000 at a target of 90 % are 112 %.</summary>
    public static EvaluationDetails CreateDetails(DateTimeOffset now) =>
        new()
        {
            ResourceId = Id,
            At = now,
            Limits =
            [
                new(Limit.ServerLoad, 43.4, 70, 0.7, false, [], false),
                new(Limit.Connections, 5040, 4500, 0.9, false, [], false),
                new(Limit.Outbound, 4_800_000, 10_000_000, 1, false, ["signalr.echo"], true),
            ],
            Sizes =
            [
                new(5, 300, 60, 0, new EvaluationCost(241.5m, 12m, 253.5m, "USD")),
                new(6, 360, 21, 0, new EvaluationCost(289.8m, 12m, 301.8m, "USD")),
                new(7, 420, 4.5, 0, new EvaluationCost(338.1m, 12m, 350.1m, "USD")),
                new(8, 480, 0, 0, new EvaluationCost(386.4m, 12m, 398.4m, "USD")),
            ],
            Alternatives =
            [
                new(
                    "premiumP2",
                    "Premium_P2 with 100 units routes four times as many messages of small groups.",
                    "Premium_P2",
                    100,
                    1,
                    "a quota of 200 units in subscription and region",
                    new EvaluationCost(6000m, 0m, 6000m, "USD")
                ),
            ],
            ConfidenceFactors = ["90 % of the last hour is known", "90 % of forecasts held"],
        };

    private static List<MinuteDay> CreateMinutes(DateTimeOffset now, int days)
    {
        var all = new List<MinuteDay>();
        for (var at = now.AddDays(-days); at < now; at = at.AddMinutes(1))
        {
            var day = MinuteDay.GetDay(at);
            if (all.Count == 0 || all[^1].Day != day)
            {
                all.Add(new MinuteDay(day));
            }

            var age = now - at;
            if (age > TimeSpan.FromHours(9) && age <= TimeSpan.FromHours(12))
            {
                continue;
            }

            var wave = 4 + (1.6 * Math.Sin((at.TimeOfDay.TotalHours - 2) / 24 * 2 * Math.PI)) + (0.15 * Math.Sin(at.Minute * 2.4));
            all[^1]
                .Add(
                    (int)at.TimeOfDay.TotalMinutes,
                    new MinuteValues(
                        new PerLimit<double>(wave * 0.55, wave, wave * 0.2, wave * 0.43),
                        age < TimeSpan.FromHours(3) ? 5 : 4,
                        true
                    )
                );
        }

        return all;
    }
}
