using Advisor.Azure.Resilience;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Azure;

namespace Advisor.Azure.Resources;

/// <summary>Discovers the resources of a scope and their context. Failures are reported; the rest continues.</summary>
internal sealed class ResourceDiscovery(
    AzureCalls calls,
    IResourceClient wire,
    ScalingContext scalingContext,
    ReplicaDiscovery replicas,
    SubscriptionDiscovery subscriptions,
    string armHost,
    Func<FleetResource, ResourceSettings> settings
)
{
    private static readonly string?[] WholeSubscription = [null];

    public async Task<FleetListing> ListAsync(FleetScope scope, CancellationToken cancellation)
    {
        var failures = ScopeProblems.Find(scope).ToList();
        var wide = await subscriptions.FindAsync(scope, cancellation);
        failures.AddRange(wide.Failures);
        var parts = await Task.WhenAll(ListScope(scope, wide, cancellation).Concat(GetSingleResources(scope, cancellation)));
        failures.AddRange(parts.SelectMany(p => p.Failures));
        var resources = parts
            .SelectMany(p => p.Resources)
            .Where(scope.HasTags)
            .DistinctBy(r => r.Id, StringComparer.OrdinalIgnoreCase)
            .OrderBy(r => r.Id, StringComparer.OrdinalIgnoreCase)
            .ToList();

        var placed = await Task.WhenAll(
            resources
                .GroupBy(r => r.SubscriptionId, StringComparer.OrdinalIgnoreCase)
                .Select(group => AddContextAsync(group.Key, [.. group], cancellation))
        );
        failures.AddRange(placed.SelectMany(p => p.Failures));
        var configured = placed.SelectMany(p => p.Resources).Select(resource => AddSettings(resource, failures)).OfType<FleetResource>();
        return new FleetListing([.. configured], Deduplicate(failures)) { Notes = wide.Notes };
    }

    // Settings come from tags, where anyone with permission to tag may write any text: a fault is the failure of its resource alone.
    private FleetResource? AddSettings(FleetResource resource, List<FleetFailure> failures)
    {
        try
        {
            return resource with { Settings = settings(resource) };
        }
        catch (Exception fault) when (fault is not OperationCanceledException and not OutOfMemoryException)
        {
            failures.Add(
                new FleetFailure(
                    resource.Id,
                    FailureCode.Settings,
                    $"Its settings could not be read ({fault.GetType().Name}): {fault.Message.ReplaceLineEndings(" ")}"
                )
            );
            return null;
        }
    }

    private IEnumerable<Task<ResourceList>> ListScope(FleetScope scope, SubscriptionList wide, CancellationToken cancellation) =>
        from subscription in scope
            .Subscriptions.Where(ScopeProblems.IsSubscriptionId)
            .Concat(wide.Subscriptions)
            .Distinct(StringComparer.OrdinalIgnoreCase)
        from service in ServiceTypes.All
        from name in scope.ResourceGroups.Count == 0
            ? WholeSubscription
            : scope.ResourceGroups.Where(ScopeProblems.IsSegment).Cast<string?>()
        select ListAsync(service, subscription, name, isNamed: scope.Subscriptions.Contains(subscription), cancellation);

    private IEnumerable<Task<ResourceList>> GetSingleResources(FleetScope scope, CancellationToken cancellation) =>
        scope
            .ResourceIds.Where(id => ServiceTypes.TryParseId(id) is not null)
            // A replica is sized together with its resource, whose failover it is part of.
            .Select(id => ResourceIds.FindOwner(id) ?? id)
            .Distinct(StringComparer.OrdinalIgnoreCase)
            .Select(id => GetAsync(id, cancellation));

    /// <param name="isNamed">Whether the scope names the subscription, so that a missing registration is worth a failure.</param>
    private Task<ResourceList> ListAsync(
        ServiceKind service,
        string subscription,
        string? group,
        bool isNamed,
        CancellationToken cancellation
    )
    {
        var place = group is null ? $"/subscriptions/{subscription}" : $"/subscriptions/{subscription}/resourceGroups/{group}";
        return calls.ReadAsync(
            CallName.ListResources,
            new CallTarget(armHost, subscription),
            token => wire.ListAsync(service, subscription, group, token),
            fault => new ResourceList(
                [],
                !isNamed && IsWithoutResources(fault) ? [] : [AzureFailures.Describe(place, fault, "Monitoring Reader on the subscription")]
            ),
            cancellation
        );
    }

    // Of the subscriptions that Azure named: one that is not registered for the services, or without a group of this name, has none.
    private static bool IsWithoutResources(Exception fault) =>
        fault is RequestFailedException failed
        && (
            string.Equals(ProviderRegistration.FindMissing(failed), ServiceTypes.Provider, StringComparison.OrdinalIgnoreCase)
            || (failed.Status == 404 && ErrorBody.FromException(failed).Code == "ResourceGroupNotFound")
        );

    private Task<ResourceList> GetAsync(string id, CancellationToken cancellation) =>
        calls.ReadAsync(
            CallName.GetResource,
            new CallTarget(armHost, ServiceTypes.TryParseId(id)!.SubscriptionId!),
            async token => new ResourceList([await wire.GetAsync(id, token)], []),
            fault => new([], [AzureFailures.Describe(id, fault, "Monitoring Reader on the resource or its subscription")]),
            cancellation
        );

    private async Task<ResourceList> AddContextAsync(string subscription, List<FleetResource> resources, CancellationToken cancellation)
    {
        var premium = resources.Where(r => ServiceTypes.IsPremium(r.Sku)).ToList();
        var reading = replicas.ListAsync(subscription, premium, cancellation);
        var (settingOf, failure) = await TryListAutoscaleAsync(subscription, cancellation);
        var replicasOf = await reading;
        var placed = resources
            .SelectMany(r => replicasOf.GetValueOrDefault(r.Id)?.AddTo(r) ?? [r])
            .Select(r => r with { AutoscaleSetting = settingOf.GetValueOrDefault(r.Id) });
        var failures = replicasOf.Values.SelectMany(list => list.Failures);
        return new ResourceList([.. placed], failure is null ? [.. failures] : [failure, .. failures]);
    }

    private async Task<(IReadOnlyDictionary<string, string> Settings, FleetFailure? Failure)> TryListAutoscaleAsync(
        string subscription,
        CancellationToken cancellation
    )
    {
        try
        {
            return (await scalingContext.ListAutoscaleAsync(subscription, cancellation), null);
        }
        catch (Exception exception) when (AzureFailures.IsExpected(exception, cancellation))
        {
            var id = $"/subscriptions/{subscription}/providers/Microsoft.Insights/autoscaleSettings";
            return (
                new Dictionary<string, string>(),
                AzureFailures.Describe(id, exception, "Monitoring Reader (Microsoft.Insights/autoscaleSettings/read) on the subscription")
            );
        }
    }

    // Both services of a subscription fail for the same reason, which is reported once.
    private static List<FleetFailure> Deduplicate(List<FleetFailure> failures) => [.. failures.DistinctBy(f => (f.ResourceId, f.Code))];
}
