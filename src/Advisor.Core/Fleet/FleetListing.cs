namespace Advisor.Core.Fleet;

/// <summary>Result of discovery: resources found, and failures.</summary>
public sealed record FleetListing(IReadOnlyList<FleetResource> Resources, IReadOnlyList<FleetFailure> Failures)
{
    /// <summary>Unit quotas that could be read from Azure, at most one per subscription and region; empty if none could.</summary>
    public IReadOnlyList<ReportedQuota> Quotas { get; init; } = [];

    /// <summary>What was read in another way than usual, each in one sentence; nothing is missing because of it.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>Whether a failure may hide resources. Failures of autoscale settings hide none; those of replicas hide replicas.</summary>
    public static bool MayHideResources(FleetFailure failure) =>
        !failure.ResourceId.Contains("/providers/Microsoft.Insights/", StringComparison.OrdinalIgnoreCase);

    /// <summary>
    /// Whether a resource may exist although it is not listed: its scope could not be read, or the failure names no scope.
    /// </summary>
    public bool MayOmit(string id) =>
        Failures.Any(f =>
            MayHideResources(f) && (!f.ResourceId.StartsWith('/') || (f.Code != FailureCode.NotFound && Covers(f.ResourceId, id)))
        );

    private static bool Covers(string place, string id) =>
        id.StartsWith(place, StringComparison.OrdinalIgnoreCase) && (id.Length == place.Length || id[place.Length] == '/');
}
