using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Reporting;
using Advisor.Reporting.Terminal.Live;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Series;
using Advisor.Service.Store;

namespace Advisor.Cli.Commands.Watch.Live;

/// <summary>Reads the rows of the live screen from the state.</summary>
internal static class LiveRows
{
    private const int Minutes = 60;
    private const int MaxOpenChanges = 1000;

    // The outcome as spelled in the audit trail and the API.
    private const string AwaitingApproval = "awaitingApproval";

    /// <summary>Returns one row per resource, by name.</summary>
    public static async Task<IReadOnlyList<LiveRow>> ReadAsync(AdvisorState state, DateTimeOffset now, CancellationToken cancellation)
    {
        var open = (await state.Changes.ListOpenAsync(MaxOpenChanges, cancellation)).ToLookup(
            change => change.ResourceId,
            StringComparer.OrdinalIgnoreCase
        );
        var rows = new List<LiveRow>();
        foreach (var record in await state.Evaluations.ListAsync(cancellation))
        {
            var hour = await ReadHourAsync(state, record, now, cancellation);
            rows.Add(CreateRow(record, hour, open[record.ResourceId].FirstOrDefault(), now));
        }

        return ReplicaOrder.PlaceBelowOwners(
            rows.OrderBy(row => row.Name, StringComparer.OrdinalIgnoreCase).ThenBy(row => row.Id, StringComparer.Ordinal),
            row => row.Id
        );
    }

    internal static LiveRow CreateRow(EvaluationRecord record, IReadOnlyList<double?> lastHour, ChangeRecord? change, DateTimeOffset now)
    {
        var limit = FindLimit(record);
        var utilization = record.Utilization.TryGetValue(limit, out var known) ? known : (double?)null;
        return new LiveRow
        {
            Id = record.ResourceId,
            Name = ResourceIds.GetName(record.ResourceId),
            Sku = record.Sku,
            Units = record.Units,
            LimitingFactor = limit,
            Utilization = utilization,
            LastHour = lastHour,
            RequiredUnits = record.RequiredUnits.TryGetValue(limit, out var required) ? required : utilization * record.Units,
            IsFull = record.IsFull,
            Next = DescribeNext(record, change),
            IsFailed = record.State == EvaluationState.Failed,
            Alerts = record.Alerts.Count(alert => alert.IsFiring),
            DataAge = record.DataAt is { } newest ? now - newest : null,
            Reasons = record.Problem is { } problem ? [problem] : [.. record.Reasons.Select(reason => reason.Text)],
        };
    }

    // None means that every limit is low: then the highest is shown. An unexplained server load is never the limiting factor.
    private static Limit FindLimit(EvaluationRecord record) =>
        record.LimitingFactor is { } limit && record.Utilization.ContainsKey(limit) ? limit
        : record.Utilization.Count == 0 ? Limit.None
        : record.Utilization.MaxBy(pair => pair.Value).Key;

    private static string? DescribeNext(EvaluationRecord record, ChangeRecord? change)
    {
        if (change is not null)
        {
            return "changing to " + DescribeTarget(record, change.To);
        }

        if (record.State == EvaluationState.Failed)
        {
            return "failed";
        }

        if (record is not { Action: { } action, Recommended: { } size } || action == ScalingAction.Hold)
        {
            return null;
        }

        var target = DescribeTarget(record, size);
        return record.IsSnoozed ? "snoozed: " + target
            : record.Outcome == AwaitingApproval ? "approve: " + target
            : action switch
            {
                ScalingAction.ScaleOut => "scale out to " + target,
                ScalingAction.ScaleIn => "scale in to " + target,
                ScalingAction.ChangeTier => "change to " + target,
                _ => "advisory: " + target,
            };
    }

    // Units only, when the SKU stays the same.
    private static string DescribeTarget(EvaluationRecord record, Size size) =>
        size.HasSkuOf(record.Size)
            ? $"{size.Units}"
            : ReportPhrases.FormatSize(size with { Sku = size.Sku[(size.Sku.IndexOf('_', StringComparison.Ordinal) + 1)..] });

    private static async Task<IReadOnlyList<double?>> ReadHourAsync(
        AdvisorState state,
        EvaluationRecord record,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        // Ends at the newest minute with metrics: metrics lag by some minutes, which is not a gap.
        var before = (record.DataAt ?? now).AddMinutes(1);
        var query = new SeriesQuery(before.AddMinutes(-Minutes), before, Minutes);
        var points = query.Run((await state.Minutes.ReadAsync(record.ResourceId, query.From, query.Before, cancellation)).Records);
        var required = points.ByLimit.TryGetValue(FindLimit(record), out var band) ? band : points.Required;
        var hour = new double?[points.Count];
        var (step, units) = (0, (int?)null);
        for (var i = 0; i < points.Count; i++)
        {
            for (var at = points.Start + (i * points.Step); step < points.Units.Count && points.Units[step].At <= at; step++)
            {
                units = points.Units[step].Units;
            }

            hour[i] = required.Max[i] / units;
        }

        return hour;
    }
}
