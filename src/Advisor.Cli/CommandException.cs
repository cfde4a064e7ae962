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

    /// <summary>Ends a command whose command line is not valid.</summary>
    public static CommandException CreateUsage(string message, Exception? cause = null) => new(ExitCodes.Usage, message, cause);

    /// <summary>Ends a command that was given an invalid file, or one that cannot be read or written.</summary>
    public static CommandException CreateInvalidInput(string message, Exception? cause = null) =>
        new(ExitCodes.InvalidInput, message, cause);

    /// <summary>Ends a command about something that does not exist.</summary>
    public static CommandException CreateNotFound(string message) => new(ExitCodes.NotFound, message);

    /// <summary>Ends a command to which nothing answers.</summary>
    public static CommandException CreateUnreachable(string message, Exception? cause = null) => new(ExitCodes.Unreachable, message, cause);
}
