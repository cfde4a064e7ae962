namespace Advisor.Service.Notifications.Delivery;

/// <summary>Alerts of many resources of a team at about the same time.</summary>
/// <param name="NotifiedAt">Time of the last message about them.</param>
/// <param name="Messages">Messages about them so far, 1 or more.</param>
internal sealed record TeamStorm(DateTimeOffset NotifiedAt, int Messages);
