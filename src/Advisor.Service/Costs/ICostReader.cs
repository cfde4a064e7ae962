using Advisor.Core.Capacity.Costs;
using Advisor.Core.Fleet;

namespace Advisor.Service.Costs;

/// <summary>Rows of Cost Management for a subscription.</summary>
/// <param name="Failure">Why they could not be read, with what to do; null when they were. Rows is then empty.</param>
public sealed record CostAnswer(IReadOnlyList<ActualCostRow> Rows, FleetFailure? Failure);

/// <summary>Actual costs, as Cost Management states them. A failure is a value; only a cancellation throws.</summary>
public interface ICostReader
{
    /// <summary>Reads the costs of all SignalR and Web PubSub resources of a subscription, by resource, day and meter.</summary>
    Task<CostAnswer> ReadAsync(string subscription, CostWindow window, CancellationToken cancellation);
}
