using System.IO.Compression;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Decisions;
using Advisor.Core.Forecasting;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Recommendations;
using Advisor.Service.Series;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.Series;
using Advisor.Tests;

namespace Advisor.Service.Tests.Store.Rows;

/// <content>What belongs to a resource.</content>
internal static partial class GoldenRows
{
    private static CostWindow Window => new(new DateOnly(2025, 12, 3), new DateOnly(2026, 1, 1));

    private static readonly EvaluationRecord Evaluation = new()
    {
        ResourceId = Resource,
        Service = "signalr",
        Region = "westeurope",
        Sku = "Standard_S1",
        Units = 3,
        At = At,
        DataAt = At.AddMinutes(-1),
        RecommendedSku = "Premium_P1",
        RecommendedUnits = 4,
        Utilization = new Dictionary<Limit, double> { [Limit.ServerLoad] = 1.25 },
        RequiredUnits = new Dictionary<Limit, double> { [Limit.Connections] = 2.5 },
        Week = [1.5, 2.25],
        Forecast = [new ForecastQuantiles(TimeSpan.FromMinutes(15), 3, 3.5, 4)],
        Decisions = [new DecisionCount(ScalingAction.ScaleOut, "Overload", 12)],
        Alerts = [new Alert("serverLoad", AlertSeverity.Error, AlertPhase.Firing, "silenced by ann: load test")],
        State = EvaluationState.Failed,
        Problem = "The metrics could not be read.",
        Action = ScalingAction.ScaleOut,
        Outcome = AuditOutcome.Applying,
        Reasons = [new Reason("Overload", "Server load is 91 %, above 70 %.")],
        Confidence = 0.5,
        LimitingFactor = Limit.ServerLoad,
        CostNow = new EvaluationCost(146.5m, 12m, 158.5m, "USD"),
        CostAfter = new EvaluationCost(195m, 0.25m, 195.25m, "USD", CostGap.MessagePrice),
        Prices = new EvaluationPrices(PriceSource.Retail, "2026-11-25", "westeurope", 0.12, "messages at the list price"),
        Month = new EvaluationMonth(
            new DateOnly(2026, 1, 1),
            new EvaluationCost(20m, 1.5m, 21.5m, "USD"),
            new EvaluationCost(150m, 11m, 161m, "USD", CostGap.Traffic)
        ),
        PastCost = new PastCost(
            Window,
            new DateTimeOffset(2026, 1, 4, 10, 3, 0, TimeSpan.Zero),
            [new Money(45.1m, "EUR"), new Money(3, "USD")],
            new CostComparison(
                13,
                new Money(19.3m, "EUR"),
                22,
                new CostReading(18.5m, new Money(18.2m, "USD")),
                new CostReading(22, new Money(22m, "USD"))
            )
        ),
        Mode = AdvisorMode.Auto,
        EndpointGroup = "front",
        Team = "chat",
        IsChanging = true,
        Paused = PausedScaling.ScaleIn,
        IsSnoozed = true,
        SnoozedUntil = At.AddDays(1),
        Recommendation = new ActiveRecommendation
        {
            Action = ScalingAction.ScaleIn,
            FromSku = "Standard_S1",
            FromUnits = 3,
            Sku = "Standard_S1",
            Units = 2,
            Since = At.AddDays(-3),
            SeenAt = At,
            IsUrgent = true,
            SentAt = At.AddDays(-1),
            DiffersSince = At.AddMinutes(-20),
            EarlierUnits = 1,
            Reason = "2 units are the size to keep.",
            CostChange = -48.3m,
            Currency = "USD",
            ApproveLink = new Uri("https://advisor.example.com/open/approvals/a?t=1"),
            IsWorthSaying = true,
        },
        DropRatio = 0.4,
    };

