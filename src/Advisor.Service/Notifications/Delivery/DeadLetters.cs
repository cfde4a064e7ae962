using Advisor.Service.Store;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Notifications.Delivery;

/// <summary>
/// Dead-letter queue in a partition of its own. It outlives the week that queues keep messages: see
/// <see cref="RetentionPolicy.DeadLetters"/>.
/// </summary>
public sealed class DeadLetters
{
    internal const string Prefix = "message-";

    private readonly IStateStore store;

    internal DeadLetters(IStateStore store) => this.store = store;

    /// <summary>Adds a message; the same message twice is one row.</summary>
    /// <returns>Id of the message.</returns>
    public async Task<string> AddAsync(DeadLetter message, CancellationToken cancellation)
    {
        var key = $"{Prefix}{StateKeys.FormatDescending(message.At)}-{StateKeys.Hash($"{message.Queue}\n{message.MessageId}")}";
        await store.CommitAsync(StateKeys.DeadLetters, [RecordCodecs.DeadLetter.Insert(key, message.At, message)], cancellation);
        return key[Prefix.Length..];
    }

    /// <summary>Returns the message with an id; null if there is none.</summary>
    public async Task<DeadLetter?> FindAsync(string id, CancellationToken cancellation) =>
        RecordCodecs.DeadLetter.ReadIfAny(await FindRowAsync(id, cancellation));

    /// <summary>Records that a person sent the message again. The first call wins; later ones return the same record.</summary>
    /// <returns>Null if there is no such message.</returns>
    public async Task<DeadLetter?> MarkResentAsync(string id, string by, DateTimeOffset now, CancellationToken cancellation)
    {
        while (await FindRowAsync(id, cancellation) is { } row)
        {
            var message = RecordCodecs.DeadLetter.Read(row);
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
            var write = RecordCodecs.DeadLetter.Replace(row.Key, row.At, marked, row.ETag);
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
        RecordCodecs.DeadLetter.ReadAll(
            (await store.QueryAsync(RowQuery.FromPrefix(StateKeys.DeadLetters, Prefix, limit: limit), cancellation)).Rows
        );

    private async Task<Row?> FindRowAsync(string id, CancellationToken cancellation) =>
        id.Length is > 0 and <= 100 && id.All(c => char.IsAsciiLetterOrDigit(c) || c == '-')
            ? await store.GetAsync(StateKeys.DeadLetters, Prefix + id, cancellation)
            : null;
}
