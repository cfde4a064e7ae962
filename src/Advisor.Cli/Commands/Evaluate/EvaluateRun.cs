using System.Collections.Concurrent;
using Advisor.Azure;
using Advisor.Cli.Inputs;
using Advisor.Cli.Output;
using Advisor.Configuration;
using Advisor.Configuration.Resources;
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
        var config = request.Settings.Load(cli);
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
        var notes = new ConcurrentQueue<string>();
        var settings = new ReportedSettings(config, notes.Enqueue);
        var report = request.ResourceFile is { } file
            ? FileEvaluation.Evaluate(cli, config.Rules, settings.Resolve, file, request.MetricsFile!, request.WhatIf)
            : await EvaluateAzureAsync(cli, request, config, settings, keep, cancellation);
        return report with { Notes = [.. report.Notes, .. notes.Distinct(StringComparer.Ordinal)] };
    }

    private static async Task<EvaluationReport> EvaluateAzureAsync(
        CliContext cli,
        EvaluateRequest request,
        AdvisorConfiguration config,
        ReportedSettings settings,
        Func<ResourceReport, ResourceReport> keep,
        CancellationToken cancellation
    )
    {
        using var progress = new ProgressLine(cli);
        await using var local = await request.Azure.StartLocalAsync(
            cli,
            cancellation,
            new LocalAzureOptions { Time = cli.Time, Resources = request.LocalResources }
        );
        var scope = await request.Azure.FindScopeAsync(cli, config, local, cancellation);
        var now = cli.Time.GetUtcNow();
        using var connection = AzureConnection.Create(
            request.Azure.CreateOptions(cli, config, local, progress) with
            {
                Settings = resource => settings.Resolve(resource, now),
                DescribeListing = (listed, listing) => UnmatchedNames.DescribeWithNotes(config, listed, listing, now),
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
}
