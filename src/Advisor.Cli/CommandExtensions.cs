using System.CommandLine;
using System.CommandLine.Parsing;

namespace Advisor.Cli;

/// <summary>What is said about the options of a command, beside their values.</summary>
internal static class CommandExtensions
{
    /// <summary>Adds options in the order of the help text.</summary>
    public static void AddOptions(this Command command, params IEnumerable<Option> options)
    {
        foreach (var option in options)
        {
            command.Options.Add(option);
        }
    }

    /// <summary>Refuses a command line whose options do not fit together.</summary>
    /// <param name="findProblem">Returns what does not fit, as a sentence; null when all does.</param>
    public static void Refuse(this Command command, Func<CommandResult, string?> findProblem) =>
        command.Validators.Add(result =>
        {
            if (findProblem(result) is { } problem)
            {
                result.AddError(problem);
            }
        });
}
