using System.Buffers.Binary;
using System.Text;
using System.Text.Json;
using Advisor.State.Rows;

namespace Advisor.State.Notifications;

/// <summary>A queue message that could not be processed, kept word for word for the time of retention.</summary>
public sealed record DeadLetter
{
    /// <summary>Names it: <see cref="DeadLetters.FindAsync"/>.</summary>
    public string Id { get; init; } = "";

    /// <summary>The queue that it came from.</summary>
    public required string Queue { get; init; }

    /// <summary>The queue's own id of it.</summary>
    public required string MessageId { get; init; }

    /// <summary>When it was put on its queue, or dead-lettered where that is not known.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>Why it could not be worked on.</summary>
    public required string Problem { get; init; }

    /// <summary>Characters of the message that did not fit; 0 as a rule, since a queue message of 48 KB fits.</summary>
    public int OmittedCharacters { get; init; }

    /// <summary>The message.</summary>
    public required string Text { get; init; }

    /// <summary>What it was in the outbox; null for a message of a queue.</summary>
    public DeadLetterDelivery? Delivery { get; init; }

    /// <summary>When a person sent it again; null where no one did.</summary>
    public DateTimeOffset? ResentAt { get; init; }

    /// <summary>Who sent it again; null where no one did.</summary>
    public string? ResentBy { get; init; }
}

/// <summary>The outbox item of a notification that was given up: with the text, all that it takes to send it again.</summary>
/// <param name="Target">The channel.</param>
public sealed record DeadLetterDelivery(string Scope, string ItemId, string Target, string DedupKey);

/// <summary>
/// Dead-lettered messages, in a partition of their own: queues forget after a week, this does not before
/// <see cref="RetentionPolicy.DeadLetters"/>. A row is a short head as JSON, then the text in UTF-8, so that whatever fits a queue fits
/// here.
/// </summary>
public sealed class DeadLetters
{
    internal const string Prefix = "message-";

    private const int Version = 1;
    private const int HeadBytes = 6 * 1024;
    private const int MaxProblemLength = 800;

    private readonly IStateStore store;

    internal DeadLetters(IStateStore store) => this.store = store;

    /// <summary>Keeps a message; the same message again is one row.</summary>
    /// <returns>Its id.</returns>
    public async Task<string> AddAsync(DeadLetter message, CancellationToken cancellation)
    {
        var key = $"{Prefix}{StateKeys.Descending(message.At)}-{StateKeys.Hash($"{message.Queue}\n{message.MessageId}")}";
        await store.CommitAsync(StateKeys.DeadLetters, [RowWrite.Insert(key, Version, message.At, Write(message))], cancellation);
        return key[Prefix.Length..];
    }

    /// <summary>The message of an id; null where there is none.</summary>
    public async Task<DeadLetter?> FindAsync(string id, CancellationToken cancellation) =>
        await FindRowAsync(id, cancellation) is { } row ? Read(row) : null;

    /// <summary>Records that a person has it sent again: the first one counts, whoever asks later gets the same record.</summary>
    /// <returns>Null where there is no such message.</returns>
    public async Task<DeadLetter?> MarkResentAsync(string id, string by, DateTimeOffset now, CancellationToken cancellation)
    {
        while (await FindRowAsync(id, cancellation) is { } row)
        {
            var message = Read(row);
            if (message.ResentAt is not null)
            {
                return message;
            }

            // Only over the row that was read; else another was first, and is read again.
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

    /// <summary>The newest first.</summary>
    /// <param name="limit">1 to 1000.</param>
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
