namespace Advisor.Service.Notifications.Delivery;

/// <summary>Recent delivery results of a channel.</summary>
/// <param name="Name">Name of the channel.</param>
/// <param name="FailedInARow">Failed attempts since the last successful one.</param>
/// <param name="Problem">Reason for the last failure, without secrets; null after a success.</param>
public sealed record ChannelHealth(string Name, int FailedInARow, string? Problem, DateTimeOffset At);
