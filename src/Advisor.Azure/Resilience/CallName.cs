namespace Advisor.Azure.Resilience;

/// <summary>What a call is for, as the counter advisor.api.calls has it.</summary>
/// <param name="Api">resourceManager or monitor.</param>
/// <param name="Operation">What is asked for; one of the values below.</param>
internal readonly record struct CallName(string Api, string Operation)
{
    public static CallName ListResources { get; } = OfManager("resources.list");

    public static CallName GetResource { get; } = OfManager("resources.get");

    public static CallName ChangeResource { get; } = OfManager("resources.update");

    public static CallName FollowOperation { get; } = OfManager("operations.get");

    public static CallName ListAutoscale { get; } = OfManager("autoscale.list");

    public static CallName ListReplicas { get; } = OfManager("replicas.list");

    /// <summary>Asked for its date alone.</summary>
    public static CallName ListTenants { get; } = OfManager("tenants.list");

    public static CallName MetricBatch { get; } = new("monitor", "metrics.batch");

    public static CallName MetricSingle { get; } = new("monitor", "metrics.single");

    private static CallName OfManager(string operation) => new("resourceManager", operation);
}
