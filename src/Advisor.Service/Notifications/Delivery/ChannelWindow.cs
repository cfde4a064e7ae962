using Advisor.Core.Rules;

namespace Advisor.Service.Notifications.Delivery;

/// <summary>How many messages a channel was sent in a window, and those beyond its limit, for which one summary is sent after it.</summary>
/// <param name="Start">Start of the window.</param>
/// <param name="Sent">Messages sent, 0 or more.</param>
/// <param name="Unsent">Messages not sent, 0 or more.</param>
/// <param name="Severity">Highest severity of those not sent.</param>
/// <param name="Titles">Titles of the first ones not sent.</param>
internal sealed record ChannelWindow(
    DateTimeOffset Start,
    int Sent,
    int Unsent = 0,
    AlertSeverity Severity = AlertSeverity.Info,
    IReadOnlyList<string>? Titles = null
);
