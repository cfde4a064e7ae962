using System.CommandLine;
using Advisor.Configuration;

namespace Advisor.Cli.Inputs;

/// <summary>Where the rules and the settings of a command come from.</summary>
/// <param name="ConfigFile">Settings file; null = advisor.yaml in the working folder, if it exists.</param>
/// <param name="RulesFolder">Folder with the user's rules; null = built in.</param>
internal sealed record SettingsSource(string? ConfigFile = null, string? RulesFolder = null)
{
    /// <summary>Whether advisor.yaml in the working folder is ignored.</summary>
    public bool IgnoresConfig { get; init; }

    /// <exception cref="CommandException">The rules or the settings are invalid; the message lists every problem.</exception>
    public AdvisorConfiguration Load(CliContext cli)
    {
        var rules = RulesInput.Load(cli, RulesFolder);
        return IgnoresConfig ? AdvisorConfiguration.CreateDefault(rules) : ConfigInput.Load(cli, ConfigFile, rules);
    }
}

/// <summary>The options <c>--config</c> and <c>--rules</c>.</summary>
internal sealed class SettingsOptions
{
    public Option<string?> Config { get; } = CommonOptions.CreateConfig();

    public Option<string?> Rules { get; } = CommonOptions.CreateRules();

    public SettingsSource Read(ParseResult parse) => new(parse.GetValue(Config), parse.GetValue(Rules));
}
