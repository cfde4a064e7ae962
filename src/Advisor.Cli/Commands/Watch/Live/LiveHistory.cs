using Advisor.Core.Alerting;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Text;
using Advisor.Reporting;
using Advisor.Service.Changes;
using Advisor.Service.Store;
using Advisor.Service.Timeline;

namespace Advisor.Cli.Commands.Watch.Live;

/// <summary>What happened before this watch began, as lines like those that it prints itself.</summary>
internal static class LiveHistory
{
    private const int MaxEvents = 50;
    private static readonly TimeSpan Window = TimeSpan.FromDays(7);

    /// <summary>The newest last.</summary>
    public static async Task<IReadOnlyList<string>> ReadAsync(AdvisorState state, DateTimeOffset now, CancellationToken cancellation)
    {
        var page = await state.Timeline.QueryAsync(new(now - Window, now, null, MaxEvents), cancellation);
        return [.. page.Records.Reverse().Select(Describe).OfType<string>()];
    }

    internal static string? Describe(TimelineEvent happened) =>
        happened switch
        {
            { Change: { } change } => Stamp(
                change.ClosedAt ?? happened.At,
                $"{ResourceIds.GetName(change.ResourceId)}: {Describe(change)}"
            ),
            { Alert: { } alert } => Stamp(happened.At, $"{alert.SubjectName}: {Describe(alert)}"),
            _ => null,
        };

    private static string Describe(ChangeRecord change) =>
        $"{ReportPhrases.FormatSize(change.From)} to {ReportPhrases.FormatSize(change.To)} "
        + $"{change.State.ToString().ToLowerInvariant()}. {change.Text}";

    private static string Describe(TimelineAlert alert)
    {
        var name = $"{PeriodPhrases.FormatAlertName(alert.Condition)} ({alert.Severity.FormatName()})";
        return alert.Kind == AlertEventKind.Resolved ? $"{name} resolved." : $"{name}. {alert.Text}";
    }

    private static string Stamp(DateTimeOffset at, string text) => $"{at.UtcDateTime:yyyy-MM-dd HH:mm'Z'} {UntrustedText.Sanitize(text)}";
}
