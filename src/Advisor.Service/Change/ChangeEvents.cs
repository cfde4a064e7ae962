using System.Globalization;
using Advisor.Core.Fleet;
using Advisor.Service.Notify;
using Advisor.State.Changes;
using Advisor.State.Fleet;

namespace Advisor.Service.Change;

/// <summary>The notifications about a change that is in effect, and about changes that are stopped and resumed.</summary>
internal static class ChangeEvents
{
    /// <summary>A change is in effect.</summary>
    /// <param name="resource">As it is now; null where it could not be read.</param>
    public static ServiceEvent Changed(ChangeRecord change, FleetResource? resource) =>
        new()
        {
            Kind = "changed",
            Severity = "info",
            Title =
                $"{ResourceIds.GetName(change.ResourceId)} {Done(change)}: "
                + $"{ChangeText.DescribeSizes(change.FromSku, change.FromUnits, change.ToSku, change.ToUnits)}",
            Text = string.Join(' ', new[] { change.Text, change.Reason }.OfType<string>()),
            At = change.DecidedAt,
            DedupKey = $"changed/{change.Id}",
            ResourceId = change.ResourceId,
            Team = resource?.Settings.Team,
            ChangeId = change.Id,
            Cost = change.Cost,
        };

    /// <summary>Changes that did not come into effect stopped applying.</summary>
    public static ServiceEvent Stopped(PauseMark mark) =>
        new()
        {
            Kind = "applyingStopped",
            Severity = "critical",
            Title = "Advisor stopped applying changes",
            Text = $"{mark.Reason} It still decides and recommends. Find the cause, then resume: POST /api/resume, or 'advisor resume'.",
            At = mark.At,
            DedupKey = FormattableString.Invariant($"applying-stopped/{mark.At.UtcDateTime:O}"),
        };

    /// <summary>Applying goes on.</summary>
    public static ServiceEvent Resumed(ResumeMark mark) =>
        new()
        {
            Kind = "applyingResumed",
            Severity = "info",
            Title = "Advisor applies changes again",
            Text = FormattableString.Invariant(
                $"{mark.By} ended the stop of {mark.Ended.At.UtcDateTime:yyyy-MM-dd HH:mm} UTC: {mark.Reason}"
            ),
            At = mark.At,
            DedupKey = FormattableString.Invariant($"applying-resumed/{mark.At.UtcDateTime:O}"),
        };

    private static string Done(ChangeRecord change) =>
        change.ChangesTier ? "changed its tier"
        : change.ToUnits > change.FromUnits ? "scaled out"
        : "scaled in";
}
