using Advisor.Configuration.Schedules;

namespace Advisor.Configuration.Routing;

/// <summary><c>notifications</c> of advisor.yaml: defaults of teams and channels.</summary>
public sealed record NotificationSettings
{
    public static NotificationSettings Default { get; } = new();

    /// <summary>Times of digests of a team that states none.</summary>
    public DigestSchedule Digest { get; init; } = DigestSchedule.Default;

    /// <summary>Limit of a channel that states none.</summary>
    public MessageLimit MaxMessages { get; init; } = MessageLimit.Default;
}
