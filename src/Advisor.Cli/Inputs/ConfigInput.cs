using Advisor.Cli.Output;
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

        var result = ConfigurationLoader.Load(Find(cli, file), rules);
        return result.Configuration ?? throw CommandException.CreateInvalidInput(Problems.Format("the configuration", result.Problems));
    }

    /// <summary>Returns the full path of the settings file.</summary>
    /// <param name="file">Value of <c>--config</c>; null = advisor.yaml in the working folder.</param>
    /// <param name="advice">What follows the error where there is no file.</param>
    /// <exception cref="CommandException">There is no such file.</exception>
    public static string Find(CliContext cli, string? file, string advice = "")
    {
        var name = file ?? ConfigurationLoader.DefaultFileName;
        var missing =
            $"configuration '{UntrustedText.Sanitize(name)}' not found: check its name, or create one with "
            + $"'advisor init{SuggestedCommand.FormatOption("--config", file)}'.";
        return FileInput.Find(cli, name, missing + advice);
    }

    /// <summary>Whether a file is used: the one that is stated, or advisor.yaml where it is in the working folder.</summary>
    /// <param name="file">Value of <c>--config</c>; null = not stated.</param>
    public static bool HasFile(CliContext cli, string? file) =>
        file is not null || File.Exists(cli.ResolvePath(ConfigurationLoader.DefaultFileName));
}
