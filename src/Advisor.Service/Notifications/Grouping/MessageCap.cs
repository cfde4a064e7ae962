using Advisor.Core.Alerting;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Service.Notifications.Channels.Messages;
using Advisor.Service.Notifications.Delivery;

namespace Advisor.Service.Notifications.Grouping;

/// <summary>
/// Counts the messages of each channel in windows of its limit. What exceeds it is not sent, and one summary stands for it when the window
/// is over. Pure; a value that a plan stores.
/// </summary>
internal sealed class MessageCap(NotificationRouting routing, IReadOnlyDictionary<string, ChannelWindow>? before, DateTimeOffset now)
{
    private const int MaxTitleLength = 150;

    private Dictionary<string, ChannelWindow> windows = new(
        before ?? new Dictionary<string, ChannelWindow>(),
        StringComparer.OrdinalIgnoreCase
    );

    /// <summary>What a later plan continues with; null when nothing is counted.</summary>
    public IReadOnlyDictionary<string, ChannelWindow>? Windows => windows.Count == 0 ? null : windows;

    /// <summary>Returns the summaries of windows that are over, and forgets those windows.</summary>
    public IReadOnlyList<(string Channel, Notification Summary)> TakeSummaries(NotificationLinks links)
    {
        var over = windows
            .Where(pair => pair.Value.Start != FindStart(pair.Key))
            .OrderBy(pair => pair.Key, StringComparer.Ordinal)
            .ToList();
        foreach (var (channel, _) in over)
        {
            windows.Remove(channel);
        }

        return [.. over.Where(pair => pair.Value.Unsent > 0).Select(pair => (pair.Key, CreateSummary(pair.Key, pair.Value, links)))];
    }

    /// <summary>Counts a message; false when it is not sent. What is new and critical is sent above the limit too.</summary>
    public bool TryCount(string channel, Notification message)
    {
        var limit = routing.FindMaxMessages(channel);
        var window = windows.GetValueOrDefault(channel) ?? new ChannelWindow(FindStart(channel), 0);
        var isSent = window.Sent < limit.Count;
        if (!isSent && message.Kind.IsNewlyCritical(message.Severity))
        {
            return true;
        }

        var severity = message.Kind == AlertEventKind.Resolved ? AlertSeverity.Info : message.Severity;
        windows[channel] = isSent
            ? window with
            {
                Sent = window.Sent + 1,
            }
            : window with
            {
                Unsent = window.Unsent + 1,
                Severity = severity > window.Severity ? severity : window.Severity,
                Titles =
                [
                    .. (window.Titles ?? []).Append(RenderedMessage.FormatTitle(message, MaxTitleLength)).Take(NotificationLine.MaxLines),
                ],
            };
        return isSent;
    }

    /// <summary>Returns a function that undoes what was counted since.</summary>
    public Action CreateUndo()
    {
        var saved = new Dictionary<string, ChannelWindow>(windows, windows.Comparer);
        return () => windows = saved;
    }

    private DateTimeOffset FindStart(string channel) => AlertGrouping.FindSlot(now, routing.FindMaxMessages(channel).Window);

    private static Notification CreateSummary(string channel, ChannelWindow window, NotificationLinks links)
    {
        var key = $"unsent/{channel.ToLowerInvariant()}/{window.Start.UtcTicks}";
        return NoticeItems.Create(
            "unsent",
            window.Severity,
            key,
            window.Start,
            $"{Wording.FormatCount(window.Unsent, "message")} above the limit of this channel",
            $"This channel reached its limit of {Wording.FormatCount(window.Sent, "message")} after "
                + $"{window.Start.UtcDateTime.ToString("HH:mm")} UTC (maxMessages)."
                + (NotificationLine.DescribeRest(window.Unsent, "the pages have all") is { } rest ? " " + rest : "")
        ) with
        {
            Link = links.CreateFleetLink(),
            Lines = [.. (window.Titles ?? []).Select(title => new NotificationLine(title))],
        };
    }
}
