using System.Text.Json;
using System.Text.Json.Serialization;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;

namespace Advisor.Service.Evaluation;

/// <summary>
/// Resource as of the last listing, which a batch evaluates without listing it again. Its settings are resolved at each evaluation.
/// </summary>
public sealed record ResourceSnapshot
{
    public const int Version = 1;

    public required string Id { get; init; }

    public required string Name { get; init; }

    public required string SubscriptionId { get; init; }

    public required string ResourceGroup { get; init; }

    public required ServiceKind Service { get; init; }

    public required string Region { get; init; }

    public required string Sku { get; init; }

    public required int Units { get; init; }

    public required ServiceMode ServiceMode { get; init; }

    public required string ProvisioningState { get; init; }

    public required IReadOnlyDictionary<string, string> Tags { get; init; }

    public required IReadOnlyList<Replica> Replicas { get; init; }

    /// <summary>Ids of the others that serve the same clients; null = none, and in a row of an older version.</summary>
    public IReadOnlyList<string>? Peers { get; init; }

    /// <summary>True if the list of peers may lack some; null = it does not.</summary>
    public bool? HasUnknownPeers { get; init; }

    /// <summary>Ids of the other endpoints of its endpoint group; null = none, and in a row of an older version.</summary>
    public IReadOnlyList<string>? Endpoints { get; init; }

    /// <summary>Ids of those that served the same clients and no longer serve any; null = none, and in a row of an older version.</summary>
    public IReadOnlyList<string>? FormerPeers { get; init; }

    /// <summary>False if it serves no clients; null = it does, and in a row of an older version.</summary>
    public bool? IsServing { get; init; }

    /// <summary>Name of the autoscale setting that targets the resource; null when there is none.</summary>
    public string? AutoscaleSetting { get; init; }

    /// <summary>When it was created; null where Azure does not say, and in a row of an older version.</summary>
    public DateTimeOffset? CreatedAt { get; init; }

    /// <summary>Number of consecutive complete lists without the resource; null while it is listed.</summary>
    public int? MissedLists { get; init; }

    /// <summary>The resource with default settings.</summary>
    [JsonIgnore]
    public FleetResource Resource =>
        new()
        {
            Id = Id,
            Name = Name,
            SubscriptionId = SubscriptionId,
            ResourceGroup = ResourceGroup,
            Service = Service,
            Region = Region,
            Sku = Sku,
            Units = Units,
            ServiceMode = ServiceMode,
            ProvisioningState = ProvisioningState,
            Tags = new Dictionary<string, string>(Tags, StringComparer.OrdinalIgnoreCase),
            Replicas = Replicas,
            Peers = Peers ?? [],
            HasUnknownPeers = HasUnknownPeers == true,
            Endpoints = Endpoints ?? [],
            FormerPeers = FormerPeers ?? [],
            IsServing = IsServing != false,
            AutoscaleSetting = AutoscaleSetting,
            CreatedAt = CreatedAt,
        };

    public static byte[] Write(FleetResource resource, int? missedLists = null) =>
        JsonSerializer.SerializeToUtf8Bytes(
            new ResourceSnapshot
            {
                Id = resource.Id,
                Name = resource.Name,
                SubscriptionId = resource.SubscriptionId,
                ResourceGroup = resource.ResourceGroup,
                Service = resource.Service,
                Region = resource.Region,
                Sku = resource.Sku,
                Units = resource.Units,
                ServiceMode = resource.ServiceMode,
                ProvisioningState = resource.ProvisioningState,
                Tags = resource.Tags,
                Replicas = resource.Replicas,
                Peers = resource.Peers.Count > 0 ? resource.Peers : null,
                HasUnknownPeers = resource.HasUnknownPeers ? true : null,
                Endpoints = resource.Endpoints.Count > 0 ? resource.Endpoints : null,
                FormerPeers = resource.FormerPeers.Count > 0 ? resource.FormerPeers : null,
                IsServing = resource.IsServing ? null : false,
                AutoscaleSetting = resource.AutoscaleSetting,
                CreatedAt = resource.CreatedAt,
                MissedLists = missedLists,
            },
            ServiceJsonFormat.Default.ResourceSnapshot
        );

    /// <summary>Reads the resource; null when the content is of another version or damaged: the next listing writes it again.</summary>
    public static FleetResource? Read(int version, ReadOnlyMemory<byte> content) => ReadSnapshot(version, content)?.Resource;

    internal static ResourceSnapshot? ReadSnapshot(int version, ReadOnlyMemory<byte> content)
    {
        if (version != Version)
        {
            return null;
        }

        try
        {
            return
                JsonSerializer.Deserialize(content.Span, ServiceJsonFormat.Default.ResourceSnapshot)
                    is { Id: not null, Name: not null, Sku: not null, Region: not null, Tags: not null, Replicas: not null } whole
                ? whole
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
