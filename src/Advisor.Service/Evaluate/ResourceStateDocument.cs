using System.Buffers.Binary;
using System.Text.Json;
using Advisor.Core.Alerting;
using Advisor.Core.Metrics;
using Advisor.Core.Scaling.State;
using Advisor.State.Resources;

namespace Advisor.Service.Evaluate;

/// <summary>
/// What the service remembers beside the state of the decisions: the last line of the audit trail, and an order that waits to be carried
/// out.
/// </summary>
/// <param name="AuditKey">What the last line said, without its figures; null before the first.</param>
/// <param name="AuditedAt">When it was written.</param>
/// <param name="RequestedTick">The tick of an order that was given and not yet seen as a change; null where there is none.</param>
internal sealed record ResourceStateHead(string? AuditKey = null, DateTimeOffset? AuditedAt = null, DateTimeOffset? RequestedTick = null)
{
    /// <summary>True where the regional quota capped the last scale-out that was wanted; null otherwise.</summary>
    public bool? IsQuotaCapped { get; init; }

    /// <summary>Decisions so far, by action and first reason; null before the first.</summary>
    public IReadOnlyList<DecisionCount>? Decisions { get; init; }

    /// <summary>Where to answer the question that stands, without its token; null where no approval is pending.</summary>
    public Uri? ApprovalLink { get; init; }

    /// <summary>When the metrics were last other than zero; null before the first.</summary>
    public MetricActivity? Activity { get; init; }

    /// <summary>The newest minute in which Azure reported any metric; null where none was seen.</summary>
    public DateTimeOffset? DataAt { get; init; }
}

/// <summary>
/// The state document of a resource: a short head as JSON, what its alerts remember, then the bytes of the decisions' state. One row, one
/// ETag.
/// </summary>
internal sealed record ResourceStateDocument(ResourceStateHead Head, ResourceState? State, ResourceAlerts Alerts)
{
    public const int Version = 1;

    public static ResourceStateDocument Empty { get; } = new(new ResourceStateHead(), null, ResourceAlerts.Empty);

    /// <summary>
    /// Drops what is later than now: the load model starts over, and so does what alerts know of the metrics.
    /// </summary>
    public ResourceStateDocument DropFuture(DateTimeOffset now) =>
        new(
            Head with
            {
                AuditKey = null,
                AuditedAt = null,
                Activity = null,
            },
            null,
            Alerts with
            {
                NewestMetricsAt = Alerts.NewestMetricsAt <= now ? Alerts.NewestMetricsAt : null,
                MonitoredSince = Alerts.MonitoredSince <= now ? Alerts.MonitoredSince : null,
            }
        );

    public byte[] Write()
    {
        using var stream = new MemoryStream();
        using var writer = new BinaryWriter(stream);
        WritePart(writer, JsonSerializer.SerializeToUtf8Bytes(Head, ServiceJsonFormat.Default.ResourceStateHead));
        WritePart(writer, ResourceAlertsFormat.Write(Alerts));
        writer.Write(State is null ? [] : ResourceStateFormat.Write(State));
        writer.Flush();
        return stream.ToArray();
    }

    /// <summary>
    /// Reads a document of this version; the problem says why it cannot be used, and then it must not be written over.
    /// </summary>
    public static (ResourceStateDocument? Memory, string? Problem) Read(ResourceDocument? resourceDocument)
    {
        if (resourceDocument is null)
        {
            return (Empty, null);
        }

        if (resourceDocument.Version != Version)
        {
            return (
                null,
                $"The state of {resourceDocument.ResourceId} has version {resourceDocument.Version}; "
                    + $"this program reads version {Version}. Use the program that wrote it."
            );
        }

        var state = resourceDocument.Content.Span;
        return TryReadPart(ref state, out var head) && TryReadPart(ref state, out var alerts)
            ? Read(head, alerts, state)
            : (null, $"The state of {resourceDocument.ResourceId} is damaged: it ends too early. Delete it to start over.");
    }

    private static (ResourceStateDocument?, string?) Read(ReadOnlySpan<byte> head, ReadOnlySpan<byte> alerts, ReadOnlySpan<byte> state)
    {
        try
        {
            var line = JsonSerializer.Deserialize(head, ServiceJsonFormat.Default.ResourceStateHead) ?? new ResourceStateHead();
            var remembered = ResourceAlertsFormat.Read(alerts);
            var known = state.IsEmpty ? new ResourceStateReading(null, null) : ResourceStateFormat.Read(state);
            return (remembered.Problem ?? known.Problem) is { } problem
                ? (null, problem)
                : (new ResourceStateDocument(line, known.State, remembered.Alerts!), null);
        }
        catch (JsonException)
        {
            return (null, "The state of a resource is damaged: its head is no JSON. Delete it to start over.");
        }
    }

    private static void WritePart(BinaryWriter writer, byte[] part)
    {
        writer.Write(checked((ushort)part.Length));
        writer.Write(part);
    }

    private static bool TryReadPart(scoped ref ReadOnlySpan<byte> bytes, out ReadOnlySpan<byte> part)
    {
        part = default;
        var length = bytes.Length < sizeof(ushort) ? int.MaxValue : BinaryPrimitives.ReadUInt16LittleEndian(bytes) + sizeof(ushort);
        if (length > bytes.Length)
        {
            return false;
        }

        part = bytes[sizeof(ushort)..length];
        bytes = bytes[length..];
        return true;
    }
}
