using Advisor.Core.Capacity;
using Advisor.Lab.LocalAzure.Load;
using Advisor.Lab.Resources;

namespace Advisor.Lab.LocalAzure.Resources;

/// <summary>A resource of the loopback Azure: its current size, earlier sizes, and the change in progress. Thread-safe.</summary>
public sealed partial class LocalResource
{
    private readonly Lock gate = new();
    private readonly LocalClock clock;
    private readonly LocalResource? owner;
    private readonly Dictionary<string, string> tags;
    private (long From, LocalSku Sku, int Units)[] sizes;
    private LocalOperation? operation;
    private int operations;
    private byte[]? document;
    private string? documentState;

    internal LocalResource(
        LocalResourceSpec spec,
        string subscriptionId,
        LocalClock clock,
        IReadOnlyList<LocalSku> skus,
        LocalResource? owner = null
    )
    {
        Spec = spec;
        (this.clock, this.owner) = (clock, owner);
        Skus = skus;
        SubscriptionId = subscriptionId;
        Type = owner is not null
            ? owner.Type + "/replicas"
            : "Microsoft.SignalRService/" + (spec.Service == ServiceKind.SignalR ? "SignalR" : "WebPubSub");
        Id = owner is not null
            ? $"{owner.Id}/replicas/{spec.Name}"
            : $"/subscriptions/{subscriptionId}/resourceGroups/{spec.ResourceGroup}/providers/{Type}/{spec.Name}";
        Replicas = [.. spec.Replicas.Select(replica => new LocalResource(replica.ToResource(spec), subscriptionId, clock, skus, this))];
        Noise = new SeededNoise(StableSeed.Compute(Id));
        tags = new Dictionary<string, string>(spec.Tags, StringComparer.Ordinal);
        var sku = LocalSku.Get(skus, spec.Sku);
        sizes = sku.Ladder.Contains(spec.Units)
            ? [(long.MinValue, sku, spec.Units)]
            : throw new ArgumentException($"{spec.Name}: {spec.Units} units of {sku.Name} cannot be bought.", nameof(spec));
    }

    public LocalResourceSpec Spec { get; }

    public string Id { get; }

    public string Name => Spec.Name;

    public string SubscriptionId { get; }

    /// <summary>When it was added to the running host; the minimum for one of the start.</summary>
    internal DateTimeOffset AddedAt { get; init; } = DateTimeOffset.MinValue;

    /// <summary>When it was created; a replica with its resource.</summary>
    internal DateTimeOffset CreatedAt =>
        owner?.CreatedAt ?? (AddedAt > DateTimeOffset.MinValue ? AddedAt : new(2025, 1, 1, 0, 0, 0, TimeSpan.Zero));

    /// <summary>Resource type: Microsoft.SignalRService/SignalR or /WebPubSub, of a replica with /replicas.</summary>
    public string Type { get; }

    /// <summary>Whether it is the geo-replica of another resource.</summary>
    public bool IsReplica => owner is not null;

    /// <summary>Its geo-replicas, each with a size and metrics of its own.</summary>
    public IReadOnlyList<LocalResource> Replicas { get; }

    public string Region => Spec.Region;

    /// <summary>Current SKU.</summary>
    public string Sku => Size.Sku.Name;

    /// <summary>Units in force.</summary>
    public int Units => Size.Units;

    /// <summary>Provisioning state: Succeeded, Updating or Failed.</summary>
    public string ProvisioningState
    {
        get
        {
            lock (gate)
            {
                CompleteOperation();
                return operation is null ? "Succeeded"
                    : operation.GetStatus(clock.Now) == LocalOperation.Failed ? "Failed"
                    : "Updating";
            }
        }
    }

    internal (LocalSku Sku, int Units) Size
    {
        get
        {
            var (_, sku, units) = Sizes[^1];
            return (sku, units);
        }
    }

    /// <summary>All sizes, ascending, each from a minute on.</summary>
    internal (long From, LocalSku Sku, int Units)[] Sizes
    {
        get
        {
            lock (gate)
            {
                CompleteOperation();
                return sizes;
            }
        }
    }

    /// <summary>Units counted by the quota: the maximum of the current and the requested size.</summary>
    internal int UnitsForQuota
    {
        get
        {
            lock (gate)
            {
                CompleteOperation();
                return operation is { Fails: false } change ? Math.Max(sizes[^1].Units, change.Units) : sizes[^1].Units;
            }
        }
    }

    /// <summary>SKUs that are sold, each with the unit counts on offer.</summary>
    internal IReadOnlyList<LocalSku> Skus { get; }

    internal SeededNoise Noise { get; }

    /// <summary>Returns the duration of a change that begins now: drawn by the series of its load, else the given one.</summary>
    internal TimeSpan ComputeScalingTime(TimeSpan otherwise) => Spec.Load.Series?.DrawScalingTime(clock.Now) ?? otherwise;

    /// <summary>Starts a change; returns null when one is in progress.</summary>
    internal LocalOperation? TryStartOperation(
        LocalSku sku,
        int units,
        TimeSpan duration,
        bool fails,
        IReadOnlyDictionary<string, string>? newTags
    )
    {
        lock (gate)
        {
            CompleteOperation();
            var now = clock.Now;
            if (operation is not null && operation.GetStatus(now) == LocalOperation.Running)
            {
                return null;
            }

            var end = duration == Timeout.InfiniteTimeSpan ? DateTimeOffset.MaxValue : now + clock.Shorten(duration);
            operation = new LocalOperation(LocalOperation.CreateId(Id, ++operations), this, sku, units, now, end, fails);
            foreach (var (key, value) in newTags ?? new Dictionary<string, string>(StringComparer.Ordinal))
            {
                tags[key] = value;
            }

            document = null;
            return operation;
        }
    }

    /// <summary>Ends a stuck change without effect.</summary>
    internal void AbandonOperation()
    {
        lock (gate)
        {
            if (operation?.EndsAt == DateTimeOffset.MaxValue)
            {
                operation = null;
                document = null;
            }
        }
    }

    /// <summary>Writes the resource as Resource Manager does, in UTF-8.</summary>
    internal byte[] WriteDocument()
    {
        lock (gate)
        {
            var state = ProvisioningState;
            if (document is null || documentState != state)
            {
                document = ArmResourceJson.Write(this, sizes[^1].Sku, sizes[^1].Units, state, tags);
                documentState = state;
            }

            return document;
        }
    }

    // A due change takes effect in the minute after its end.
    private void CompleteOperation()
    {
        if (operation is not null && operation.GetStatus(clock.Now) == LocalOperation.Succeeded)
        {
            sizes = [.. sizes, (LocalClock.ToMinute(operation.EndsAt) + 1, operation.Sku, operation.Units)];
            operation = null;
            document = null;
        }
    }
}
