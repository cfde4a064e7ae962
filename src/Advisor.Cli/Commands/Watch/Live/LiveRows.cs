using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;
using Advisor.Reporting;
using Advisor.Reporting.Terminal.Live;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Store;

namespace Advisor.Cli.Commands.Watch.Live;

/// <summary>Reads the rows of the live screen from the state.</summary>
public static class LiveRows
{
    /// <summary>Returns one row per resource, by name.</summary>
    public static async Task<IReadOnlyList<LiveRow>> ReadAsync(AdvisorState state, DateTimeOffset now, CancellationToken cancellation)
    {
        var open = (await state.Changes.ListOpenAsync(cancellation)).ToLookup(
            change => change.ResourceId,
            StringComparer.OrdinalIgnoreCase
        );
        var rows = new List<LiveRow>();
        foreach (var record in await state.Evaluations.ListAsync(cancellation))
        {
            var hour = await LiveHour.ReadAsync(state, record, FindLimit(record), now, cancellation);
            var pause = await ScalingPauses.FindAsync(state, record.ResourceId, now, cancellation);
            rows.Add(CreateRow(record, hour, open[record.ResourceId].FirstOrDefault(), pause, now));
        }

        return ReplicaOrder.PlaceBelowOwners(
            rows.OrderBy(row => row.Name, StringComparer.OrdinalIgnoreCase).ThenBy(row => row.Id, StringComparer.Ordinal),
            row => row.Id
        );
    }

    /// <summary>Returns the row of one resource.</summary>
    /// <param name="lastHour">Utilization in each minute of the last hour; empty = not known.</param>
    /// <param name="change">Change in progress; null = none.</param>
    /// <param name="pause">Pause or pin by a person, which may have ended; null = none.</param>
    public static LiveRow CreateRow(
        EvaluationRecord record,
        IReadOnlyList<double?> lastHour,
        ChangeRecord? change,
        ScalingPause? pause,
        DateTimeOffset now
    )
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
            RequiredUnits = record.RequiredUnits.TryGetValue(limit, out var required) ? required : null,
            IsBeyondAnySize = record.IsBeyondAnySize(limit),
            IsFull = record.IsFull,
            Next = DescribeNext(record, change, pause?.IsInForce(now) == true ? pause : null),
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

    private static string? DescribeNext(EvaluationRecord record, ChangeRecord? change, ScalingPause? pause)
    {
        if (change is not null)
        {
            return "changing to " + DescribeTarget(record, change.To);
        }

        if (record.State == EvaluationState.Failed)
        {
            return "failed";
        }

        string?[] parts = [DescribePause(record, pause), DescribeDecision(record)];
        return string.Join(": ", parts.OfType<string>()) is { Length: > 0 } text ? text : null;
    }

    // A person's pause counts at once, that of a setting or a tag from the next evaluation on.
    private static string? DescribePause(EvaluationRecord record, ScalingPause? pause) =>
        pause?.Units is { } units ? $"pinned at {units}"
        : record.Reasons.Any(reason => reason.Code == ReasonCodes.Pinned) ? "pinned"
        : ResourcePause.Summarize(pause?.Scaling ?? record.Paused);

    private static string? DescribeDecision(EvaluationRecord record)
    {
        if (record is not { Action: { } action, Recommended: { } size } || action == ScalingAction.Hold)
        {
            return null;
        }

        var target = DescribeTarget(record, size);
        return record.IsSnoozed ? "snoozed: " + target
            : record.Outcome == AuditOutcome.AwaitingApproval ? "approve: " + target
            : record.Outcome == AuditOutcome.Declined ? "declined: " + target
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
}
