namespace Advisor.Cli;

/// <summary>
/// Ends a command with a message for the user: thrown for expected failures, and printed by <see cref="AdvisorCli"/> without a stack trace.
/// </summary>
/// <param name="exitCode">One of <see cref="ExitCodes"/>, not 0.</param>
/// <param name="message">One line: what is wrong, and what to do. Several lines when several problems are reported together.</param>
public sealed class CommandException(int exitCode, string message, Exception? cause = null) : Exception(message, cause)
{
    public int ExitCode { get; } = exitCode;

    /// <summary>Whether the same may succeed a little later: nothing answered, or with a fault of its own.</summary>
    public bool IsTransient { get; init; }
}
