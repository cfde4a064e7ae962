using System.Collections.Concurrent;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Fleet;

namespace Advisor.Service.Costs;

/// <summary>
/// Actual costs of the resources, where the configuration asks for them: read from Cost Management once a day and subscription, and kept in
/// the state. Where they cannot be read, earlier ones stay, and the estimate is there in any case.
/// </summary>
/// <param name="costs">What the configuration asks for.</param>
/// <param name="lag">Time after the end of a day in which its costs may still come.</param>
/// <param name="source">Where they are read; null = nowhere: only stored ones are used.</param>
/// <param name="store">Where they are kept between runs and processes; null = in this process.</param>
public sealed class CostBook(CostSource costs, TimeSpan lag, ICostReader? source, ActualCostStore? store)
{
    /// <summary>Age from which costs are read again: a day adds one day to them.</summary>
    public static readonly TimeSpan MaxAge = TimeSpan.FromDays(1);

    /// <summary>Time from a failed attempt to the next.</summary>
    public static readonly TimeSpan RetryInterval = TimeSpan.FromHours(1);

    // Stored costs change once a day.
    private static readonly TimeSpan LoadInterval = TimeSpan.FromMinutes(10);

    private readonly ConcurrentDictionary<string, ActualCost> byResource = new(StringComparer.OrdinalIgnoreCase);
    private readonly ConcurrentDictionary<string, CostMark> marks = new(StringComparer.OrdinalIgnoreCase);
    private DateTimeOffset? loadedAt;

    /// <summary>Whether actual costs are asked for.</summary>
    public bool IsActual => costs == CostSource.Actual;

    /// <summary>Lists sentences about costs of subscriptions that could not be read, one for each.</summary>
    /// <param name="subscriptions">Those with resources: others are not read again, whatever failed.</param>
    public IReadOnlyList<string> ListProblems(IEnumerable<string> subscriptions) =>
        [
            .. subscriptions
                .Distinct(StringComparer.OrdinalIgnoreCase)
                .Order(StringComparer.OrdinalIgnoreCase)
                .Select(subscription => marks.GetValueOrDefault(subscription))
                .OfType<CostMark>()
                .Where(mark => mark.Failure is not null)
                .Select(mark => $"{DescribeStandIn(mark)}: {mark.Failure}"),
        ];

    /// <summary>Returns the actual cost of a resource; null when it is not asked for, or not known.</summary>
    public ActualCost? Find(string resourceId) => IsActual ? byResource.GetValueOrDefault(resourceId) : null;

    /// <summary>Returns a resource with its actual cost.</summary>
    public FleetResource Apply(FleetResource resource) => resource with { ActualCost = Find(resource.Id) };

    /// <summary>Takes up what the state has, at most every ten minutes; does nothing unless actual costs are asked for.</summary>
    public async Task LoadAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        if (!IsActual || store is null || (loadedAt is { } before && (now - before).Duration() < LoadInterval))
        {
            return;
        }

        foreach (var mark in await store.ListMarksAsync(cancellation))
        {
            marks[mark.SubscriptionId] = mark;
        }

        var stored = await store.ListAsync(cancellation);
        Keep(stored);
        Forget([.. stored.Select(cost => cost.ResourceId)], _ => true);
        loadedAt = now;
    }

    /// <summary>
    /// Reads the costs of the subscriptions of these resources that are missing or a day old, and keeps them; what could not be read is
    /// tried again an hour later. Does nothing unless actual costs are asked for.
    /// </summary>
    public async Task RefreshAsync(IEnumerable<FleetResource> resources, DateTimeOffset now, CancellationToken cancellation)
    {
        await LoadAsync(now, cancellation);
        if (!IsActual || source is null)
        {
            return;
        }

        // One after another: Cost Management throttles a caller, whatever the subscription.
        foreach (var subscription in resources.Select(resource => resource.SubscriptionId).Distinct(StringComparer.OrdinalIgnoreCase))
        {
            if (IsDue(marks.GetValueOrDefault(subscription), now) && await TryBeginAsync(subscription, now, cancellation))
            {
                await ReadAsync(source, subscription, now, cancellation);
            }
        }
    }

    private static bool IsDue(CostMark? mark, DateTimeOffset now) =>
        mark is null
        || ((now - mark.TriedAt).Duration() >= RetryInterval && (mark.ReadAt is not { } at || (now - at).Duration() >= MaxAge));

    private async Task<bool> TryBeginAsync(string subscription, DateTimeOffset now, CancellationToken cancellation) =>
        store is null || await store.TryBeginAsync(subscription, mark => IsDue(mark, now), now, cancellation);

    private async Task ReadAsync(ICostReader reader, string subscription, DateTimeOffset now, CancellationToken cancellation)
    {
        var window = CostWindow.FindComplete(now, lag);
        var (rows, failure) = await reader.ReadAsync(subscription, window, cancellation);
        var before = marks.GetValueOrDefault(subscription);
        if (failure is not null)
        {
            marks[subscription] = new(subscription, now, before?.ReadAt, before?.Window, failure.Text);
            await (store?.SaveFailureAsync(subscription, failure.Text, now, cancellation) ?? Task.CompletedTask);
            return;
        }

        var read = ActualCost.Collect(rows, window, now);
        Keep(read);
        Forget(
            [.. read.Select(cost => cost.ResourceId)],
            id => string.Equals(ResourceIds.GetSubscription(id), subscription, StringComparison.OrdinalIgnoreCase)
        );
        marks[subscription] = new(subscription, now, now, window, null);
        await (store?.SaveAsync(subscription, read, window, now, cancellation) ?? Task.CompletedTask);
    }

    private void Keep(IEnumerable<ActualCost> read)
    {
        foreach (var cost in read)
        {
            byResource[cost.ResourceId] = cost;
        }
    }

    private void Forget(HashSet<string> kept, Func<string, bool> isConcerned)
    {
        var known = new HashSet<string>(kept, StringComparer.OrdinalIgnoreCase);
        foreach (var id in byResource.Keys.Where(id => isConcerned(id) && !known.Contains(id)))
        {
            byResource.TryRemove(id, out _);
        }
    }

    private static string DescribeStandIn(CostMark mark) =>
        mark.ReadAt is { } at
            ? $"Actual costs could not be read, those read on {at.UtcDateTime:yyyy-MM-dd} stay in use"
            : "Actual costs could not be read, costs are estimates";
}
