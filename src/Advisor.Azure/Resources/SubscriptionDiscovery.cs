using System.Collections.Concurrent;
using Advisor.Azure.Resilience;
using Advisor.Core.Fleet;

namespace Advisor.Azure.Resources;

/// <summary>Subscriptions of a wide scope.</summary>
/// <param name="Subscriptions">Their ids.</param>
/// <param name="Failures">Parts of the scope whose subscriptions are not known.</param>
/// <param name="Notes">Parts that were read without Resource Graph, each in one sentence.</param>
public sealed record SubscriptionList(
    IReadOnlyList<string> Subscriptions,
    IReadOnlyList<FleetFailure> Failures,
    IReadOnlyList<string> Notes
)
{
    internal static SubscriptionList None { get; } = new([], [], []);
}

/// <summary>
/// Finds the subscriptions of management groups, or all readable ones. Azure Resource Graph names those with SignalR or Web PubSub
/// resources in one call; where it does not answer, all of them are listed. Resource Graph lags behind by minutes, so it serves as an index
/// only: the resources and their sizes are read from Resource Manager.
/// </summary>
internal sealed class SubscriptionDiscovery(AzureCalls calls, ArmPipeline arm, TimeProvider time)
{
    // A subscription that the index misses for a while is read on: only Resource Manager says that a resource is deleted.
    private static readonly TimeSpan KeptFor = TimeSpan.FromHours(1);

    private readonly ConcurrentDictionary<string, DateTimeOffset> seen = new(StringComparer.OrdinalIgnoreCase);
    private readonly ResourceGraph graph = new(calls, arm);
    private readonly SubscriptionLists lists = new(calls, arm);

    /// <summary>Finds the subscriptions of the wide part of a scope; nothing is read for a scope without one.</summary>
    public async Task<SubscriptionList> FindAsync(FleetScope scope, CancellationToken cancellation)
    {
        if (!scope.IsWide)
        {
            return SubscriptionList.None;
        }

        string?[] places = scope.AllSubscriptions
            ? [null]
            : [.. scope.ManagementGroups.Where(ScopeProblems.IsManagementGroupName).Distinct(StringComparer.OrdinalIgnoreCase)];
        var found = new List<SubscriptionList>();
        foreach (var group in places)
        {
            // One after another: Resource Graph permits a few queries a second.
            found.Add(await FindAsync(group, cancellation));
        }

        return new SubscriptionList(
            Remember(found.SelectMany(one => one.Subscriptions)),
            [.. found.SelectMany(one => one.Failures)],
            [.. found.SelectMany(one => one.Notes)]
        );
    }

    private async Task<SubscriptionList> FindAsync(string? group, CancellationToken cancellation)
    {
        try
        {
            return new SubscriptionList(await graph.ListSubscriptionsAsync(group, cancellation), [], []);
        }
        catch (Exception exception) when (AzureFailures.IsExpected(exception, cancellation))
        {
            var refused = AzureFailures.Describe(ResourceGraph.Path, exception, "a role such as Monitoring Reader on the subscriptions");
            var place = group is null ? "the readable subscriptions" : $"the subscriptions of management group {group}";
            var note = $"Resource Graph could not be used, so {place} are listed one by one. {refused.Text}";
            return await lists.ListAsync(group, note, cancellation);
        }
    }

    // Found now, or a while ago.
    private IReadOnlyList<string> Remember(IEnumerable<string> found)
    {
        var now = time.GetUtcNow();
        foreach (var subscription in found)
        {
            seen[subscription] = now;
        }

        return [.. seen.Where(pair => now - pair.Value < KeptFor).Select(pair => pair.Key).Order(StringComparer.OrdinalIgnoreCase)];
    }
}
