namespace Advisor.Azure.Resilience;

/// <summary>Name of a call for the counter advisor.api.calls.</summary>
/// <param name="Api">resourceManager, monitor or prices.</param>
/// <param name="Operation">Operation, one of the values below.</param>
internal readonly record struct CallName(string Api, string Operation)
{
    public static CallName ListResources { get; } = CreateForResourceManager("resources.list");

    public static CallName GetResource { get; } = CreateForResourceManager("resources.get");

    public static CallName ChangeResource { get; } = CreateForResourceManager("resources.update");

    public static CallName FollowOperation { get; } = CreateForResourceManager("operations.get");

    public static CallName ListAutoscale { get; } = CreateForResourceManager("autoscale.list");

    public static CallName ReadActivityLog { get; } = CreateForResourceManager("activityLog.read");

    public static CallName CheckAccess { get; } = CreateForResourceManager("access.check");

    public static CallName ListReplicas { get; } = CreateForResourceManager("replicas.list");

    public static CallName ListUsages { get; } = CreateForResourceManager("usages.list");

    public static CallName QueryResourceGraph { get; } = CreateForResourceManager("resourceGraph.query");

    public static CallName ListSubscriptions { get; } = CreateForResourceManager("subscriptions.list");

    public static CallName ListSkus { get; } = CreateForResourceManager("skus.list");

    public static CallName ListPrices { get; } = new("prices", "prices.list");

    public static CallName QueryCosts { get; } = CreateForResourceManager("costs.query");

    /// <summary>Called only for the date of its response.</summary>
    public static CallName ListTenants { get; } = CreateForResourceManager("tenants.list");

    public static CallName MetricBatch { get; } = new("monitor", "metrics.batch");

    public static CallName MetricSingle { get; } = new("monitor", "metrics.single");

    private static CallName CreateForResourceManager(string operation) => new("resourceManager", operation);
}
