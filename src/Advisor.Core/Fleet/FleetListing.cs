namespace Advisor.Core.Fleet;

/// <summary>What discovery found, and what it could not read.</summary>
public sealed record FleetListing(IReadOnlyList<FleetResource> Resources, IReadOnlyList<FleetFailure> Failures)
{
    /// <summary>
    /// Whether a failure may leave resources out. What stands around them, autoscale settings and replicas, hides none.
    /// </summary>
    public static bool HidesResources(FleetFailure failure) =>
        !failure.ResourceId.Contains("/providers/Microsoft.Insights/", StringComparison.OrdinalIgnoreCase)
        && !failure.ResourceId.EndsWith("/replicas", StringComparison.OrdinalIgnoreCase);

    /// <summary>
    /// Whether the listing cannot say that a resource is not there: its place could not be read, or what failed names no place.
    /// </summary>
    public bool MayOmit(string id) =>
        Failures.Any(f => f.Code != "NotFound" && HidesResources(f) && (!f.ResourceId.StartsWith('/') || Covers(f.ResourceId, id)));

    private static bool Covers(string place, string id) =>
        id.StartsWith(place, StringComparison.OrdinalIgnoreCase) && (id.Length == place.Length || id[place.Length] == '/');
}
