using System.Text;
using System.Text.Json;
using Advisor.Service.Notifications.Grouping;
using Advisor.Service.SignedLinks;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Notifications.Delivery;

/// <summary>
/// Notifications as rows of the outbox, one per channel, and back. Later rows have later timestamps, so that row names keep the order of an
/// incident.
/// </summary>
internal sealed class DeliveryItems(DateTimeOffset newest, DateTimeOffset now)
{
    // Far above what Azure names need; together they stay below the size of a queue message.
    private const int MaxTitleLength = 300;
    private const int MaxTextLength = 4000;
    private const int MaxFactLength = 500;
    private const int MaxProposalLength = 1000; // three alternatives, each with its cost and its demands on the app
    private const int MaxResources = 20;
    private const int MaxTrendPoints = 240;
    private const int MaxBytes = 40_000;

    private readonly List<OutboxItem> items = [];

    public IReadOnlyList<OutboxItem> All => items;

    /// <summary>Creation time of the newest row.</summary>
    public DateTimeOffset Newest { get; private set; } = newest;

    /// <summary>Size of all rows in bytes: the payloads in UTF-8 plus 500 each.</summary>
    public int Bytes { get; private set; }

    /// <param name="order">Ordering key: messages with the same channel and key are sent one after another.</param>
    public void Add(string channel, string order, Notification message)
    {
        Newest = now > Newest ? now : Newest.AddTicks(1);
        Add(CreateItem(channel, order, message, Newest));
    }

    /// <summary>Adds the row of an alert or a notice that a channel has still to get.</summary>
    public void Hold(OutboxItem item, string channel) => Add(item.HoldFor(channel));

    /// <summary>Drops the rows added after this count.</summary>
    public void TruncateTo(int count, int bytes)
    {
        items.RemoveRange(count, items.Count - count);
        Bytes = bytes;
    }

    public static OutboxItem CreateItem(string channel, string order, Notification message, DateTimeOffset createdAt) =>
        new()
        {
            Scope = $"{channel}/{order}",
            Id = message.EventId,
            CreatedAt = createdAt,
            Kind = OutboxKind.Delivery,
            Target = channel,
            DedupKey = message.DedupKey,
            Payload = JsonSerializer.Serialize(Limit(message), ServiceJsonFormat.Default.Notification),
        };

    /// <summary>Whether a delivery is that of a report, whose document is made when it is delivered.</summary>
    public static bool IsReport(OutboxItem item) => ReadNotification(item)?.Report is not null;

    /// <summary>Reads the notification of a row, a delivery or a notice that is not grouped yet; null when it holds none.</summary>
    public static Notification? ReadNotification(OutboxItem item) => ServiceJsonFormat.Default.Notification.TryRead(item.Payload);

    /// <summary>Returns a notification with lines of limited number and length.</summary>
    public static Notification LimitLines(Notification message) =>
        message with
        {
            Lines = message
                .Lines?.Take(NotificationLine.MaxLines)
                .Select(line => line with { Text = Truncate(line.Text, MaxFactLength)! })
                .ToList(),
        };

    private static Notification Limit(Notification message)
    {
        var bounded = LimitLines(message).ConvertLinks(AppLinks.RemoveToken) with
        {
            Title = Truncate(message.Title, MaxTitleLength)!,
            Text = Truncate(message.Text, MaxTextLength)!,
            Limit = Truncate(message.Limit, MaxFactLength),
            Done = Truncate(message.Done, MaxFactLength),
            Proposal = Truncate(message.Proposal, MaxProposalLength),
            Cost = Truncate(message.Cost, MaxFactLength),
            Next = Truncate(message.Next, MaxFactLength),
            Resources = [.. message.Resources.Take(MaxResources)],
            ResourceCount = message.ResourceCount ?? message.Resources.Count,
            Trend = [.. message.Trend.TakeLast(MaxTrendPoints)],
        };
        return JsonSerializer.SerializeToUtf8Bytes(bounded, ServiceJsonFormat.Default.Notification).Length <= MaxBytes
            ? bounded
            : bounded with
            {
                Text = Truncate(bounded.Text, MaxFactLength)!,
                Resources = [],
                Trend = [],
                Alerts = bounded.Alerts?.Select(alert => alert with { ResourceId = null }).ToList(),
            };
    }

    private void Add(OutboxItem item)
    {
        items.Add(item);
        Bytes += Encoding.UTF8.GetByteCount(item.Payload) + 500;
    }

    private static string? Truncate(string? text, int maxLength) =>
        text is null || text.Length <= maxLength
            ? text
            : string.Concat(text.AsSpan(0, char.IsHighSurrogate(text[maxLength - 2]) ? maxLength - 2 : maxLength - 1), "…");
}
