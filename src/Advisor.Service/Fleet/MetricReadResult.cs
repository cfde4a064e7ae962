using Advisor.Core.Fleet;
using Advisor.Core.Metrics;

namespace Advisor.Service.Fleet;

/// <summary>
/// Metrics of each resource (by id, case-insensitive), minutes ascending, gaps left out; the failures; and the number of calls.
/// </summary>
/// <param name="Calls">Number of metric calls made.</param>
/// <param name="Notes">Remarks for people, such as that the batch call was refused and the slower one was used.</param>
public sealed record MetricReadResult(
    IReadOnlyDictionary<string, IReadOnlyList<MinuteSample>> Series,
    IReadOnlyList<FleetFailure> Failures,
    int Calls,
    IReadOnlyList<string> Notes
)
{
    public static MetricReadResult Empty { get; } = new(new Dictionary<string, IReadOnlyList<MinuteSample>>(), [], 0, []);

    /// <summary>Connections closed in the newest minute by category, for the resources (by id) for which that was read.</summary>
    public IReadOnlyDictionary<string, IReadOnlyDictionary<string, double>> ClosesByResource { get; init; } =
        ConnectionCloses.Unknown.ByResource;

    /// <summary>Returns the result of two reads; of a resource that both have, the series of the second one.</summary>
    public MetricReadResult Add(MetricReadResult second)
    {
        var series = new Dictionary<string, IReadOnlyList<MinuteSample>>(Series, StringComparer.OrdinalIgnoreCase);
        foreach (var (id, minutes) in second.Series)
        {
            series[id] = minutes;
        }

        return this with
        {
            Series = series,
            Failures = [.. Failures, .. second.Failures],
            Calls = Calls + second.Calls,
            Notes = [.. Notes, .. second.Notes],
        };
    }

    /// <summary>Whether the read of a resource failed.</summary>
    public bool HasFailed(string resourceId) => FindFailure(resourceId) is not null;

    /// <summary>Returns why the read of a resource failed; null when it did not.</summary>
    public FleetFailure? FindFailure(string resourceId) =>
        Failures.FirstOrDefault(failure => string.Equals(failure.ResourceId, resourceId, StringComparison.OrdinalIgnoreCase));
}

/// <param name="ByResource">Closed connections by category, for each resource (by id, case-insensitive) in the answer.</param>
/// <param name="Calls">Number of metric calls made.</param>
public sealed record ConnectionCloses(IReadOnlyDictionary<string, IReadOnlyDictionary<string, double>> ByResource, int Calls)
{
    public static ConnectionCloses Unknown { get; } = new(new Dictionary<string, IReadOnlyDictionary<string, double>>(), 0);
}
