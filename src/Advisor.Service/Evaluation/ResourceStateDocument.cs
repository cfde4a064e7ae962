using System.Buffers.Binary;
using System.Text.Json;
using Advisor.Core.Alerting;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Scaling.State;
using Advisor.Service.Store;

namespace Advisor.Service.Evaluation;

/// <summary>
/// State document of a resource: a short header as JSON, the state of its alerts, then the bytes of the decision state. One row, one ETag.
/// </summary>
internal sealed record ResourceStateDocument(ResourceStateHead Head, ResourceState? State, ResourceAlerts Alerts)
{
    /// <summary>Version of a document with the whole history.</summary>
    public const int Version = 1;

    /// <summary>
    /// Version of a document without the older part of the history, which has a row of its own. After the alerts it names the part by end
    /// and checksum: a state with another part, or with none, is noticed. 2 was that of Advisor 0.1.0.
    /// </summary>
    public const int SplitVersion = 3;

    /// <summary>
    /// Grows with the version of each format in the row: of two programs on one store, that of the greater number reads what both write.
    /// </summary>
    public const int Generation = SplitVersion + ResourceAlertsFormat.Version + SubjectAlertsFormat.Version + ResourceStateFormat.Version;

    private const int UsualBytes = 16 * 1024;

    /// <summary>Older part of the history as it is stored; null if the row has the whole history.</summary>
    public OlderHistory? OlderHistory { get; init; }

    /// <summary>Whether the older part of the history was not at hand: the minutes in it are unknown.</summary>
    public bool HasLostHistory { get; init; }

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

    /// <param name="older">Part of the history that is stored apart and named here; null = none.</param>
    public byte[] Write(OlderHistory? older = null)
    {
        using var stream = new MemoryStream(older is null ? ResourceStateFormat.MaxBytes : UsualBytes);
        var head = Head with
        {
            Metrics = Alerts.Metrics == MetricTimes.None ? null : Alerts.Metrics,
            AlertTeam = Alerts.Team,
            AwaitedChange = Alerts.Awaited,
            MetricsUnreadSince = Alerts.UnreadSince,
        };
        WritePart(stream, JsonSerializer.SerializeToUtf8Bytes(head, ServiceJsonFormat.Default.ResourceStateHead));
        WritePart(stream, ResourceAlertsFormat.Write(Alerts));
        if (older is not null)
        {
            WritePart(stream, older.Name);
        }

        if (State is not null)
        {
            ResourceStateFormat.Write(State, stream, older);
        }

        return stream.ToArray();
    }

    /// <summary>
    /// Reads a document of these versions; the problem says why it cannot be used, and the row must not be overwritten then.
    /// </summary>
    public static (ResourceStateDocument? Memory, string? Problem) Read(ResourceDocument? resourceDocument)
    {
        if (resourceDocument is null)
        {
            return (Empty, null);
        }

        if (resourceDocument.Version is not (Version or SplitVersion))
        {
            return (
                null,
                $"The state of {resourceDocument.ResourceId} has version {resourceDocument.Version}; "
                    + $"this program reads versions {Version} and {SplitVersion}. "
                    + (resourceDocument.Version > SplitVersion ? "Update Advisor." : "Use the program that wrote it.")
            );
        }

        var (state, name) = (resourceDocument.Content, default(ReadOnlyMemory<byte>));
        return
            TryReadPart(ref state, out var head)
            && TryReadPart(ref state, out var alerts)
            && (resourceDocument.Version == Version || TryReadPart(ref state, out name))
            ? Read(head.Span, alerts.Span, name.Span, state, resourceDocument.OlderHistory)
            : (null, $"The state of {resourceDocument.ResourceId} is damaged: it ends too early. Delete it to start over.");
    }

    private static (ResourceStateDocument?, string?) Read(
        ReadOnlySpan<byte> head,
        ReadOnlySpan<byte> alerts,
        ReadOnlySpan<byte> name,
        ReadOnlyMemory<byte> state,
        OlderHistory? older
    )
    {
        older = older is not null && name.SequenceEqual(older.Name) ? older : null;
        var isLost = !name.IsEmpty && older is null;
        try
        {
            var line = JsonSerializer.Deserialize(head, ServiceJsonFormat.Default.ResourceStateHead) ?? new ResourceStateHead();
            var read = ResourceAlertsFormat.Read(alerts);
            var known = state.IsEmpty ? new ResourceStateReading(null, null) : ResourceStateFormat.Read(state, older);
            return (read.Problem ?? known.Problem) is { } problem
                ? (null, problem)
                : (
                    new ResourceStateDocument(
                        isLost ? line with { Basis = RequirementBasis.Lost } : line,
                        known.State,
                        read.Alerts! with
                        {
                            Metrics = line.Metrics ?? MetricTimes.None,
                            Team = line.AlertTeam,
                            Awaited = line.AwaitedChange,
                            UnreadSince = line.MetricsUnreadSince,
                        }
                    )
                    {
                        OlderHistory = older,
                        HasLostHistory = isLost,
                    },
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
