using Advisor.Configuration.Rules;
using Advisor.Core.Rules;

namespace Advisor.Cli.Inputs;

/// <summary>The rules that a command works with: the built-in ones, or the user's folder over them.</summary>
public static class RulesInput
{
    /// <param name="directory">What <c>--rules</c> said; null = the built-in rules.</param>
    /// <exception cref="CommandException">The folder or a file in it is not usable; the message names every problem.</exception>
    public static RuleSet Load(CliContext cli, string? directory)
    {
        if (directory is null)
        {
            return RuleSetLoader.Embedded;
        }

        var result = RuleSetLoader.Load(cli.ResolvePath(directory));
        return result.Rules ?? throw new CommandException(ExitCodes.InvalidInput, Problems.Format("the rules", result.Problems));
    }
}
