using Advisor.Azure;
using Advisor.Cli.Inputs;
using Advisor.Cli.Output;
using Advisor.Configuration;
using Advisor.Configuration.Resources;
using Advisor.Core.Fleet;
using Advisor.Core.Reports;
using Advisor.Lab.LocalAzure;
using Advisor.Service.Costs;
using Advisor.Service.Evaluation;
using Advisor.Service.Prices;
using Advisor.Service.Sizes;

namespace Advisor.Cli.Commands.Evaluate;

/// <summary>Runs one evaluation: loads rules and configuration, evaluates, prints the report and returns the exit code.</summary>
internal static class EvaluateRun
{
    /// <returns>One of <see cref="ExitCodes"/>.</returns>
    /// <exception cref="CommandException">The input is not valid.</exception>
    public static async Task<int> RunAsync(CliContext cli, EvaluateRequest request, CancellationToken cancellation)
    {
        var rules = RulesInput.Load(cli, request.RulesFolder);
        var config = request.IgnoreConfig ? AdvisorConfiguration.CreateDefault(rules) : ConfigInput.Load(cli, request.ConfigFile, rules);
        WhatIfCheck.Validate(config.Rules, request.WhatIf);
        var retention = new ReportRetention(request);
        var report = WhatIfCheck.AddNotes(
            await EvaluateAsync(cli, request, config, cancellation, retention.Keep),
            config.Rules,
            request.WhatIf
        );

        if (ReportExit.IsNothingButFailures(report) && request.Format == OutputFormat.Text)
        {
            ReportExit.WriteFailures(cli, report);
        }
        else
        {
            var shown = ReportSelection.Select(
                report.Resources,
                request.Only,
                request.Sort,
                request.Format is OutputFormat.Text or OutputFormat.Markdown
            );
            ReportOutput.Write(
                cli,
                report with
                {
                    Shown = shown,
                },
                request.Format,
                request.Explain,
                request.ShowsBars,
                retention.Compressed
            );
        }

        return ReportExit.GetExitCode(report, request.FailOn);
    }

    /// <summary>Evaluates a request and adds the notes of its settings.</summary>
    /// <param name="keep">Returns what is kept of the report of a resource; null = all of it.</param>
    /// <exception cref="CommandException">The input is not valid, or no resource is of the groups and tags of the scope.</exception>
    internal static async Task<EvaluationReport> EvaluateAsync(
        CliContext cli,
        EvaluateRequest request,
        AdvisorConfiguration config,
        CancellationToken cancellation,
        Func<ResourceReport, ResourceReport>? keep = null
    )
    {
        keep ??= static report => report;
        var settings = new SettingsResolver(config);
        var report = request.ResourceFile is { } file
            ? FileEvaluation.Evaluate(cli, config.Rules, settings.Resolve, file, request.MetricsFile!, request.WhatIf)
            : await EvaluateAzureAsync(cli, request, config, settings, keep, cancellation);
        return report with { Notes = [.. report.Notes, .. settings.Notes] };
    }

    private static async Task<EvaluationReport> EvaluateAzureAsync(
        CliContext cli,
        EvaluateRequest request,
        AdvisorConfiguration config,
        SettingsResolver settings,
        Func<ResourceReport, ResourceReport> keep,
        CancellationToken cancellation
    )
    {
        using var progress = new ProgressLine(cli);
        await using var local = request.Local
            ? await LocalAzureHost.StartAsync(new LocalAzureOptions { Time = cli.Time, Resources = request.LocalResources }, cancellation)
            : null;
        var scope = local is null
            ? await FindScopeAsync(cli, request.Scope, config, request.Endpoint, cancellation)
            : CreateLocalScope(local, request.Scope);
        var now = cli.Time.GetUtcNow();
        using var connection = AzureConnection.Create(
            new AzureOptions
            {
                Cloud = request.Cloud ?? AzureEndpoints.Create(config.Cloud),
                Endpoint = local?.Endpoint ?? request.Endpoint,
                Settings = resource => settings.Resolve(resource, now),
                DescribeListing = (listed, listing) => UnmatchedNames.Describe(config, listed, listing, now),
                MetricLag = config.Rules.Policy.MetricLag,
                Time = cli.Time,
            }
        );
        var evaluator = new FleetEvaluator(connection.Fleet, connection.Metrics, config.Rules)
        {
            Parts = new ReportParts(request.KeepsUsage, request.WhatIf),
            Prices = new PriceBook(config.Rules, connection.Prices, store: null),
            Sizes = new SizeBook(config.Rules, connection.Sizes, store: null),
            Costs = new CostBook(config.Costs, config.Rules.Policy.CostLag, connection.Costs, store: null),
            Keep = keep,
        };
        var report = await evaluator.RunAsync(scope, request.History, now, progress, cancellation);
        ScopeFilter.RequireMatch(report, scope);
        return report;
    }

    /// <summary>Returns the scope of a loopback Azure of this process: its first subscription, narrowed down by the command line.</summary>
    internal static FleetScope CreateLocalScope(LocalAzureHost local, FleetScope requested) =>
        requested.ResourceIds.Count > 0 || requested.IsWide ? requested : requested with { Subscriptions = [local.SubscriptionId] };

    /// <summary>
    /// Resolves the scope. In order of precedence: the command line, the subscriptions of a loopback endpoint, the settings file, the
    /// environment.
    /// </summary>
    /// <exception cref="CommandException">There is no scope, or the endpoint does not answer.</exception>
    internal static async Task<FleetScope> FindScopeAsync(
        CliContext cli,
        FleetScope requested,
        AdvisorConfiguration config,
        Uri? endpoint,
        CancellationToken cancellation
    )
    {
        if (requested.HasPlace)
        {
            return requested;
        }

        if (endpoint is not null)
        {
            return requested with { Subscriptions = await EndpointSubscriptions.ReadAsync(endpoint, cancellation) };
        }

        var file = config.Scope;
        if (file.HasPlace)
        {
            return file with
            {
                ResourceGroups = requested.ResourceGroups.Count > 0 ? requested.ResourceGroups : file.ResourceGroups,
                Tags = requested.Tags.Count > 0 ? requested.Tags : file.Tags,
            };
        }

        return cli.Environment("AZURE_SUBSCRIPTION_ID") is { Length: > 0 } subscription
            ? requested with
            {
                Subscriptions = [subscription],
            }
            : throw new CommandException(
                ExitCodes.Usage,
                "no scope: use --subscription ID ('az account list -o table' shows yours), --all-subscriptions, --management-group NAME or "
                    + "--resource-id ID, or set a scope in advisor.yaml ('advisor init' writes one); 'advisor demo' needs none."
            );
    }
}
