using Advisor.Configuration.Rules;
using Advisor.Core.Rules;

namespace Advisor.Cli.Inputs;

/// <summary>
/// Loads the rules of a command: the built-in ones, with the files of the user's folder in place of those of the same path.
/// </summary>
public static class RulesInput
{
    /// <param name="directory">Value of <c>--rules</c>; null = the built-in rules.</param>
    /// <exception cref="CommandException">The folder or a file in it is invalid; the message lists every problem.</exception>
    public static RuleSet Load(CliContext cli, string? directory)
    {
        if (directory is null)
        {
            return RuleSetLoader.Embedded;
        }

        var result = RuleSetLoader.Load(cli.ResolvePath(directory));
        return result.Rules ?? throw CommandException.CreateInvalidInput(Problems.Format("the rules", result.Problems));
    }
}
