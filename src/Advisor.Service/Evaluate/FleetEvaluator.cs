using System.Globalization;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Rules;
using Advisor.Service.Fleet;

namespace Advisor.Service.Evaluate;

/// <summary>
/// One evaluation of a fleet: lists the resources, reads their metrics, decides and reports. It changes nothing and stores nothing. A
/// resource that fails does not hide the others.
/// </summary>
public sealed class FleetEvaluator(IFleet fleet, IMetricSource metrics, RuleSet rules)
{
    /// <summary>Default history: two of each weekday, so that daily and weekly patterns are known.</summary>
    public static readonly TimeSpan DefaultHistory = TimeSpan.FromDays(14);

    // A call costs the same whatever its span; more minutes only add bytes.
    private static readonly TimeSpan MinuteWindow = TimeSpan.FromHours(1);

    /// <summary>Whether the reports contain the required units of every interval of the past, for charts.</summary>
    public bool KeepsUsage { get; init; }

    /// <param name="scope">Resources to evaluate.</param>
    /// <param name="history">Length of the metrics history; 5 minutes or more.</param>
    /// <param name="now">Time of the evaluation.</param>
    public async Task<EvaluationReport> RunAsync(
        FleetScope scope,
        TimeSpan history,
        DateTimeOffset now,
        IProgress<EvaluationProgress>? progress,
        CancellationToken cancellation
    )
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(history, TimeSpan.FromMinutes(5));
        progress?.Report(new EvaluationProgress("Finding resources"));
        var listing = await fleet.ListAsync(scope, cancellation);

        if (listing.Resources.Count == 0)
        {
            return new EvaluationReport
            {
                Time = now,
                Resources = [],
                Failures = [.. listing.Failures.Select(ToReport)],
            };
        }

        progress?.Report(new EvaluationProgress("Reading metrics", 0, listing.Resources.Count));
        var (start, end) = FindWindow(history, now);
        var answer = await metrics.ReadAsync(listing.Resources, start, end, cancellation);
        var coarseHistory = await CoarseHistory.ReadAsync(metrics, listing.Resources, end - history, start, cancellation);
        var resources = Decide(
            listing.Resources,
            answer,
            coarseHistory,
            RegionalHeadroom.Create(scope, listing, rules),
            now,
            progress,
            cancellation
        );
        var known = resources.Select(r => r.Id).ToHashSet(StringComparer.OrdinalIgnoreCase);
        return new EvaluationReport
        {
            Time = now,
            Resources = resources,
            Failures = [.. listing.Failures.Concat(answer.Failures).Where(f => !known.Contains(f.ResourceId)).Select(ToReport)],
            MetricCalls = answer.Calls + coarseHistory.Calls,
            Notes =
            [
                DescribeWindow(coarseHistory, start, end),
                .. answer.Notes.Concat(coarseHistory.Notes).Distinct(StringComparer.Ordinal),
            ],
        };
    }

    /// <summary>Returns the window of whole minutes, [start, end), up to now minus the lag of the metrics.</summary>
    private (DateTimeOffset Start, DateTimeOffset End) FindWindow(TimeSpan history, DateTimeOffset now)
    {
        var end = Minutes.Floor(now - rules.Policy.MetricLag);
        return (end - (history < MinuteWindow ? history : MinuteWindow), end);
    }

    private static string DescribeWindow(CoarseHistory coarseHistory, DateTimeOffset start, DateTimeOffset end) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"Based on metrics from {(coarseHistory.Grain is null ? start : coarseHistory.Start).UtcDateTime:yyyy-MM-dd HH:mm} to "
                + $"{end.UtcDateTime:yyyy-MM-dd HH:mm} UTC"
        )
        + (
            coarseHistory.Grain is { } grain
                ? string.Create(CultureInfo.InvariantCulture, $": {grain.TotalMinutes:0}-minute buckets, the last hour by the minute.")
                : ", by the minute."
        );

    // Decisions do not depend on each other: they run in parallel on all processors, in the order of the listing.
    private ResourceReport[] Decide(
        IReadOnlyList<FleetResource> found,
        MetricReadResult answer,
        CoarseHistory coarseHistory,
        RegionalHeadroom regionalHeadroom,
        DateTimeOffset now,
        IProgress<EvaluationProgress>? progress,
        CancellationToken cancellation
    )
    {
        var failures = answer
            .Failures.GroupBy(f => f.ResourceId, StringComparer.OrdinalIgnoreCase)
            .ToDictionary(g => g.Key, g => g.First(), StringComparer.OrdinalIgnoreCase);
        var (reports, decided, progressLock) = (new ResourceReport[found.Count], 0, new Lock());
        Parallel.For(
            0,
            found.Count,
            new ParallelOptions { CancellationToken = cancellation },
            i =>
            {
                var resource = found[i];
                var failure = failures.GetValueOrDefault(resource.Id);
                var series = answer.Series.GetValueOrDefault(resource.Id);
                reports[i] =
                    failure is not null && series is not { Count: > 0 }
                        ? ResourceReportBuilder.BuildFailed(rules, resource, ToReport(failure))
                        : ResourceReportBuilder.Build(
                            rules,
                            resource,
                            coarseHistory.Find(resource),
                            series ?? [],
                            regionalHeadroom.Find(resource),
                            now,
                            KeepsUsage
                        );
                lock (progressLock)
                {
                    progress?.Report(new EvaluationProgress("Deciding", ++decided, found.Count));
                }
            }
        );
        return reports;
    }

    private static ReportFailure ToReport(FleetFailure failure) => new(failure.ResourceId, failure.Code, failure.Text);
}
