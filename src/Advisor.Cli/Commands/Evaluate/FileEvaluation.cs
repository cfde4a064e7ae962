using System.Text.Json;
using Advisor.Azure.Metrics;
using Advisor.Azure.Resources;
using Advisor.Cli.Inputs;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Core.Text;
using Advisor.Service.Evaluation;

namespace Advisor.Cli.Commands.Evaluate;

/// <summary>
/// Evaluates one resource from files that the Azure CLI wrote, for users without rights to run this command there. The time of the
/// evaluation is the newest minute in the file, or the first of its newest bucket, plus the usual lag.
/// </summary>
internal static class FileEvaluation
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    /// <exception cref="CommandException">A file is missing, is not in the expected format, or was cut off.</exception>
    public static EvaluationReport Evaluate(
        CliContext cli,
        RuleSet rules,
        Func<FleetResource, DateTimeOffset, ResourceSettings> settings,
        string resourceFile,
        string metricsFile,
        IReadOnlyList<WhatIfCase> whatIfs
    )
    {
        var resource = ReadResource(cli, resourceFile);
        var metrics = ReadMetrics(cli, metricsFile, resource);
        var now = metrics.Samples.Count > 0 ? metrics.Samples[^1].Time + Minute + rules.Policy.MetricLag : cli.Time.GetUtcNow();
        (resource, var sizeNotes) = KeepSize(rules, resource with { Settings = settings(resource, now) });
        return new EvaluationReport
        {
            Time = now,
            Resources =
            [
                new ResourceReportBuilder(
                    rules,
                    resource,
                    [],
                    metrics.Samples,
                    (int)metrics.Grain.TotalMinutes,
                    now,
                    new ReportParts(Usage: false, whatIfs)
                ).Build(new FleetConstraints { Quota = RegionalUsage.FindQuota(read: null, resource, resource.Units, rules) }),
            ],
            Basis = $"Read from files; decided as of {now.UtcDateTime:yyyy-MM-dd HH:mm} UTC, just after the newest metrics there.",
            Notes = [.. sizeNotes, .. ListNotes(metrics)],
        };
    }

    private static (FleetResource Resource, string[] Notes) KeepSize(RuleSet rules, FleetResource resource)
    {
        var known = rules.GetCatalog(resource.Service, resource.Settings);
        return known.DescribeAddedSize(resource.Sku, resource.Units) is { } note
            ? (resource with { Settings = resource.Settings with { Catalog = known.WithSize(resource.Sku, resource.Units) } }, [note])
            : (resource, []);
    }

    private static FleetResource ReadResource(CliContext cli, string file)
    {
        var shown = UntrustedText.Sanitize(file);
        try
        {
            using var document = JsonDocument.Parse(FileInput.ReadUtf8(cli, file));
            var (resource, problem) = ResourceJson.Parse(document.RootElement);
            return resource ?? throw CommandException.CreateInvalidInput($"'{shown}': {UntrustedText.Sanitize(problem!)}");
        }
        catch (JsonException e)
        {
            throw CommandException.CreateInvalidInput(
                $"'{shown}' is not valid JSON or is truncated (line {e.LineNumber + 1}): "
                    + "export it again with 'az signalr show -n NAME -g GROUP -o json' (or 'az webpubsub show').",
                e
            );
        }
    }

    private static ResourceMetrics ReadMetrics(CliContext cli, string file, FleetResource resource)
    {
        var shown = UntrustedText.Sanitize(file);
        var document = MetricsJson.Parse(FileInput.ReadUtf8(cli, file), resource.Service, Minute);
        if (!document.IsWhole || document.Resources.All(found => !found.HasMetrics))
        {
            throw CommandException.CreateInvalidInput(
                $"'{shown}' is not what 'az monitor metrics list --resource ID --metrics ... --interval PT1M -o json' prints, "
                    + "or is truncated: export it again."
            );
        }

        return document.Resources.FirstOrDefault(r => r.Id is null || string.Equals(r.Id, resource.Id, StringComparison.OrdinalIgnoreCase))
            ?? throw CommandException.CreateInvalidInput(
                $"'{shown}' has no metrics of {UntrustedText.Sanitize(resource.Name)}: export those of the same resource."
            );
    }

    private static IEnumerable<string> ListNotes(ResourceMetrics metrics)
    {
        if (metrics.Grain > Minute)
        {
            yield return $"Each value of the metrics covers {Wording.FormatDuration(metrics.Grain)}; "
                + "with --interval PT1M there is more detail.";
        }

        foreach (var error in metrics.Errors)
        {
            yield return $"{error.Metric} is missing: Azure returned {error.Code}.";
        }
    }
}
