namespace Advisor.Service.Notifications.Samples;

/// <param name="Kind">Event shown, such as "approval asked".</param>
public sealed record SampleNotification(string Kind, Notification Notification);
