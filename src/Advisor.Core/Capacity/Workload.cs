using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity;

/// <summary>Basic case of a mixed load.</summary>
/// <param name="UseCase">Sending pattern.</param>
/// <param name="Share">Share of the load; the shares of a workload add up to 1.</param>
/// <param name="MessageBytes">Mean message size in bytes, 1 or more.</param>
/// <param name="GroupSize">Members per group, for the group cases; null = as measured by the guide (10 for small groups).</param>
public sealed record WorkloadPart(UseCase UseCase, Ratio Share, int MessageBytes, int? GroupSize = null);

/// <summary>Workload of a resource, as declared in settings, tags or the observation. Shares add up to 1.</summary>
public sealed record Workload(IReadOnlyList<WorkloadPart> Parts)
{
    /// <summary>Creates a workload of a single case.</summary>
    public static Workload Create(UseCase useCase, int messageBytes = 2048, int? groupSize = null) =>
        new([new WorkloadPart(useCase, new Ratio(1), messageBytes, groupSize)]);
}
