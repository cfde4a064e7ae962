using Advisor.Configuration;
using Advisor.Core.Rules;
using Advisor.Core.Text;

namespace Advisor.Cli.Inputs;

/// <summary>Loads the settings file of a command.</summary>
public static class ConfigInput
{
    /// <param name="file">Value of <c>--config</c>; null = advisor.yaml in the working folder if it exists, else the defaults.</param>
    /// <exception cref="CommandException">The file is missing or invalid; the message lists every problem.</exception>
    public static AdvisorConfiguration Load(CliContext cli, string? file, RuleSet rules)
    {
        if (!HasFile(cli, file))
        {
            return AdvisorConfiguration.CreateDefault(rules);
        }

        var path = cli.ResolvePath(file ?? ConfigurationLoader.DefaultFileName);
        if (!File.Exists(path))
        {
            throw new CommandException(
                ExitCodes.InvalidInput,
                $"configuration '{UntrustedText.Sanitize(file!)}' not found: check its name, or create one with 'advisor init'."
            );
        }

        var result = ConfigurationLoader.Load(path, rules);
        return result.Configuration
            ?? throw new CommandException(ExitCodes.InvalidInput, Problems.Format("the configuration", result.Problems));
    }

    /// <summary>Whether a file is used: the one that is stated, or advisor.yaml where it is in the working folder.</summary>
    /// <param name="file">Value of <c>--config</c>; null = not stated.</param>
    public static bool HasFile(CliContext cli, string? file) =>
        file is not null || File.Exists(cli.ResolvePath(ConfigurationLoader.DefaultFileName));
}
