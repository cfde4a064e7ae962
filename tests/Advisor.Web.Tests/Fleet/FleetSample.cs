using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Rules;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Store;

namespace Advisor.Web.Tests.Fleet;

/// <summary>Made-up evaluations in the state: a fleet of any size, with the cases that a table must show.</summary>
internal static class FleetSample
{
    private static readonly string[] Names = ["chat", "orders", "alerts", "telemetry", "presence", "maps", "bids", "support"];
    private static readonly string[] Regions = ["westeurope", "northeurope", "eastus", "southeastasia"];
    private static readonly Limit[] Limits = [Limit.ServerLoad, Limit.Connections, Limit.Inbound, Limit.Outbound, Limit.Routing];

    public static string CreateId(string name, int subscription = 0) =>
        $"/subscriptions/0000000{subscription}-1111-2222-3333-444444444444"
        + $"/resourceGroups/rg-realtime/providers/Microsoft.SignalRService/SignalR/{name}";

    public static string GetName(int i) => FormattableString.Invariant($"{Names[i % Names.Length]}-{i:0000}");

    /// <summary>Evaluations of one minute ago: every tenth above a target, every seventh with a recommendation to scale in.</summary>
    public static async Task AddAsync(AdvisorState state, int count, DateTimeOffset now)
    {
        for (var i = 0; i < count; i++)
        {
            await SaveAsync(state, Create(i, now));
        }
    }

    public static async Task SaveAsync(AdvisorState state, EvaluationRecord record) =>
        Assert.True((await state.BeginCommit(record.ResourceId).Save(record).RunAsync(CancellationToken.None)).IsCommitted);

    public static EvaluationRecord Create(int i, DateTimeOffset now)
    {
        var units = 1 + i * 7 % 20;
        var highest =
            i % 10 == 3 ? 1.02 + i % 4 * 0.1
            : i % 7 == 2 ? 0.35
            : 0.45 + i % 50 / 100.0;
        var limiting = Limits[i % 4];
        var utilization = Limits.ToDictionary(
            limit => limit,
            limit => Math.Round(limit == limiting ? highest : highest * (0.3 + (int)limit * 0.1), 4)
        );
        var required = utilization.ToDictionary(pair => pair.Key, pair => Math.Round(pair.Value * units, 4));
        var recommended =
            i % 10 == 3 ? units + 2
            : i % 7 == 2 ? Math.Max(1, units / 2)
            : units;
        return new EvaluationRecord
        {
            ResourceId = CreateId(GetName(i), i % 3),
            Service = "signalr",
            Region = Regions[i % Regions.Length],
            Sku = "Standard_S1",
            Units = units,
            At = now.AddSeconds(-20),
            DataAt = now.AddMinutes(-2),
            RecommendedSku = "Standard_S1",
            RecommendedUnits = recommended,
            Utilization = utilization,
            RequiredUnits = required,
            Alerts =
                i % 10 == 3
                    ? [new Alert("serverLoadHigh", i % 20 == 3 ? AlertSeverity.Critical : AlertSeverity.Warning, AlertPhase.Firing)]
                    : [],
            State = EvaluationState.Ok,
            Action = ScalingAction.Hold,
            Reasons = [new Reason("WithinTolerance", FormattableString.Invariant($"Needs {highest * units:0.00} units now."))],
            Confidence = 0.9 - i % 5 * 0.1,
            LimitingFactor = limiting,
            CostNow = new EvaluationCost(units * 48.3m, 0, units * 48.3m, "USD"),
            CostAfter = new EvaluationCost(recommended * 48.3m, 0, recommended * 48.3m, "USD"),
            Team = i % 2 == 0 ? "realtime" : "orders",
        };
    }
}
