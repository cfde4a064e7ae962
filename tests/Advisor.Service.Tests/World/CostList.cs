using Advisor.Core.Capacity.Costs;
using Advisor.Core.Fleet;
using Advisor.Service.Costs;

namespace Advisor.Service.Tests.World;

/// <summary>Stands in for Cost Management: rows, or a failure; remembers what it was asked for.</summary>
internal sealed class CostList : ICostReader
{
    private readonly List<(string Subscription, CostWindow Window)> asked = [];

    /// <summary>Rows of a subscription and a window. Default: none.</summary>
    public Func<string, CostWindow, IReadOnlyList<ActualCostRow>> ListRows { get; set; } = (_, _) => [];

    public FleetFailure? Failure { get; set; }

    public IReadOnlyList<(string Subscription, CostWindow Window)> Asked
    {
        get
        {
            lock (asked)
            {
                return [.. asked];
            }
        }
    }

    public Task<CostAnswer> ReadAsync(string subscription, CostWindow window, CancellationToken cancellation)
    {
        lock (asked)
        {
            asked.Add((subscription, window));
        }

        return Task.FromResult(Failure is null ? new CostAnswer(ListRows(subscription, window), null) : new CostAnswer([], Failure));
    }
}
