using Advisor.State.Rows;

namespace Advisor.State.Notifications;

/// <summary>Rows of outbox items: their keys, and the writes that enqueue and complete an item.</summary>
internal static class OutboxRows
{
    public static RowWrite[] CreateEnqueueWrites(OutboxItem item) =>
        [
            RecordCodecs.Outbox.Insert(CreateOpenKey(item), item.CreatedAt, item),
            RecordCodecs.OutboxMark.Insert(CreateMarkKey(item.Scope, item.CreatedAt, item.Id), item.CreatedAt, CreateMark(item)),
        ];

    public static RowWrite[] CreateCompleteWrites(OutboxItem item, string outcome, DateTimeOffset now) =>
        [
            RowWrite.Delete(CreateOpenKey(item), item.ETag),
            RecordCodecs.OutboxMark.Put(
                CreateMarkKey(item.Scope, item.CreatedAt, item.Id),
                item.CreatedAt,
                CreateMark(item) with
                {
                    CompletedAt = now,
                    Outcome = outcome,
                }
            ),
        ];

    /// <summary>Returns the hash that identifies an item in its keys.</summary>
    public static string ComputeHash(OutboxItem item) => ComputeHash(item.Scope, item.Id);

    public static OutboxItem Read(Row row) => RecordCodecs.Outbox.Read(row) with { ETag = row.ETag };

    private static OutboxMark CreateMark(OutboxItem item) =>
        new()
        {
            Scope = item.Scope,
            Id = item.Id,
            CreatedAt = item.CreatedAt,
            Kind = item.Kind,
            DedupKey = item.DedupKey,
            Attempts = item.Attempts,
        };

    public static string CreateOpenKey(OutboxItem item) => CreateOpenKey(item.Kind, item.Scope, item.CreatedAt, item.Id);

    public static string CreateOpenKey(OutboxKind kind, string scope, DateTimeOffset createdAt, string id) =>
        kind switch
        {
            OutboxKind.Delivery =>
                $"{StateKeys.OpenDeliveries}{StateKeys.Hash(scope)}-{StateKeys.Ascending(createdAt)}-{ComputeHash(scope, id)}",
            OutboxKind.Alert or OutboxKind.Notification =>
                $"{StateKeys.OpenSources}{StateKeys.Ascending(createdAt)}-{ComputeHash(scope, id)}",
            _ => $"{StateKeys.OpenChangeRequests}{StateKeys.Ascending(createdAt)}-{ComputeHash(scope, id)}",
        };

    public static string CreateMarkKey(string scope, DateTimeOffset createdAt, string id) =>
        $"{StateKeys.EnqueuedOutbox}{StateKeys.Descending(createdAt)}-{ComputeHash(scope, id)}";

    private static string ComputeHash(string scope, string id) => StateKeys.Hash($"{scope}\n{id}");
}
