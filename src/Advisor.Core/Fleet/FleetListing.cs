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
        IsPlaceUnread(id) || Failures.Any(failure => MayHideResources(failure) && !failure.ResourceId.StartsWith('/'));

    /// <summary>
    /// Whether a resource may exist although it is not listed, since it, its group or its subscription could not be read.
    /// </summary>
    public bool IsPlaceUnread(string id) =>
        Failures.Any(failure => MayHideResources(failure) && failure.Code != FailureCode.NotFound && Covers(failure.ResourceId, id));

    private static bool Covers(string place, string id) =>
        id.StartsWith(place, StringComparison.OrdinalIgnoreCase) && (id.Length == place.Length || id[place.Length] == '/');
}
