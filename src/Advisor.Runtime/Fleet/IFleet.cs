using Advisor.Core.Metrics;

namespace Advisor.Runtime.Fleet;

/// <summary>Which resources to look at. Empty lists mean: no filter of that kind; subscriptions or ids must be given.</summary>
public sealed record FleetScope
{
    public IReadOnlyList<string> Subscriptions { get; init; } = [];

    public IReadOnlyList<string> ResourceGroups { get; init; } = [];

    public IReadOnlyList<string> ResourceIds { get; init; } = [];

    /// <summary>Tags that a resource must carry, all of them; an empty value accepts any value of that tag.</summary>
    public IReadOnlyDictionary<string, string> Tags { get; init; } = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
}

/// <summary>What discovery found, and what it could not read.</summary>
public sealed record FleetListing(IReadOnlyList<FleetResource> Resources, IReadOnlyList<FleetFailure> Failures)
{
    /// <summary>
    /// Whether a failure may leave resources out. What stands around them, autoscale settings and replicas, hides none.
    /// </summary>
    public static bool HidesResources(FleetFailure failure) =>
        !failure.ResourceId.Contains("/providers/Microsoft.Insights/", StringComparison.OrdinalIgnoreCase)
        && !failure.ResourceId.EndsWith("/replicas", StringComparison.OrdinalIgnoreCase);

    /// <summary>Whether the listing cannot say that a resource is not there: its place could not be read, or what failed names no place.</summary>
    public bool MayLack(string id) =>
        Failures.Any(f => f.Code != "NotFound" && HidesResources(f) && (!f.ResourceId.StartsWith('/') || Covers(f.ResourceId, id)));

    private static bool Covers(string place, string id) =>
        id.StartsWith(place, StringComparison.OrdinalIgnoreCase) && (id.Length == place.Length || id[place.Length] == '/');
}

/// <summary>
/// The resources of a fleet: found, read and changed. Expected failures are values (<see cref="FleetFailure"/>, <see cref="ScaleOutcome"/>);
/// only cancellation and programmer errors throw.
/// </summary>
public interface IFleet
{
    Task<FleetListing> ListAsync(FleetScope scope, CancellationToken cancellation);

    /// <summary>Asks for a new size after reading the resource again. Returns when Azure has accepted or refused it, not when it is done.</summary>
    Task<ScaleOutcome> ScaleAsync(ScaleRequest request, CancellationToken cancellation);

    /// <summary>Where an accepted change stands.</summary>
    Task<ScaleProgress> FollowAsync(string operationUrl, CancellationToken cancellation);
}

/// <summary>A change of size. Name, tier and capacity are sent together and nothing else but the location.</summary>
/// <param name="ResourceId">The resource.</param>
/// <param name="FromSku">The SKU that the decision saw; the change is refused where the resource has moved on.</param>
/// <param name="FromUnits">The units that the decision saw.</param>
public sealed record ScaleRequest(string ResourceId, string FromSku, int FromUnits, string ToSku, int ToUnits);

public enum ScaleResult
{
    /// <summary>Azure works on it; follow <see cref="ScaleOutcome.OperationUrl"/>.</summary>
    Accepted,

    /// <summary>The resource has this size already.</summary>
    AlreadyThere,

    /// <summary>The resource is no longer what the decision saw: decide again.</summary>
    MovedOn,

    /// <summary>Another update runs (409), throttled (429) or a passing fault: ask again later.</summary>
    RetryLater,

    /// <summary>Azure will not do it: lock, policy, quota, rights, off the ladder. <see cref="ScaleOutcome.Code"/> says which.</summary>
    Refused,
}

/// <param name="Code">Azure's error code or a word of ours (Locked, Policy, Quota, Forbidden, NotFound, Invalid); null where it worked.</param>
/// <param name="RetryAfter">What Azure asked to wait; null where it did not say.</param>
public sealed record ScaleOutcome(ScaleResult Result, string? OperationUrl, string? Code, string Text, TimeSpan? RetryAfter = null);

/// <param name="Done">True at a terminal state.</param>
/// <param name="Succeeded">Meaningful where Done.</param>
public sealed record ScaleProgress(bool Done, bool Succeeded, string Status, string? Text = null);

/// <summary>Metrics of resources, minute by minute.</summary>
public interface IMetricSource
{
    /// <summary>
    /// Reads the minutes of [start, end) of all resources in as few calls as the service allows. One resource that fails never hides the others.
    /// </summary>
    Task<MetricAnswer> ReadAsync(IReadOnlyList<FleetResource> resources, DateTimeOffset start, DateTimeOffset end, CancellationToken cancellation);

    /// <summary>
    /// Reads coarser buckets of [start, end) in as few calls; totals come per minute of their bucket. A source that keeps no coarser buckets answers nothing.
    /// </summary>
    /// <param name="grain">One of the lengths that Azure Monitor serves: 5, 15 or 30 minutes, 1 hour or more.</param>
    Task<MetricAnswer> ReadAsync(
        IReadOnlyList<FleetResource> resources, DateTimeOffset start, DateTimeOffset end, TimeSpan grain, CancellationToken cancellation) =>
        Task.FromResult(MetricAnswer.Nothing);

    /// <summary>
    /// Connections that were closed in one minute, by category. A resource that is not in the answer is unknown; of one that is, a category that is not listed
    /// had none. A source that does not know them answers nothing.
    /// </summary>
    /// <param name="categories">The categories asked for, a few.</param>
    Task<ClosesAnswer> ReadClosesAsync(
        IReadOnlyList<FleetResource> resources, IReadOnlyList<string> categories, DateTimeOffset minute, CancellationToken cancellation) =>
        Task.FromResult(ClosesAnswer.Unknown);
}

/// <summary>The minutes of each resource (by id, without case), ascending, gaps left out; what failed; and what it cost in calls.</summary>
/// <param name="Notes">What a person should know: such as that the batch call was refused and the slower path taken.</param>
public sealed record MetricAnswer(
    IReadOnlyDictionary<string, IReadOnlyList<MinuteSample>> Series,
    IReadOnlyList<FleetFailure> Failures,
    int Calls,
    IReadOnlyList<string> Notes)
{
    public static MetricAnswer Nothing { get; } = new(new Dictionary<string, IReadOnlyList<MinuteSample>>(), [], 0, []);

    /// <summary>Connections closed in the newest minute by category, of the resources (by id) of which that was read.</summary>
    public IReadOnlyDictionary<string, IReadOnlyDictionary<string, double>> Closes { get; init; } = ClosesAnswer.Unknown.Of;
}

/// <param name="Of">Closed connections by category, for each resource (by id, without case) that was answered.</param>
public sealed record ClosesAnswer(IReadOnlyDictionary<string, IReadOnlyDictionary<string, double>> Of, int Calls)
{
    public static ClosesAnswer Unknown { get; } = new(new Dictionary<string, IReadOnlyDictionary<string, double>>(), 0);
}
