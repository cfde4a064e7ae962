namespace Advisor.Service.Changes;

/// <summary>Limits of one change. No setting alters them: they follow from how long Azure takes, and how often it is asked.</summary>
internal static class ChangeLimits
{
    /// <summary>Age of a decision beyond which it is dropped rather than sent: the next tick decides again.</summary>
    public static readonly TimeSpan MaxDecisionAge = TimeSpan.FromMinutes(15);

    /// <summary>Time after which the resource is read to find the result of a request without a recorded answer.</summary>
    public static readonly TimeSpan ResponseTimeout = TimeSpan.FromMinutes(3);

    /// <summary>Maximum duration from the acceptance, since Azure takes a few minutes, rarely thirty.</summary>
    public static readonly TimeSpan Timeout = TimeSpan.FromMinutes(45);

    /// <summary>Code of a change that Azure was still making after <see cref="Timeout"/>.</summary>
    public const string TimedOut = "TimedOut";

    /// <summary>Code of a change whose resource was deleted and created again under its id meanwhile.</summary>
    public const string Recreated = "Recreated";

    /// <summary>Time after <see cref="TimedOut"/> within which a size that comes into force is that of the change.</summary>
    public static readonly TimeSpan LateFor = TimeSpan.FromHours(4);

    /// <summary>
    /// Time after the request from which a change is no longer followed where its resource cannot be read, as when the role assignment is
    /// gone. Longer than outages of Resource Manager last.
    /// </summary>
    public static readonly TimeSpan MaxUnreadable = TimeSpan.FromHours(24);

    /// <summary>
    /// Delay before a change that was not sent, or that Azure did not accept yet (409, 429), is sent again, unless Azure asks for a longer
    /// one.
    /// </summary>
    public static readonly TimeSpan RetryDelay = TimeSpan.FromMinutes(1);

    /// <summary>Maximum number of times that a change is sent.</summary>
    public const int MaxAttempts = 3;
}
