using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;
using Advisor.Reporting;
using Advisor.Web.Shared;

namespace Advisor.Web.Fleet;

/// <summary>Builds the rows of the fleet table.</summary>
internal static class FleetTableRows
{
    private static readonly TimeSpan OldData = TimeSpan.FromMinutes(10);

    public static FleetRow Create(FleetEntry entry, string address, DateTimeOffset now)
    {
        var record = entry.Evaluation;
        var firing = record?.Alerts.Where(alert => alert.IsFiring).ToList() ?? [];
        return new FleetRow
        {
            Key = entry.Id.ToLowerInvariant(),
            Name = entry.Name,
            Address = address,
            Place = $"{entry.Group} · {entry.Region}",
            State = FleetPages.DescribeState(entry.State),
            Tone = FleetPages.GetTone(entry.State),
            StateHint = entry.StateReason,
            Paused = ResourcePause.Summarize(record?.Paused),
            Size = FleetText.FormatSize(entry.Size),
            Utilizations =
            [
                .. LimitingFactor.Limits.Select(limit => new UtilizationCell(
                    record is not null && record.Utilization.TryGetValue(limit, out var value) ? value : null,
                    entry.LimitingFactor == limit
                )),
            ],
            RequiredUnits = FleetText.FormatRequired(entry),
            Week = record?.Week ?? [],
            Units = entry.Units,
            Recommendation = FleetPages.DescribeRecommendation(entry),
            IsRecommended = entry.IsRecommended,
            RecommendationHint = record is { Reasons.Count: > 0 } ? record.Reasons[0].Text : null,
            CostNow = FleetText.FormatAmount(record?.CostNow?.Total),
            CostAfter = entry.IsRecommended ? FleetText.FormatAmount(record?.CostAfter?.Total) : "",
            CostTone = entry.CostChange < 0 ? Tone.Good : Tone.Neutral,
            Confidence = FleetText.FormatPercent(record?.Confidence),
            Alerts = firing.Count > 0 ? Wording.FormatNumber(firing.Count) : "",
            AlertTone =
                entry.HasCritical ? Tone.Bad
                : firing.Count > 0 ? Tone.Warning
                : Tone.Neutral,
            AlertHint =
                firing.Count > 0
                    ? string.Join(
                        ", ",
                        firing.Select(alert => $"{PeriodPhrases.FormatAlertName(alert.Id)} ({alert.Severity.FormatName()})")
                    )
                    : null,
            Age = FleetText.FormatAge(record?.DataAt, now),
            AgeTone = now - record?.DataAt > OldData ? Tone.Warning : Tone.Neutral,
        };
    }
}
