namespace Advisor.Lab.LocalAzure;

/// <summary>Kinds of calls, for counting and for the filters of faults.</summary>
public enum CallKind
{
    /// <summary>Any call without a kind of its own.</summary>
    Other,

    /// <summary>A page of the resources of a subscription or a resource group.</summary>
    List,

    /// <summary>Reading one resource.</summary>
    Get,

    /// <summary>Changing one resource.</summary>
    Patch,

    /// <summary>Progress of a change: operationStatuses or operationResults.</summary>
    Operation,

    /// <summary>Metrics of up to 50 resources in one call.</summary>
    MetricBatch,

    /// <summary>Metrics of one resource.</summary>
    MetricSingle,

    /// <summary>metricDefinitions and metricNamespaces.</summary>
    MetricDefinitions,

    /// <summary>Autoscale settings, one or a list.</summary>
    Autoscale,

    /// <summary>Sizes available to a resource.</summary>
    Skus,

    /// <summary>Units in use and the quota of a region.</summary>
    Usages,

    /// <summary>Geo-replicas of a resource.</summary>
    Replicas,

    /// <summary>Events of the Activity Log.</summary>
    ActivityLog,

    /// <summary>Subscriptions, resource groups and providers.</summary>
    Subscriptions,

    /// <summary>Tenants: the smallest request.</summary>
    Tenants,

    /// <summary>A page of retail prices.</summary>
    Prices,

    /// <summary>A page of a query of Azure Resource Graph.</summary>
    ResourceGraph,

    /// <summary>A page of what descends from a management group.</summary>
    ManagementGroups,

    /// <summary>A page of actual costs.</summary>
    Costs,
}

/// <summary>Counts the calls of each kind, including those answered by a fault. Thread-safe.</summary>
public sealed class CallCounter
{
    private readonly long[] counts = new long[Enum.GetValues<CallKind>().Length];

    public long this[CallKind kind] => Interlocked.Read(ref counts[(int)kind]);

    /// <summary>Number of all calls to Azure's paths; calls to the control endpoints under /local are not counted.</summary>
    public long Total => Enum.GetValues<CallKind>().Sum(kind => this[kind]);

    public void Reset()
    {
        foreach (var kind in Enum.GetValues<CallKind>())
        {
            Interlocked.Exchange(ref counts[(int)kind], 0);
        }
    }

    internal void Count(CallKind kind) => Interlocked.Increment(ref counts[(int)kind]);
}
