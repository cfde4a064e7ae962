using System.Globalization;
using System.Text.RegularExpressions;
using Advisor.Core.Fleet;
using Azure;

namespace Advisor.Azure.Metrics;

/// <summary>What a refused metric call is about, and what follows from it whichever call it was.</summary>
internal sealed partial class MetricRefusals(MetricCapabilities learned, MetricReadSession run)
{
    /// <summary>
    /// Whether a metric lacks an aggregation that the call names: Azure Monitor answers 501 to that, or 400 with the reason. It says
    /// nothing about the resources, and nothing about the names.
    /// </summary>
    public static bool IsAboutAggregation(RequestFailedException failed) =>
        failed.Status == 501 || (failed.Status == 400 && AggregationPattern().IsMatch(ErrorBody.FromException(failed).FullMessage));

    /// <summary>The same inside of an answer, for one metric.</summary>
    public static bool IsAboutAggregation(MetricError error) => error.Code.Contains("SamplingType", StringComparison.OrdinalIgnoreCase);

    /// <summary>
    /// Whether one resource of a batch, or one name, may have spoilt the call: not where the subscription or the window is blamed.
    /// </summary>
    public static bool MayBeAboutOneResource(RequestFailedException failed) =>
        failed.Status is 400 or 404
        && !ErrorBody.FromException(failed).Code.Contains("Subscription", StringComparison.OrdinalIgnoreCase)
        && !WindowPattern().IsMatch(ErrorBody.FromException(failed).FullMessage);

    /// <summary>The metrics without those whose names the call was refused for; null where it was refused for something else.</summary>
    public IReadOnlyList<CatalogMetric>? DropUnknownMetrics(
        MetricBatch batch,
        IReadOnlyList<CatalogMetric> metrics,
        RequestFailedException failed
    )
    {
        var dropped =
            failed.Status == 400 && !IsAboutAggregation(failed)
                ? learned.DropUnknown(batch.Service, [.. metrics.Select(m => m.Name)], ErrorBody.FromException(failed).FullMessage)
                : [];
        foreach (var name in dropped)
        {
            run.AddNote(
                $"Azure Monitor does not know the metric {name} of {MetricCatalog.ForService(batch.Service).Namespace}: read without it."
            );
        }

        return dropped.Count == 0 ? null : [.. metrics.Where(m => !dropped.Contains(m.Name, StringComparer.OrdinalIgnoreCase))];
    }

    /// <summary>
    /// Requests smaller parts of what was refused because of an aggregation; one that is refused by itself is missing, and left out of the
    /// next calls for a while.
    /// </summary>
    public async Task RetryInPartsAsync(
        MetricBatch batch,
        IReadOnlyList<CatalogMetric> metrics,
        RequestFailedException failed,
        Func<IReadOnlyList<CatalogMetric>, Task> ask
    )
    {
        var parts = MetricCapabilities.GroupByAggregation(metrics);
        if (metrics.Count == 1)
        {
            Refuse(batch, metrics[0], failed);
            return;
        }

        foreach (
            var part in parts.Count > 1
                ? parts
                :
                [
                    [.. metrics.Take(metrics.Count / 2)],
                    [.. metrics.Skip(metrics.Count / 2)],
                ]
        )
        {
            await ask(part);
        }
    }

    private void Refuse(MetricBatch batch, CatalogMetric metric, RequestFailedException failed)
    {
        learned.MarkRefused(batch.Service, metric.Name);
        run.AddNote(
            string.Create(
                CultureInfo.InvariantCulture,
                $"Azure Monitor does not give {metric.Name} as {metric.Aggregation} "
                    + $"({failed.Status}{ErrorBody.FromException(failed).CodeSuffix}): "
            )
                + FormattableString.Invariant(
                    $"taken as missing, requested again in {MetricCapabilities.RefusalExpiresAfter.TotalMinutes:0} minutes."
                )
        );
        foreach (var id in batch.Ids)
        {
            run.FailWithoutAnswer(AzureFailures.Describe(id, failed, MetricReader.RequiredRole));
        }
    }

    /// <summary>A resource whose answer cannot be read.</summary>
    public static FleetFailure CreateUnreadableFailure(string id) =>
        new(
            id,
            FailureCodes.InvalidResponse,
            $"The metrics of {id} came cut off or in a form that cannot be read: try again later; "
                + "if it lasts, look for a proxy that changes answers."
        );

    [GeneratedRegex("aggregat|sampling ?type", RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex AggregationPattern();

    [GeneratedRegex(
        "retention period|time ?grain|time ?range|timespan|(start|end) ?time",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1000
    )]
    private static partial Regex WindowPattern();
}
