using System.Text.Json;
using System.Text.Json.Serialization;
using Advisor.Core.Capacity;
using Advisor.Core.Observations;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Evaluation;

/// <summary>
/// One batch of one tick: up to 50 resources of one subscription, region and type. It holds keys, not contents, so that it fits into a
/// queue message.
/// </summary>
public sealed record EvaluationBatch
{
    /// <summary>First part of the names of batches that follow orphaned changes.</summary>
    internal const string Orphaned = "orphaned";

    /// <summary>Start of the tick, UTC.</summary>
    public required DateTimeOffset Tick { get; init; }

    /// <summary>Name of the batch within its tick; the same when the tick is planned again.</summary>
    public required string Name { get; init; }

    public required IReadOnlyList<string> ResourceIds { get; init; }

    /// <summary>Units that the regional quota has left; null = unknown.</summary>
    public int? RegionalUnitsLeft { get; init; }

    /// <summary>Regional quota and its source; null = not known.</summary>
    public QuotaOrigin? Quota { get; init; }

    /// <summary>When the quota last refused more units than that; null when it did not, or when the use has changed since.</summary>
    public DateTimeOffset? QuotaRefusedAt { get; init; }

    /// <summary>
    /// When the metrics of subscription and region were last other than zero, as of the previous tick; null when not known.
    /// </summary>
    public RegionActivity? PreviousActivity { get; init; }

    /// <summary>Whether the batch only follows changes and decides nothing, because its resources were not listed.</summary>
    [JsonIgnore]
    public bool IsFollowUpOnly => Name.StartsWith(Orphaned + "/", StringComparison.Ordinal);

    /// <summary>Tick and name: the same for the same batch.</summary>
    [JsonIgnore]
    public string Id => $"{Tick.UtcDateTime:yyyyMMdd'T'HHmmss'Z'}/{Name}";

    /// <summary>Returns the key of an idle resource in a batch record: 48 bits of its hash.</summary>
    internal static string ComputeIdleKey(string resourceId) => StateKeys.Hash(resourceId)[..12];

    public string ToJson() => JsonSerializer.Serialize(this, ServiceJsonFormat.Default.EvaluationBatch);

    /// <summary>Parses a message; the problem says what is wrong with it, and a retry does not help.</summary>
    public static (EvaluationBatch? Job, string? Problem) Parse(string text)
    {
        try
        {
            return
                JsonSerializer.Deserialize(text, ServiceJsonFormat.Default.EvaluationBatch)
                    is { ResourceIds.Count: > 0 and <= ServiceOptions.MaxBatchSize, Name.Length: > 0 } job
                && job.ResourceIds.All(id => !string.IsNullOrEmpty(id))
                ? (job, null)
                : (null, $"A batch has a name and 1 to {ServiceOptions.MaxBatchSize} resource ids.");
        }
        catch (JsonException e)
        {
            return (null, $"The message is not a batch: {e.Message.ReplaceLineEndings(" ")}");
        }
    }
}
