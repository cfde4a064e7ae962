using Advisor.Cli.Inputs;
using Advisor.Configuration;
using Advisor.Configuration.Schedules;

namespace Advisor.Cli.Commands.Config;

/// <summary>Writes what a valid advisor.yaml states and no decision can meet, one line each, after the result of the check.</summary>
internal static class ConfigCheckNotes
{
    public static void Write(CliContext cli, string? file, string? rulesFolder)
    {
        var path = cli.ResolvePath(file ?? ConfigurationLoader.DefaultFileName);
        if (ConfigurationLoader.Load(path, RulesInput.Load(cli, rulesFolder)).Configuration is { } config)
        {
            foreach (var note in WindowNotes.Describe(config, cli.Time.GetUtcNow()))
            {
                cli.Out.WriteLine(note);
            }
        }
    }
}
