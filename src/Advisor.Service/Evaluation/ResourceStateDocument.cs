using System.Buffers.Binary;
using System.Text.Json;
using Advisor.Core.Alerting;
using Advisor.Core.Metrics;
using Advisor.Core.Scaling.State;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Recommendations;
using Advisor.Service.Store;

namespace Advisor.Service.Evaluation;

/// <summary>Header of the state document: the last audit record, and a change request that is still open.</summary>
/// <param name="AuditKey">Key of the last audit record, without its figures; null before the first.</param>
/// <param name="AuditedAt">Time of the last audit record.</param>
/// <param name="RequestedTick">Tick of a change request not yet seen as a change; null when there is none.</param>
internal sealed record ResourceStateHead(string? AuditKey = null, DateTimeOffset? AuditedAt = null, DateTimeOffset? RequestedTick = null)
{
    /// <summary>True when the regional quota capped the last scale-out decided; null otherwise.</summary>
    public bool? IsQuotaCapped { get; init; }

    /// <summary>Decisions so far, by action and first reason; null before the first.</summary>
    public IReadOnlyList<DecisionCount>? Decisions { get; init; }

    /// <summary>
    /// Link to the approval that the last audit record requested, pending or answered, without its token; null when it requested none.
    /// </summary>
    public Uri? ApprovalLink { get; init; }

    /// <summary>Time at which the metrics were last other than zero; null before the first.</summary>
    public MetricActivity? Activity { get; init; }

    /// <summary>Newest minute in which Azure reported any metric; null when there is none.</summary>
    public DateTimeOffset? DataAt { get; init; }

    /// <summary>The last change of size that was not Advisor's, until others have left the size alone for a day; null = none.</summary>
    public OutsideChange? ChangedBy { get; init; }

    /// <summary>What is recommended to people; null when nothing is.</summary>
    public ActiveRecommendation? Recommendation { get; init; }

    /// <summary>The last recommendation that was sent and no longer stands; null when there is none.</summary>
    public ActiveRecommendation? EarlierRecommendation { get; init; }

    /// <summary>Newest minute of each metric; null before the first, and in a row of an older version.</summary>
    public MetricTimes? Metrics { get; init; }

    /// <summary>Team that was notified of the open alerts; null where none was, and in a row of an older version.</summary>
    public string? AlertTeam { get; init; }

    /// <summary>Change of size that has not taken effect; null where none is awaited, and in a row of an older version.</summary>
    public AwaitedChange? AwaitedChange { get; init; }

    /// <summary>First read of metrics that failed after a pause of Advisor; null where none did, or in a row of an older version.</summary>
    public DateTimeOffset? MetricsUnreadSince { get; init; }

    /// <summary>Units for its own load alone, which the other endpoints of its group follow; null where none does.</summary>
    public int? OwnUnits { get; init; }

    /// <summary>
    /// <see cref="RequirementBasis"/> of the past of the state; null before the first, and in a row of an older version.
    /// </summary>
    public string? Basis { get; init; }

    /// <summary>Connections that Azure drops, usually and at changes of size; null before closed connections were first read.</summary>
    public ConnectionDropMemory? Drops { get; init; }
}

/// <summary>
/// State document of a resource: a short header as JSON, the state of its alerts, then the bytes of the decision state. One row, one ETag.
/// </summary>
internal sealed record ResourceStateDocument(ResourceStateHead Head, ResourceState? State, ResourceAlerts Alerts)
{
    public const int Version = 1;

    /// <summary>
    /// Grows with the version of each format in the row: of two programs on one store, that of the greater number reads what both write.
    /// </summary>
    public const int Generation = Version + ResourceAlertsFormat.Version + SubjectAlertsFormat.Version + ResourceStateFormat.Version;

    public static ResourceStateDocument Empty { get; } = new(new ResourceStateHead(), null, ResourceAlerts.Empty);

