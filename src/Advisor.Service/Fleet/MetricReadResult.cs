using Advisor.Core.Fleet;
using Advisor.Core.Metrics;

namespace Advisor.Service.Fleet;

/// <summary>The minutes of each resource (by id, without case), ascending, gaps left out; what failed; and what it cost in calls.</summary>
/// <param name="Notes">What a person should know: such as that the batch call was refused and the slower path taken.</param>
public sealed record MetricReadResult(
    IReadOnlyDictionary<string, IReadOnlyList<MinuteSample>> Series,
    IReadOnlyList<FleetFailure> Failures,
    int Calls,
    IReadOnlyList<string> Notes
)
{
    public static MetricReadResult Empty { get; } = new(new Dictionary<string, IReadOnlyList<MinuteSample>>(), [], 0, []);

    /// <summary>Connections closed in the newest minute by category, of the resources (by id) of which that was read.</summary>
    public IReadOnlyDictionary<string, IReadOnlyDictionary<string, double>> ClosesByResource { get; init; } =
        ConnectionCloses.Unknown.ByResource;
}

/// <param name="ByResource">Closed connections by category, for each resource (by id, without case) that was answered.</param>
public sealed record ConnectionCloses(IReadOnlyDictionary<string, IReadOnlyDictionary<string, double>> ByResource, int Calls)
{
    public static ConnectionCloses Unknown { get; } = new(new Dictionary<string, IReadOnlyDictionary<string, double>>(), 0);
}
