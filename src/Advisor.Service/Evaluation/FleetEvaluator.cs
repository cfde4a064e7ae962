using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Rules;
using Advisor.Service.Costs;
using Advisor.Service.Fleet;
using Advisor.Service.Prices;
using Advisor.Service.Sizes;

namespace Advisor.Service.Evaluation;

/// <summary>
/// One evaluation of a fleet: lists the resources, reads their metrics, decides and reports, one batch after another. It changes nothing
/// and stores nothing. A resource that fails does not hide the others.
/// </summary>
public sealed class FleetEvaluator(IFleet fleet, IMetricSource metrics, RuleSet rules)
{
    /// <summary>Default history: two of each weekday, so that daily and weekly patterns are known.</summary>
    public static readonly TimeSpan DefaultHistory = TimeSpan.FromDays(14);

    // A call costs the same whatever its span; more minutes only add bytes.
    private static readonly TimeSpan MinuteWindow = TimeSpan.FromHours(1);

    /// <summary>Parts of the reports that are built only where they are asked for. Default: none.</summary>
    public ReportParts Parts { get; init; } = new(Usage: false, WhatIfs: []);

    /// <summary>
    /// Returns what is kept of a report as soon as it is made, so that memory does not grow with the fleet by what no output needs. Called
    /// on several threads at once. Default: all of it.
    /// </summary>
    public Func<ResourceReport, ResourceReport> Keep { get; init; } = static report => report;

    /// <summary>Prices of the regions; null = those of the rules everywhere.</summary>
    public PriceBook? Prices { get; init; }

    /// <summary>
    /// Sizes of the regions; null = those of the rules everywhere. They are read only where a resource has a size that the rules do not
    /// know.
    /// </summary>
    public SizeBook? Sizes { get; init; }

    /// <summary>Actual costs of the resources; null = none are asked for.</summary>
    public CostBook? Costs { get; init; }

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
                Notes = listing.Notes,
            };
        }

        if (Prices is not null)
        {
            await Prices.RefreshAsync(listing.Resources, now, cancellation);
            listing = listing with { Resources = [.. listing.Resources.Select(Prices.Apply)] };
        }

        if (Sizes is not null)
        {
            await Sizes.RefreshAsync(listing.Resources.Where(Sizes.HasUnknownSize), now, cancellation);
            listing = listing with
            {
                Resources = [.. listing.Resources.Select(Sizes.Apply)],
                Notes = [.. listing.Notes, .. listing.Resources.Select(Sizes.DescribeAddedSize).OfType<string>().Distinct()],
            };
        }

        if (Costs is not null)
        {
            await Costs.RefreshAsync(listing.Resources, now, cancellation);
            listing = listing with { Resources = [.. listing.Resources.Select(Costs.Apply)] };
        }

        listing = listing with { Resources = EndpointGroups.Join(listing.Resources) };
        var (start, end) = FindWindow(history, now);
        var uses = RegionalUsage.Compute(scope, listing, rules);
        using var run = new FleetEvaluationRun(rules, listing.Resources, metrics.BeginRun(), uses, progress)
        {
            HistoryStart = end - history,
            MinutesStart = start,
            MinutesEnd = end,
            Now = now,
            Parts = Parts,
            Keep = Keep,
        };
        var resources = await run.EvaluateAsync(cancellation);
        var known = resources.Select(r => r.Id).ToHashSet(StringComparer.OrdinalIgnoreCase);
        return new EvaluationReport
        {
            Time = now,
            Resources = resources,
            Failures = [.. listing.Failures.Where(f => !known.Contains(f.ResourceId)).Select(ToReport)],
            MetricCalls = run.Calls,
            Basis = DescribeWindow(run),
            Notes =
            [
                .. listing.Notes,
                .. run.ListNotes(),
                .. Prices?.Problems ?? [],
                .. Sizes?.Notes ?? [],
                .. Costs?.ListProblems(listing.Resources.Select(resource => resource.SubscriptionId)) ?? [],
            ],
        };
    }

    /// <summary>Returns the window of whole minutes, [start, end), up to now minus the lag of the metrics.</summary>
    private (DateTimeOffset Start, DateTimeOffset End) FindWindow(TimeSpan history, DateTimeOffset now)
    {
        var end = Minutes.Floor(now - rules.Policy.MetricLag);
        return (end - (history < MinuteWindow ? history : MinuteWindow), end);
    }

    private static string DescribeWindow(FleetEvaluationRun run) =>
        $"Based on metrics from {(run.CoarseGrain is null ? run.MinutesStart : run.HistoryStart).UtcDateTime:yyyy-MM-dd HH:mm} to "
        + $"{run.MinutesEnd.UtcDateTime:yyyy-MM-dd HH:mm} UTC"
        + (run.CoarseGrain is { } grain ? $": {grain.TotalMinutes:0}-minute buckets, the last hour by the minute." : ", by the minute.");

    internal static ReportFailure ToReport(FleetFailure failure) => new(failure.ResourceId, failure.Code.ToString(), failure.Text);
}
