namespace Advisor.Service.Store;

/// <summary>Pause of all changes until a person resumes them.</summary>
/// <param name="By">Person, or <c>advisor</c> after too many failed verifications.</param>
public sealed record PauseMark(string By, string Reason, DateTimeOffset At);

/// <summary>End of a pause by a person; part of the audit trail.</summary>
/// <param name="By">Person, if known.</param>
/// <param name="Ended">Pause that was ended.</param>
public sealed record ResumeMark(string By, string Reason, DateTimeOffset At, PauseMark Ended);

/// <summary>Record that work was suspended because the machine's clock is wrong.</summary>
/// <param name="At">Time according to Azure.</param>
/// <param name="Ahead">Difference of the machine's clock to Azure's; negative = behind.</param>
public sealed record ClockMark(DateTimeOffset At, TimeSpan Ahead)
{
    /// <summary>
    /// Tolerated difference between this machine's clock and Azure's, in either direction: 5 minutes. A stored time further in the future
    /// is wrong.
    /// </summary>
    public static readonly TimeSpan Tolerance = TimeSpan.FromMinutes(5);
}

/// <summary>Wait that an API requested; it applies to all instances.</summary>
public sealed record Throttle(string Scope, DateTimeOffset Until);