    /// <summary>Drops what is dated after now: the load model and the metrics known to the alerts start over.</summary>
    public ResourceStateDocument DropFuture(DateTimeOffset now) =>
        new(
            Head with
            {
                AuditKey = null,
                AuditedAt = null,
                Activity = null,
                Recommendation = null,
                Drops = Head.Drops is null ? null : Head.Drops with { ReadAt = null, Open = null },
            },
            null,
            Alerts with
            {
                NewestMetricsAt = Alerts.NewestMetricsAt <= now ? Alerts.NewestMetricsAt : null,
                UnreadSince = null,
                MonitoredSince = Alerts.MonitoredSince <= now ? Alerts.MonitoredSince : null,
                Metrics = Alerts.Metrics.DropAfter(now),
            }
        );

    public byte[] Write()
    {
        using var stream = new MemoryStream(ResourceStateFormat.MaxBytes);
        var head = Head with
        {
            Metrics = Alerts.Metrics == MetricTimes.None ? null : Alerts.Metrics,
            AlertTeam = Alerts.Team,
            AwaitedChange = Alerts.Awaited,
            MetricsUnreadSince = Alerts.UnreadSince,
        };
        WritePart(stream, JsonSerializer.SerializeToUtf8Bytes(head, ServiceJsonFormat.Default.ResourceStateHead));
        WritePart(stream, ResourceAlertsFormat.Write(Alerts));
        if (State is not null)
        {
            ResourceStateFormat.Write(State, stream);
        }

        return stream.ToArray();
    }

    /// <summary>
    /// Reads a document of this version; the problem says why it cannot be used, and the row must not be overwritten then.
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
                    + $"this program reads version {Version}. "
                    + (resourceDocument.Version > Version ? "Update Advisor." : "Use the program that wrote it.")
            );
        }

        var state = resourceDocument.Content;
        return TryReadPart(ref state, out var head) && TryReadPart(ref state, out var alerts)
            ? Read(head.Span, alerts.Span, state)
            : (null, $"The state of {resourceDocument.ResourceId} is damaged: it ends too early. Delete it to start over.");
    }

    private static (ResourceStateDocument?, string?) Read(ReadOnlySpan<byte> head, ReadOnlySpan<byte> alerts, ReadOnlyMemory<byte> state)
    {
        try
        {
            var line = JsonSerializer.Deserialize(head, ServiceJsonFormat.Default.ResourceStateHead) ?? new ResourceStateHead();
            var read = ResourceAlertsFormat.Read(alerts);
            var known = state.IsEmpty ? new ResourceStateReading(null, null) : ResourceStateFormat.Read(state);
            return (read.Problem ?? known.Problem) is { } problem
                ? (null, problem)
                : (
                    new ResourceStateDocument(
                        line,
                        known.State,
                        read.Alerts! with
                        {
                            Metrics = line.Metrics ?? MetricTimes.None,
                            Team = line.AlertTeam,
                            Awaited = line.AwaitedChange,
                            UnreadSince = line.MetricsUnreadSince,
                        }
                    ),
                    null
                );
        }
        catch (JsonException)
        {
            return (null, "The state of a resource is damaged: its head is not JSON. Delete it to start over.");
        }
    }

    private static void WritePart(MemoryStream stream, byte[] part)
    {
        Span<byte> length = stackalloc byte[sizeof(ushort)];
        BinaryPrimitives.WriteUInt16LittleEndian(length, checked((ushort)part.Length));
        stream.Write(length);
        stream.Write(part);
    }

    private static bool TryReadPart(ref ReadOnlyMemory<byte> bytes, out ReadOnlyMemory<byte> part)
    {
        part = default;
        var length = bytes.Length < sizeof(ushort) ? int.MaxValue : BinaryPrimitives.ReadUInt16LittleEndian(bytes.Span) + sizeof(ushort);
        if (length > bytes.Length)
        {
            return false;
        }

        part = bytes[sizeof(ushort)..length];
        bytes = bytes[length..];
        return true;
    }
}
