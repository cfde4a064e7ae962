using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Fleet;
using Advisor.Service.Series;
using Advisor.Service.Store;
using Advisor.Service.Timeline;

namespace Advisor.Benchmarks;

/// <summary>A drawn fleet as the service leaves it in the state: evaluations, 31 days of minutes each, and alerts.</summary>
internal static class DashboardFleet
{
    public const string Subscription = "00000000-1111-2222-3333-444444444444";

    private const int Days = 31;

    // A commit has at most 100 rows; an alert has two when it fires and two when it resolves.
    private const int AlertDays = 15;

    // Days are drawn once and shared: no two of a resource are the same.
    private const int Shapes = 62;

    public static DateTimeOffset Now { get; } = new(2026, 3, 31, 23, 50, 0, TimeSpan.Zero);

    public static string CreateId(int resource) =>
        $"/subscriptions/{Subscription}/resourceGroups/group-{resource % 20}"
        + $"/providers/Microsoft.SignalRService/SignalR/hub-{resource:D4}";

    public static async Task FillAsync(AdvisorState state, int resources)
    {
        for (var resource = 0; resource < resources; resource++)
        {
            var days = Enumerable.Range(0, Days).Select(day => CreateDay(Days - 1 - day, (resource + day) % Shapes));
            var commit = state
                .BeginCommit(CreateId(resource))
                .Save(Snapshot.Create(CreateResource(resource), Now))
                .Save(CreateEvaluation(resource))
                .SaveMinutes(null, [.. days], Now);
            for (var day = 0; resource % 5 == 0 && day < AlertDays; day++)
            {
                commit.Record(CreateAlert(resource, AlertEventKind.Fired, Now.AddDays(-day).AddHours(-2)), "fired");
                commit.Record(CreateAlert(resource, AlertEventKind.Resolved, Now.AddDays(-day).AddHours(-1)), "resolved");
            }

            await commit.RunAsync(CancellationToken.None);
        }
    }

    /// <summary>A daily wave with 5 % of independent noise on every limit, which is what compresses worst.</summary>
    /// <param name="ago">How many days ago.</param>
    public static MinuteDay CreateDay(int ago, int shape, int minutes = MinuteDay.Minutes)
    {
        var draw = new Random(shape);
        var day = new MinuteDay(MinuteDay.GetDay(Now.AddDays(-ago)));
        for (var minute = 0; minute < minutes; minute++)
        {
            var wave = 6 + (4 * Math.Sin(2 * Math.PI * minute / MinuteDay.Minutes));
            double Draw(double share) => wave * share * (1 + (0.05 * ((2 * draw.NextDouble()) - 1)));
            day.Add(minute, new MinuteValues(new(Draw(1), Draw(0.8), Draw(0.3), Draw(0.5), Draw(0.4)), 8 + (minute / 400), HasData: true));
        }

        return day;
    }

    private static FleetResource CreateResource(int resource) =>
        new()
        {
            Id = CreateId(resource),
            Name = ResourceIds.GetName(CreateId(resource)),
            SubscriptionId = Subscription,
            ResourceGroup = ResourceIds.GetResourceGroup(CreateId(resource)),
            Service = ServiceKind.SignalR,
            Region = resource % 2 == 0 ? "westeurope" : "northeurope",
            Sku = "Standard_S1",
            Units = 10,
            ProvisioningState = "Succeeded",
        };

    private static EvaluationRecord CreateEvaluation(int resource)
    {
        Limit[] limits = [.. LimitingFactor.Limits];
        return new EvaluationRecord
        {
            ResourceId = CreateId(resource),
            Service = "signalr",
            Region = CreateResource(resource).Region,
            Sku = "Standard_S1",
            Units = 10,
            At = Now,
            DataAt = Now.AddMinutes(-2),
            RecommendedSku = "Standard_S1",
            RecommendedUnits = resource % 3 == 0 ? 7 : 10,
            Utilization = limits.ToDictionary(limit => limit, limit => 0.1 * (int)limit),
            RequiredUnits = limits.ToDictionary(limit => limit, limit => 1.2345 * (int)limit),
            Forecast =
            [
                .. new[] { 7, 15, 30, 60, 120 }.Select(m => new ForecastQuantiles(TimeSpan.FromMinutes(m), 6.1234, 7.1234, 8.1234)),
            ],
            Decisions = [new DecisionCount(ScalingAction.Hold, ReasonCodes.WithinCapacity, 40_000)],
            Alerts = resource % 10 == 0 ? [new Alert("serverLoadHigh", AlertSeverity.Warning, AlertPhase.Firing)] : [],
            State = EvaluationState.Ok,
            Action = resource % 3 == 0 ? ScalingAction.ScaleIn : ScalingAction.Hold,
            Outcome = resource % 3 == 0 ? AuditOutcome.Recommended : AuditOutcome.Held,
            Reasons =
            [
                .. Enumerable
                    .Range(0, 4)
                    .Select(_ => new Reason(
                        ReasonCodes.WithinCapacity,
                        "Needs 6.12 units now and up to 7.12 before a change could take effect; "
                            + "7 are too few, 10 are enough for the next hour."
                    )),
            ],
            Confidence = 0.8765,
            LimitingFactor = Limit.Routing,
            CostNow = new EvaluationCost(483, 120, 603, "USD"),
            CostAfter = new EvaluationCost(338.10m, 210, 548.10m, "USD"),
            Mode = AdvisorMode.Recommend,
            Team = $"team-{resource % 7}",
        };
    }

    private static TimelineEvent CreateAlert(int resource, AlertEventKind kind, DateTimeOffset at) =>
        new()
        {
            Scope = CreateId(resource),
            At = at,
            Alert = new TimelineAlert
            {
                DedupKey = "0123456789abcdef0123456789abcdef",
                Kind = kind,
                Condition = "serverLoadHigh",
                Severity = AlertSeverity.Warning,
                SubjectKind = AlertSubjectKind.Resource,
                SubjectName = ResourceIds.GetName(CreateId(resource)),
                Team = "team-1",
                Since = at.AddMinutes(-5),
                Text = "Server load is 84 % of 70 % at 10 units. Clears below 75 % for 10 min. Repeats every 4 h.",
            },
        };
}

/// <summary>No Azure: what only reads the state needs none.</summary>
internal sealed class NoAzure : IFleet, IMetricSource
{
    public Task<FleetListing> ListAsync(FleetScope scope, CancellationToken cancellation) => throw new NotSupportedException();

    public Task<ScaleOutcome> ScaleAsync(ScaleRequest request, CancellationToken cancellation) => throw new NotSupportedException();

    public Task<ScaleProgress> GetProgressAsync(string operationUrl, CancellationToken cancellation) => throw new NotSupportedException();

    public Task<MetricReadResult> ReadAsync(
        IReadOnlyList<FleetResource> resources,
        DateTimeOffset start,
        DateTimeOffset end,
        CancellationToken cancellation
    ) => throw new NotSupportedException();
}
