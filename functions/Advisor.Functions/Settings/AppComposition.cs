using Advisor.Configuration;
using Advisor.Configuration.Routing;
using Advisor.Configuration.Rules;
using Advisor.Core.Settings;
using Advisor.Service;

namespace Advisor.Functions.Settings;

/// <summary>Configuration of the app: app settings and advisor.yaml combined.</summary>
/// <param name="Settings">The app settings.</param>
/// <param name="Configuration">advisor.yaml, or the defaults if there is none.</param>
/// <param name="Options">Options of the service.</param>
internal sealed record AppComposition(AppSettings Settings, AdvisorConfiguration Configuration, ServiceOptions Options)
{
    /// <summary>Reads both; null when there is any problem.</summary>
    /// <param name="configuration">The environment.</param>
    /// <param name="folder">Folder of host.json, in which advisor.yaml is searched.</param>
    public static (AppComposition? Configured, IReadOnlyList<string> Problems) Read(IConfiguration configuration, string folder)
    {
        var (settings, problems) = AppSettingsReader.Read(configuration);
        if (settings is null)
        {
            return (null, problems);
        }

        var (file, wrong) = ReadFile(settings, folder);
        if (file is null)
        {
            return (null, wrong);
        }

        if (settings.Webhook is not null && file.Routing?.UsesVariable(AppSettingsReader.WebhookVariable) == false)
        {
            return (
                null,
                [
                    "advisor.yaml has channels: remove Advisor__WebhookUrl, or name it there as a channel, with the address "
                        + "env:Advisor__WebhookUrl.",
                ]
            );
        }

        var options = CreateOptions(settings, file);
        return !options.Scope.HasPlace
                ? (null, ["Nothing to monitor: set Advisor__Subscriptions to subscription ids, or a scope in advisor.yaml."])
            : options.FindProblem() is { } problem ? (null, [problem])
            : (new AppComposition(settings, file with { Cloud = settings.Cloud ?? file.Cloud }, options), []);
    }

    /// <summary>The routing of advisor.yaml; else all notifications go to the webhook of the settings, else to the log.</summary>
    public RoutingSettings Routing =>
        Configuration.Routing
        ?? (
            Settings.Webhook is { } webhook
                ? RoutingSettings.CreateForWebhook(AppSettingsReader.WebhookVariable, webhook)
                : RoutingSettings.CreateForConsole()
        ) with
        {
            Notifications = Configuration.Notifications,
        };

    /// <summary>
    /// Reads an environment variable, for references to secrets. Setting names are case-insensitive, variable names may be case-sensitive.
    /// </summary>
    public string? FindVariable(string name) =>
        name == AppSettingsReader.WebhookVariable ? Settings.Webhook?.OriginalString : Environment.GetEnvironmentVariable(name);

    private static (AdvisorConfiguration? Configuration, IReadOnlyList<string> Problems) ReadFile(AppSettings settings, string folder)
    {
        var path = Path.Combine(folder, settings.ConfigFile ?? ConfigurationLoader.DefaultFileName);
        if (settings.ConfigFile is null && !System.IO.File.Exists(path))
        {
            return (AdvisorConfiguration.CreateDefault(RuleSetLoader.Embedded), []);
        }

        var result = ConfigurationLoader.Load(path, RuleSetLoader.Embedded);
        return (result.Configuration, [.. result.Problems.Select(problem => problem.ToString()!)]);
    }

    private static ServiceOptions CreateOptions(AppSettings settings, AdvisorConfiguration file) =>
        new()
        {
            Scope = file.Scope.HasPlace ? file.Scope : file.Scope with { Subscriptions = settings.Subscriptions },
            Interval = settings.Interval,
            Mode = settings.Mode,
            Trust = ScalingTrust.Gradual,
            Paused = settings.Paused,
            DryRun = settings.DryRun,
            MaxChangesPerHour = file.ChangeRate.ChangesPerHour,
            MaxUnitsPerHour = file.ChangeRate.UnitsPerHour,
            StateOption = $" --state {settings.TableService.AbsoluteUri.TrimEnd('/')}",
        };
}
