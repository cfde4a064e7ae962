using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Service.Notifications;
using Advisor.Service.Store;

namespace Advisor.Service.Changes;

/// <summary>Creates the notices about changes in effect, and about applying being stopped and resumed.</summary>
internal static class ChangeNotices
{
    /// <summary>Creates the notice that a change is in effect.</summary>
    /// <param name="resource">The resource after the change; null when it could not be read.</param>
    public static Notification CreateChanged(ChangeRecord change, FleetResource? resource) =>
        NoticeItems.Create(
            "changed",
            AlertSeverity.Info,
            $"changed/{change.Id}",
            change.DecidedAt,
            $"{ResourceIds.GetName(change.ResourceId)} {DescribeAction(change)}: " + $"{ChangeText.DescribeSizes(change.From, change.To)}",
            string.Join(' ', new[] { change.Text, change.Reason }.OfType<string>()),
            change.ResourceId
        ) with
        {
            Team = resource?.Settings.Team,
            Cost = change.Cost,
        };

    /// <summary>Creates the notice that applying has stopped, because changes did not come into effect.</summary>
    /// <param name="stateOption">Option of the state in the command that resumes.</param>
    public static Notification CreateStopped(PauseMark mark, string stateOption) =>
        NoticeItems.Create(
            "applyingStopped",
            AlertSeverity.Critical,
            $"applying-stopped/{mark.At.UtcDateTime:O}",
            mark.At,
            "Advisor stopped applying changes",
            $"{mark.Reason} Advisor still decides and recommends. Find the cause, then run "
                + $"'advisor resume --author NAME --reason TEXT{stateOption}' or call POST /api/resume."
        );

    /// <summary>Creates the notice that applying has resumed.</summary>
    public static Notification CreateResumed(ResumeMark mark) =>
        NoticeItems.Create(
            "applyingResumed",
            AlertSeverity.Info,
            $"applying-resumed/{mark.At.UtcDateTime:O}",
            mark.At,
            "Advisor applies changes again",
            $"{mark.By} resumed changes, which had been stopped since {mark.Ended.At.UtcDateTime:yyyy-MM-dd HH:mm} UTC: {mark.Reason}"
        );

    private static string DescribeAction(ChangeRecord change) =>
        change.ChangesTier ? "changed its tier"
        : change.ToUnits > change.FromUnits ? "scaled out"
        : "scaled in";
}
