using System.Buffers.Binary;
using System.Text;
using System.Text.Json;
using Advisor.State.Rows;

namespace Advisor.State.Notifications;

/// <summary>Dead-lettered message: a message that could not be processed, kept unchanged for the retention period.</summary>
public sealed record DeadLetter
{
    /// <summary>Id for <see cref="DeadLetters.FindAsync"/>.</summary>
    public string Id { get; init; } = "";

    /// <summary>Queue that it came from.</summary>
    public required string Queue { get; init; }

    /// <summary>Id that the queue assigned.</summary>
    public required string MessageId { get; init; }

    /// <summary>Time at which it was enqueued, or dead-lettered if that is unknown.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>Reason why it could not be processed.</summary>
    public required string Problem { get; init; }

    /// <summary>Characters of the message that were cut; normally 0, since a queue message of 48 KB fits.</summary>
    public int OmittedCharacters { get; init; }

    /// <summary>Text of the message.</summary>
    public required string Text { get; init; }

    /// <summary>Outbox item of a notification; null for a queue message.</summary>
    public DeadLetterDelivery? Delivery { get; init; }

    /// <summary>Time at which a person sent it again; null if not sent again.</summary>
    public DateTimeOffset? ResentAt { get; init; }

    /// <summary>Person who sent it again; null if not sent again.</summary>
    public string? ResentBy { get; init; }
}

/// <summary>Outbox item of a notification that could not be delivered; with the text, sufficient to send it again.</summary>
/// <param name="Target">Name of the channel.</param>
public sealed record DeadLetterDelivery(string Scope, string ItemId, string Target, string DedupKey);

/// <summary>
/// Dead-letter queue in a partition of its own. It outlives the week that queues keep messages: see <see
/// cref="RetentionPolicy.DeadLetters"/>. A row is a short header as JSON, then the text in UTF-8, so that every queue message fits.
/// </summary>
public sealed class DeadLetters
{
    internal const string Prefix = "message-";

    private const int Version = 1;
    private const int HeadBytes = 6 * 1024;
    private const int MaxProblemLength = 800;

    private readonly IStateStore store;

    internal DeadLetters(IStateStore store) => this.store = store;

    /// <summary>Adds a message; the same message twice is one row.</summary>
    /// <returns>Id of the message.</returns>
    public async Task<string> AddAsync(DeadLetter message, CancellationToken cancellation)
    {
        var key = $"{Prefix}{StateKeys.Descending(message.At)}-{StateKeys.Hash($"{message.Queue}\n{message.MessageId}")}";
        await store.CommitAsync(StateKeys.DeadLetters, [RowWrite.Insert(key, Version, message.At, Write(message))], cancellation);
        return key[Prefix.Length..];
    }

    /// <summary>Returns the message with an id; null if there is none.</summary>
    public async Task<DeadLetter?> FindAsync(string id, CancellationToken cancellation) =>
        await FindRowAsync(id, cancellation) is { } row ? Read(row) : null;

    /// <summary>Records that a person sent the message again. The first call wins; later ones return the same record.</summary>
    /// <returns>Null if there is no such message.</returns>
    public async Task<DeadLetter?> MarkResentAsync(string id, string by, DateTimeOffset now, CancellationToken cancellation)
    {
        while (await FindRowAsync(id, cancellation) is { } row)
        {
            var message = Read(row);
            if (message.ResentAt is not null)
            {
                return message;
            }

            // Replaces only the row that was read; otherwise another call was first, and the row is read again.
            var marked = message with
            {
                ResentAt = now,
                ResentBy = by,
            };
            var write = RowWrite.Replace(row.Key, Version, row.At, Write(marked), row.ETag);
            if ((await store.CommitAsync(StateKeys.DeadLetters, [write], cancellation)).IsCommitted)
            {
                return marked;
            }
        }

        return null;
    }

    /// <summary>Lists messages, newest first.</summary>
    /// <param name="limit">Maximum number of records, 1 to 1000.</param>
    public async Task<RecordList<DeadLetter>> ListAsync(int limit, CancellationToken cancellation) =>
        RecordList<DeadLetter>.Read(
            (await store.QueryAsync(RowQuery.Prefix(StateKeys.DeadLetters, Prefix, limit: limit), cancellation)).Rows,
            Read
        );

    private async Task<Row?> FindRowAsync(string id, CancellationToken cancellation) =>
        id.Length is > 0 and <= 100 && id.All(c => char.IsAsciiLetterOrDigit(c) || c == '-')
            ? await store.GetAsync(StateKeys.DeadLetters, Prefix + id, cancellation)
            : null;

    private static byte[] Write(DeadLetter message)
    {
        var text = Encoding.UTF8.GetBytes(message.Text).AsSpan();
        var room = RowLimits.MaxPayloadBytes - HeadBytes;
        var kept = text.Length <= room ? text : text[..room];
        var head = JsonSerializer.SerializeToUtf8Bytes(
            message with
            {
                Text = "",
                OmittedCharacters = message.Text.Length - Encoding.UTF8.GetCharCount(kept),
                Problem = message.Problem.Length > MaxProblemLength ? message.Problem[..MaxProblemLength] : message.Problem,
            },
            StateJson.Default.DeadLetter
        );
        var bytes = new byte[sizeof(ushort) + head.Length + kept.Length];
        BinaryPrimitives.WriteUInt16LittleEndian(bytes, (ushort)head.Length);
        head.CopyTo(bytes.AsSpan(sizeof(ushort)));
        kept.CopyTo(bytes.AsSpan(sizeof(ushort) + head.Length));
        return bytes;
    }

    /// <exception cref="StateStoreException">The row is of a newer version, or damaged.</exception>
    private static DeadLetter Read(Row row)
    {
        RowCodec<DeadLetter>.CheckVersion("dead-lettered message", row, Version);
        try
        {
            var bytes = row.Payload.Span;
            var text = sizeof(ushort) + BinaryPrimitives.ReadUInt16LittleEndian(bytes);
            return JsonSerializer.Deserialize(bytes[sizeof(ushort)..text], StateJson.Default.DeadLetter)! with
            {
                Id = row.Key[Prefix.Length..],
                Text = Encoding.UTF8.GetString(bytes[text..]),
            };
        }
        catch (Exception e) when (e is JsonException or ArgumentOutOfRangeException)
        {
            throw new StateStoreException(
                "Corrupt",
                $"The dead-lettered message in row {row.Partition}/{row.Key} cannot be read: {e.Message}",
                isTransient: false,
                e
            );
        }
    }
}
