namespace Advisor.Cli.Commands.Doctor;

/// <summary>Result of a check.</summary>
internal enum CheckStatus
{
    Ok,

    /// <summary>Advisor works, but not as it could.</summary>
    Warning,

    /// <summary>Something that Advisor needs is missing.</summary>
    Fault,
}

/// <summary>One line of <c>advisor doctor</c>.</summary>
/// <param name="Name">What was checked, such as <c>sign-in</c> or <c>channel pager</c>.</param>
/// <param name="Text">What was found, one sentence.</param>
/// <param name="Command">Command that mends it; null if there is none, or nothing to mend.</param>
internal sealed record DoctorCheck(string Name, CheckStatus Status, string Text, string? Command = null);
