using Advisor.Core.Text;
using Advisor.State;
using Advisor.State.Changes;
using Advisor.State.Timeline;

namespace Advisor.Api.Dashboard;

/// <summary>Reads the changes and alerts of a resource as marks of its chart, with their reasons.</summary>
internal static class ChartMarks
{
    // The newest marks; with more, a chart is unreadable.
    private const int MaxMarks = 200;

    public static async Task<IReadOnlyList<ChartMark>> ReadAsync(
        AdvisorState state,
        string id,
        DateTimeOffset from,
        DateTimeOffset before,
        CancellationToken cancellation
    )
    {
        var changes = await state.Changes.QueryAsync(id, from, before, null, MaxMarks, cancellation);
        var alerts = await state.Timeline.QueryAlertsAsync(id, from, before, null, MaxMarks, cancellation);
        return [.. changes.Records.Select(Create).Concat(alerts.Records.Select(Create).OfType<ChartMark>()).OrderBy(mark => mark.At)];
    }

    private static ChartMark Create(ChangeRecord change) =>
        new(
            change.DecidedAt,
            "change",
            null,
            UntrustedText.Plain(
                $"{FleetText.Size(change.FromSku, change.FromUnits)} to {FleetText.Size(change.ToSku, change.ToUnits)}, "
                    + $"{change.State.ToString().ToLowerInvariant()}. {change.Reason ?? change.Text}"
            )
        );

    private static ChartMark? Create(TimelineEvent happened) =>
        happened.Alert is { } alert
            ? new(
                happened.At,
                "alert",
                alert.Severity.ToString().ToLowerInvariant(),
                UntrustedText.Plain($"{alert.Condition} {alert.Kind.ToString().ToLowerInvariant()}: {alert.Text}")
            )
            : null;
}
