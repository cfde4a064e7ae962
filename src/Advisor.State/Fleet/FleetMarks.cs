namespace Advisor.State.Fleet;

/// <summary>Applying is stopped until a person resumes it.</summary>
/// <param name="By">A person, or <c>advisor</c> after too many failed verifications.</param>
public sealed record PauseMark(string By, string Reason, DateTimeOffset At);

/// <summary>A stop of applying that a person ended: part of the audit trail.</summary>
/// <param name="By">A person, as far as that is known.</param>
/// <param name="Ended">The stop.</param>
public sealed record ResumeMark(string By, string Reason, DateTimeOffset At, PauseMark Ended);

/// <summary>Work was held since the clock of the machine was found wrong.</summary>
/// <param name="At">By the time of Azure.</param>
/// <param name="Ahead">By how much it was ahead; negative = behind.</param>
public sealed record ClockMark(DateTimeOffset At, TimeSpan Ahead)
{
    /// <summary>
    /// How far this machine's clock may be off Azure's, in either direction; 5 minutes. What is remembered of a later time than that is
    /// wrong.
    /// </summary>
    public static readonly TimeSpan Tolerance = TimeSpan.FromMinutes(5);
}

/// <summary>An API that asked to wait: all instances do.</summary>
public sealed record Throttle(string Scope, DateTimeOffset Until);
