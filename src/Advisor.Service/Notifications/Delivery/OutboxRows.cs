using Advisor.Service.Store.Rows;

namespace Advisor.Service.Notifications.Delivery;

/// <summary>Rows of outbox items: their keys, and the writes that enqueue and complete an item.</summary>
internal static class OutboxRows
{
    // The mark of an enqueued item is its key; it has no content.
    private const int MarkVersion = 1;

    public static RowWrite[] CreateEnqueueWrites(OutboxItem item) =>
        [
            RecordCodecs.Outbox.Insert(CreateOpenKey(item), item.CreatedAt, item),
            RowWrite.Insert(CreateMarkKey(item), MarkVersion, item.CreatedAt, default),
        ];

    /// <summary>The mark stays, so that the item is not enqueued again.</summary>
    public static RowWrite CreateCompleteWrite(OutboxItem item) => RowWrite.Delete(CreateOpenKey(item), item.ETag);

    /// <summary>Returns the hash that identifies an item in its keys.</summary>
    public static string ComputeHash(OutboxItem item) => ComputeHash(item.Scope, item.Id);

    public static string CreateOpenKey(OutboxItem item) => CreateOpenKey(OutboxKey.FromItem(item));

    public static string CreateOpenKey(OutboxKey key)
    {
        var (time, hash) = (StateKeys.FormatAscending(key.CreatedAt), ComputeHash(key.Scope, key.Id));
        return key.Kind switch
        {
            OutboxKind.Delivery => $"{StateKeys.OpenDeliveries}{StateKeys.Hash(key.Scope)}-{time}-{hash}",
            OutboxKind.Alert or OutboxKind.Notification => $"{StateKeys.OpenSources}{time}-{hash}",
            _ => $"{StateKeys.OpenChangeRequests}{time}-{hash}",
        };
    }

    private static string CreateMarkKey(OutboxItem item) =>
        $"{StateKeys.EnqueuedOutbox}{StateKeys.FormatDescending(item.CreatedAt)}-{ComputeHash(item)}";

    private static string ComputeHash(string scope, string id) => StateKeys.Hash($"{scope}\n{id}");
}