    private static IEnumerable<GoldenRow> Resources =>
        [
            GoldenRow.Create(
                nameof(RecordCodecs.Snooze),
                RecordCodecs.Snooze,
                new RecommendationSnooze
                {
                    ResourceId = Resource,
                    FromSku = "Standard_S1",
                    FromUnits = 3,
                    Sku = "Premium_P1",
                    Units = 2,
                    Author = "ann@example.com",
                    Reason = "after the release",
                    At = At,
                    Until = At.AddDays(7),
                }
            ),
            GoldenRow.Create(nameof(RecordCodecs.Evaluation), RecordCodecs.Evaluation, Evaluation) with
            {
                Earlier = Evaluation with
                {
                    Alerts = [new Alert("serverLoad", AlertSeverity.Error, AlertPhase.Firing)],
                    Recommendation = null,
                    Week = null,
                    EndpointGroup = null,
                    DropRatio = null,
                    Prices = null,
                    Month = null,
                    PastCost = null,
                },
            },
            GoldenRow.Create(nameof(RecordCodecs.LastEvaluation), RecordCodecs.LastEvaluation, Evaluation),
            GoldenRow.Create(nameof(RecordCodecs.EvaluationDetails), RecordCodecs.EvaluationDetails, Details) with
            {
                Earlier = Details with
                {
                    Sizes = [Details.Sizes[0] with { Utilization = null, OverloadedMinutes = null, BeyondLimitMinutes = null }],
                    LookBackDays = null,
                    Load = null,
                    CostRates = null,
                    Month = null,
                },
            },
            GoldenRow.Create(nameof(RecordCodecs.ScalingPause), RecordCodecs.ScalingPause, PersonsPause) with
            {
                Earlier = PersonsPause with { Units = null, Until = null },
            },
            GoldenRow.Create(
                nameof(RecordCodecs.OlderHistory),
                RecordCodecs.OlderHistory,
                OlderHistory.Read(GoldenBytes.Read("Advisor.Core.Tests", "older-history-v1"))!
            ),
            GoldenRow.Create(nameof(RecordCodecs.MinuteDay), RecordCodecs.MinuteDay, CreateDay()) with
            {
                Fixed = Decompress,
            },
        ];

    // The header and the planes: another Brotli encoder may choose other bytes for the same planes.
    private static byte[] Decompress(byte[] payload)
    {
        using var planes = new MemoryStream();
        using var brotli = new BrotliStream(new MemoryStream(payload[MinuteDayTests.HeaderBytes..]), CompressionMode.Decompress);
        brotli.CopyTo(planes);
        return [.. payload[..MinuteDayTests.HeaderBytes], .. planes.ToArray()];
    }

    // Three minutes: one with data, one that was not evaluated, one without data.
    private static MinuteDay CreateDay()
    {
        var day = new MinuteDay(new DateOnly(2026, 1, 5));
        day.Add(0, new MinuteValues(new PerLimit<double>(1.5, 0.25, null, 2, 3), 4, HasData: true));
        day.Add(2, new MinuteValues(new PerLimit<double>(null, null, null, null, null), 5, HasData: false));
        return day;
    }

    private static ScalingPause PersonsPause =>
        new()
        {
            ResourceId = Resource,
            Scaling = PausedScaling.ScaleIn,
            Units = 8,
            Author = "ann@example.com",
            Reason = "load test",
            At = At,
            Until = At.AddDays(2),
        };

    private static EvaluationDetails Details =>
        new()
        {
            ResourceId = Resource,
            At = At,
            Limits = [new(Limit.Outbound, 4_800_000, 10_000_000, 1, true, ["signalr.echo"], true)],
            Sizes =
            [
                new(2, 120, 4.5, 30, new EvaluationCost(96.6m, 12m, 108.6m, "USD"))
                {
                    Utilization = new Dictionary<Limit, double> { [Limit.Routing] = 0.875 },
                    OverloadedMinutes = 290,
                    BeyondLimitMinutes = 12,
                },
            ],
            LookBackDays = 14,
            Alternatives =
            [
                new(
                    "premiumP2",
                    "Premium_P2 with 100 units.",
                    "Premium_P2",
                    100,
                    2,
                    "a quota of 200 units",
                    new EvaluationCost(6000m, 0m, 6000m, "USD")
                ),
            ],
            ConfidenceFactors = ["90 % of the last hour is known"],
            Load = "4,000 connections on average",
            CostRates = "27 USD per 1,000 connections",
            Month = "12 USD for units to date in January 2026",
        };
}
