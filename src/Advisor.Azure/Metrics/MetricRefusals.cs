using System.Text.RegularExpressions;
using Advisor.Azure.Identity;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Azure;
using Azure.Identity;

namespace Advisor.Azure.Metrics;

/// <summary>Interprets refusals of metric calls, for batch and single calls alike.</summary>
internal sealed partial class MetricRefusals(MetricCapabilities learned, MetricReadSession run)
{
    /// <summary>
    /// Whether a metric does not support an aggregation of the call: Azure Monitor responds with 501, or with 400 and the reason. The
    /// resources and names are not at fault.
    /// </summary>
    public static bool IsAboutAggregation(RequestFailedException failed) =>
        failed.Status == 501 || (failed.Status == 400 && AggregationPattern().IsMatch(ErrorBody.FromException(failed).FullMessage));

    /// <summary>Whether an error inside a response means the same for one metric.</summary>
    public static bool IsAboutAggregation(MetricError error) => error.Code.Contains("SamplingType", StringComparison.OrdinalIgnoreCase);

    /// <summary>
    /// Whether one resource or metric name of a batch may have caused the failure; false if the subscription or the window is named.
    /// </summary>
    public static bool MayBeAboutOneResource(RequestFailedException failed) =>
        failed.Status is 400 or 404
        && !ErrorBody.FromException(failed).Code.Contains("Subscription", StringComparison.OrdinalIgnoreCase)
        && !WindowPattern().IsMatch(ErrorBody.FromException(failed).FullMessage);

    /// <summary>
    /// Whether a 401 of the batch call means that the sign-in has no rights on the subscription: its code is not about the token.
    /// </summary>
    public static bool IsUnauthorized(RequestFailedException failed) =>
        failed.Status == 401
        && ErrorBody.FromException(failed).Code is var code
        && !code.Contains("Token", StringComparison.OrdinalIgnoreCase)
        && !code.Contains("Authentication", StringComparison.OrdinalIgnoreCase);

    /// <summary>
    /// Returns the note for a subscription that is read per resource from now on; null where the failure is no reason to. 403, or 401 for
    /// anything but the token: the batch call requires permission on the subscription itself. Unreachable: a firewall may allow Resource
    /// Manager and not this host.
    /// </summary>
    public static string? FindFallbackReason(MetricBatch batch, Exception exception, AzureEndpoints cloud, string armHost)
    {
        return exception switch
        {
            AuthenticationFailedException when SignIn.FindRefusalOfApi(exception) is { } code =>
                $"The sign-in was refused for {cloud.MetricsAudience}, the batch call for metrics ({code}): Advisor reads the metrics of "
                    + $"subscription {batch.Subscription} per resource, which is slower and makes more calls. Have an administrator of "
                    + "Microsoft Entra allow it to use batch calls again.",
            RequestFailedException refused when ProviderRegistration.FindMissing(refused) is { } provider =>
                $"The batch call for metrics was refused ({refused.Status}): subscription {batch.Subscription} is not registered for "
                    + $"{provider}. Run '{ProviderRegistration.CreateCommand(provider, batch.Subscription)}'; until then Advisor "
                    + "reads its metrics per resource, as far as Azure allows it.",
            RequestFailedException refused when refused.Status == 403 || IsUnauthorized(refused) =>
                $"The batch call for metrics was refused for subscription {batch.Subscription} ({refused.Status}): Advisor "
                    + $"reads its metrics per resource, which is slower and "
                    + "makes more calls. Grant Monitoring Reader on the subscription itself to use batch calls again; if it is granted, "
                    + $"check that Microsoft.Insights is registered there (advisor doctor).",
            RequestFailedException { Status: 0 } when !string.Equals(GetHost(), armHost, StringComparison.OrdinalIgnoreCase) =>
                $"The batch endpoint {GetHost()} could not be reached: Advisor reads the metrics of subscription "
                    + $"{batch.Subscription} per resource, which is "
                    + "slower and makes more calls. Allow the endpoint in the firewall to use batch calls again.",
            _ => null,
        };

        // Of a region that is no part of an address it throws.
        string GetHost() => cloud.GetMetricsEndpoint(batch.Region).Authority;
    }

    /// <summary>Returns the metrics without those whose names caused the refusal; null if it has another cause.</summary>
    public IReadOnlyList<Metric>? DropUnknownMetrics(MetricBatch batch, IReadOnlyList<Metric> metrics, RequestFailedException failed)
    {
        var dropped =
            failed.Status == 400
                ? learned.DropUnknown(batch.Type, [.. metrics.Select(m => m.Name)], ErrorBody.FromException(failed).FullMessage)
                : [];
        foreach (var name in dropped)
        {
            run.Notes.Add(
                $"Azure Monitor does not know the metric {name} of {MetricCatalog.GetMetrics(batch.Type).Namespace}: read without it."
            );
        }

        return dropped.Count == 0 ? null : [.. metrics.Where(m => !dropped.Contains(m.Name, StringComparer.OrdinalIgnoreCase))];
    }

    /// <summary>
    /// Repeats a call refused because of an aggregation in smaller parts; a metric refused on its own is missing, and left out of the next
    /// calls for a while.
    /// </summary>
    public async Task RetryInPartsAsync(
        MetricBatch batch,
        IReadOnlyList<Metric> metrics,
        RequestFailedException failed,
        Func<IReadOnlyList<Metric>, Task> ask
    )
    {
        if (metrics.Count == 1)
        {
            Refuse(batch, metrics[0], failed);
            return;
        }

        var parts = MetricCapabilities.GroupByAggregation(metrics);
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

    private void Refuse(MetricBatch batch, Metric metric, RequestFailedException failed)
    {
        learned.MarkRefused(batch.Type, metric.Name);
        run.Notes.Add(
            $"Azure Monitor does not provide {metric.Name} as {metric.Aggregation} "
                + $"({failed.Status}{ErrorBody.FromException(failed).CodeSuffix}): "
                + $"taken as missing, requested again in {MetricCapabilities.RefusalExpiresAfter.TotalMinutes:0} minutes."
        );
        foreach (var id in batch.Ids)
        {
            run.FailWithoutAnswer(AzureFailures.Describe(id, failed, MetricReader.RequiredRole));
        }
    }

    /// <summary>Creates the failure of a resource whose response cannot be parsed.</summary>
    public static FleetFailure CreateUnreadableFailure(string id) =>
        new(
            id,
            FailureCode.InvalidResponse,
            $"The metrics of {id} are truncated or malformed: try again later; "
                + "if it persists, check for a proxy that changes responses."
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
