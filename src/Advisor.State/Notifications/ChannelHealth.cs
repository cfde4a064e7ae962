namespace Advisor.State.Notifications;

/// <summary>How deliveries by a channel went lately.</summary>
/// <param name="Name">The channel.</param>
/// <param name="FailedInARow">Attempts that failed since the last that went well.</param>
/// <param name="Problem">Why the last one failed, without any secret; null where it went well.</param>
public sealed record ChannelHealth(string Name, int FailedInARow, string? Problem, DateTimeOffset At);
