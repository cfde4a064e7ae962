using Advisor.Azure;
using Advisor.Cli.Inputs;
using Advisor.Cli.Output;
using Advisor.Core.Reports;
using Advisor.LocalAzure;
using Advisor.Runtime.Configuration;
using Advisor.Runtime.Evaluation;
using Advisor.Runtime.Fleet;
using AzureCloud = Advisor.Azure.AzureCloud;

namespace Advisor.Cli.Evaluating;

/// <summary>Runs one evaluation: rules, configuration, resources, report, exit code.</summary>
internal static class EvaluateRun
{
    // Schedules and events farther ahead than this change no decision of now.
    private static readonly TimeSpan ScheduleHorizon = TimeSpan.FromHours(48);

    /// <returns>One of <see cref="ExitCodes"/>.</returns>
    /// <exception cref="CommandException">The input is not usable.</exception>
    public static async Task<int> RunAsync(CliEdge edge, EvaluateRequest request, CancellationToken cancellation)
    {
        var rules = RulesInput.Load(edge, request.RulesFolder);
        var config = request.IgnoreConfig ? AdvisorConfiguration.Default(rules) : ConfigInput.Load(edge, request.ConfigFile, rules);
        var settings = new SettingsOfResources(config, ScheduleHorizon);
        var report = request.ResourceFile is { } file
            ? FileEvaluation.Of(edge, config.Rules, settings.Of, file, request.MetricsFile!)
            : await FromAzureAsync(edge, request, config, settings, cancellation);
        report = report with { Notes = [.. report.Notes, .. settings.Notes] };

        if (ReportExit.IsNothingButFailures(report) && request.Format == OutputFormat.Text)
        {
            ReportExit.WriteFailures(edge, report);
        }
        else
        {
            ReportOutput.Write(edge, report, request.Format, request.Explain);
        }

        return ReportExit.CodeOf(report, request.FailOnRecommendation);
    }

    private static async Task<EvaluationReport> FromAzureAsync(
        CliEdge edge, EvaluateRequest request, AdvisorConfiguration config, SettingsOfResources settings, CancellationToken cancellation)
    {
        using var progress = new ProgressLine(edge);
        await using var local = request.Local ? await LocalAzureHost.StartAsync(new LocalAzureOptions { Time = edge.Time }, cancellation) : null;
        var scope = local is null ? ScopeOf(edge, request.Scope, config) : new FleetScope { Subscriptions = [local.SubscriptionId] };
        var now = edge.Time.GetUtcNow();
        using var connection = AzureConnection.Create(new AzureOptions
        {
            Cloud = request.Cloud ?? AzureCloud.Of(config.Cloud),
            Endpoint = local?.Endpoint ?? request.Endpoint,
            Settings = resource => settings.Of(resource, now),
            MetricLag = config.Rules.Policy.MetricLag,
            Time = edge.Time,
        });
        return await new FleetEvaluator(connection.Fleet, connection.Metrics, config.Rules).RunAsync(scope, request.History, now, progress, cancellation);
    }

    // The command line goes before the file, and the file before the environment.
    internal static FleetScope ScopeOf(CliEdge edge, FleetScope asked, AdvisorConfiguration config)
    {
        if (asked.Subscriptions.Count > 0 || asked.ResourceIds.Count > 0)
        {
            return asked;
        }

        var file = config.Scope;
        if (file.Subscriptions.Count > 0 || file.ResourceIds.Count > 0)
        {
            return file with
            {
                ResourceGroups = asked.ResourceGroups.Count > 0 ? asked.ResourceGroups : file.ResourceGroups,
                Tags = asked.Tags.Count > 0 ? asked.Tags : file.Tags,
            };
        }

        return edge.Environment("AZURE_SUBSCRIPTION_ID") is { Length: > 0 } subscription
            ? asked with { Subscriptions = [subscription] }
            : throw new CommandException(
                ExitCodes.Usage,
                "nothing to look at: give --subscription ID or --resource-id ID, or a scope in advisor.yaml ('advisor init' writes one); 'advisor demo' needs neither.");
    }
}
