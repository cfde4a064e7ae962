using System.Text.Json.Nodes;
using Advisor.Cli.Inputs;
using Advisor.Cli.Output;
using Advisor.Configuration;
using Advisor.Configuration.Yaml;
using Advisor.Core.Quantities;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Config;

/// <summary>Reads advisor.yaml as every command does, and reports what is wrong with it, or what it holds.</summary>
internal static class ConfigCheckRun
{
    /// <returns>One of <see cref="ExitCodes"/>.</returns>
    /// <exception cref="CommandException">There is no file, or it is invalid; the message lists every problem.</exception>
    public static int Run(CliContext cli, SettingsSource settings, bool json)
    {
        var rules = RulesInput.Load(cli, settings.RulesFolder);
        var shown = UntrustedText.Sanitize(settings.ConfigFile ?? ConfigurationLoader.DefaultFileName);
        var result = ConfigurationLoader.Load(ConfigInput.Find(cli, settings.ConfigFile, " Without it, every default applies."), rules);
        if (json)
        {
            WriteJson(cli, result);
            return result.Configuration is null ? ExitCodes.InvalidInput : ExitCodes.Success;
        }

        var config =
            result.Configuration ?? throw CommandException.CreateInvalidInput(Problems.Format("the configuration", result.Problems));
        cli.Out.WriteLine($"{shown} is valid: {Summarize(config)}.");
        foreach (var note in ConfigCheckNotes.List(config, cli.Time.GetUtcNow()))
        {
            cli.Out.WriteLine(note);
        }

        return ExitCodes.Success;
    }

    private static string Summarize(AdvisorConfiguration config)
    {
        (int Count, string One, string Many)[] parts =
        [
            (config.Scope.Subscriptions.Count, "subscription", "subscriptions"),
            (config.Scope.ManagementGroups.Count, "management group", "management groups"),
            (config.Scope.ResourceIds.Count, "resource id", "resource ids"),
            (config.Resources.Count, "entry of resources", "entries of resources"),
            (config.Schedules.Count, "schedule", "schedules"),
            (config.Events.Count, "event", "events"),
            (config.Mutes.Count, "mute", "mutes"),
            (config.Routing?.Channels.Count ?? 0, "channel", "channels"),
            (config.Routing?.Teams.Count ?? 0, "team", "teams"),
            (config.Reports.Count, "report", "reports"),
        ];
        var stated = parts.Where(part => part.Count > 0).Select(part => Wording.FormatCount(part.Count, part.One, part.Many)).ToList();
        return stated.Count > 0 ? string.Join(", ", stated) : "defaults only";
    }

    private static void WriteJson(CliContext cli, ConfigurationLoadResult result)
    {
        var notes = result.Configuration is { } config ? ConfigCheckNotes.List(config, cli.Time.GetUtcNow()) : [];
        JsonOutput.Write(
            cli.Out,
            new JsonObject
            {
                ["valid"] = result.Configuration is not null,
                ["problems"] = JsonOutput.CreateList(result.Problems, CreateProblem),
                ["notes"] = JsonOutput.CreateList(notes),
            }
        );
    }

    private static JsonObject CreateProblem(DocumentProblem problem)
    {
        var json = new JsonObject { ["file"] = problem.File };
        if (problem.Line is { } line)
        {
            json["line"] = line;
        }

        json["path"] = problem.Path;
        json["reason"] = problem.Reason;
        return json;
    }
}
