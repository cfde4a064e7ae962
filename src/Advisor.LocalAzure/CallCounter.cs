namespace Advisor.LocalAzure;

/// <summary>The kinds of calls that are counted and that a fault can single out.</summary>
public enum CallKind
{
    /// <summary>Anything that has no kind of its own.</summary>
    Other,

    /// <summary>A page of the resources of a subscription or a resource group.</summary>
    List,

    /// <summary>One resource.</summary>
    Get,

    /// <summary>A change of one resource.</summary>
    Patch,

    /// <summary>Where a change stands: operationStatuses or operationResults.</summary>
    Operation,

    /// <summary>Metrics of up to 50 resources in one call.</summary>
    MetricBatch,

    /// <summary>Metrics of one resource.</summary>
    MetricSingle,

    /// <summary>metricDefinitions and metricNamespaces.</summary>
    MetricDefinitions,

    /// <summary>Autoscale settings, one or a list.</summary>
    Autoscale,

    /// <summary>The sizes that a resource can have.</summary>
    Skus,

    /// <summary>Units in use and the quota of a region.</summary>
    Usages,

    /// <summary>Geo-replicas of a resource.</summary>
    Replicas,

    /// <summary>Subscriptions, resource groups and providers.</summary>
    Subscriptions,

    /// <summary>Tenants: the smallest question there is.</summary>
    Tenants,
}

/// <summary>How many calls of each kind came in, those that a fault answered included. Safe for many threads.</summary>
public sealed class CallCounter
{
    private readonly long[] counts = new long[Enum.GetValues<CallKind>().Length];

    public long this[CallKind kind] => Interlocked.Read(ref counts[(int)kind]);

    /// <summary>All calls to Azure's paths; those to the control surface under /local are not counted.</summary>
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
