using System.Text;
using System.Text.Json;
using Advisor.Runtime.Links;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Alerts;

/// <summary>Messages as rows of the outbox, one for each channel, and back. Later rows have later instants, so that the order of an incident is in their names.</summary>
internal sealed class DeliveryItems(DateTimeOffset newest, DateTimeOffset now)
{
    // Far above what Azure's own names need; together they stay below a queue message.
    private const int LongestTitle = 300;
    private const int LongestText = 4000;
    private const int LongestFact = 500;
    private const int LongestProposal = 1000; // three alternatives, each with its bill and what it demands
    private const int MostResources = 20;
    private const int MostTrend = 240;
    private const int MostBytes = 40_000;

    private readonly List<OutboxItem> items = [];

    public IReadOnlyList<OutboxItem> All => items;

    /// <summary>Creation of the newest row.</summary>
    public DateTimeOffset Newest { get; private set; } = newest;

    public int Bytes { get; private set; }

    /// <param name="order">Messages with the same channel and order leave one after another.</param>
    public void Add(string channel, string order, AlertMessage message)
    {
        Newest = now > Newest ? now : Newest.AddTicks(1);
        items.Add(ItemOf(channel, order, message, Newest));
        Bytes += Encoding.UTF8.GetByteCount(items[^1].Payload) + 500;
    }

    /// <summary>Drops what was added since there were so many.</summary>
    public void Undo(int count, int bytes)
    {
        items.RemoveRange(count, items.Count - count);
        Bytes = bytes;
    }

    public static OutboxItem ItemOf(string channel, string order, AlertMessage message, DateTimeOffset createdAt) => new()
    {
        Scope = $"{channel}/{order}",
        Id = message.EventId,
        CreatedAt = createdAt,
        Kind = OutboxKind.Delivery,
        Target = channel,
        DedupKey = message.DedupKey,
        Payload = JsonSerializer.Serialize(Bounded(message), Wire.Default.AlertMessage),
    };

    /// <summary>The message of a row; null where it holds none.</summary>
    public static AlertMessage? MessageOf(OutboxItem item)
    {
        try
        {
            return JsonSerializer.Deserialize(item.Payload, Wire.Default.AlertMessage);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static AlertMessage Bounded(AlertMessage message)
    {
        var bounded = message with
        {
            Title = Cut(message.Title, LongestTitle)!,
            Text = Cut(message.Text, LongestText)!,
            Limit = Cut(message.Limit, LongestFact),
            Done = Cut(message.Done, LongestFact),
            Proposal = Cut(message.Proposal, LongestProposal),
            Cost = Cut(message.Cost, LongestFact),
            Next = Cut(message.Next, LongestFact),
            Resources = [.. message.Resources.Take(MostResources)],
            ResourceCount = message.ResourceCount ?? message.Resources.Count,
            Trend = [.. message.Trend.TakeLast(MostTrend)],
            Link = Stored(message.Link),
            ApproveLink = Stored(message.ApproveLink),
            SilenceLink = Stored(message.SilenceLink),
        };
        return JsonSerializer.SerializeToUtf8Bytes(bounded, Wire.Default.AlertMessage).Length <= MostBytes
            ? bounded
            : bounded with { Text = Cut(bounded.Text, LongestFact)!, Resources = [], Trend = [] };
    }

    private static Uri? Stored(Uri? link) => link is null ? null : AppLinks.Stored(link);

    private static string? Cut(string? text, int most) => text is null || text.Length <= most ? text
        : string.Concat(text.AsSpan(0, char.IsHighSurrogate(text[most - 2]) ? most - 2 : most - 1), "…");
}
