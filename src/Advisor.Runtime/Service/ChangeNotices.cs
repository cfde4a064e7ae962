using System.Globalization;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Service;

/// <summary>The notifications about a change that is in effect, and about changes that are stopped and resumed.</summary>
internal static class ChangeNotices
{
    /// <summary>A change is in effect.</summary>
    /// <param name="resource">As it is now; null where it could not be read.</param>
    public static Notification Changed(ChangeRecord change, FleetResource? resource) => new()
    {
        Kind = "changed",
        Severity = "info",
        Title = $"{ResourceIds.NameOf(change.ResourceId)} {Done(change)}: {ChangeWords.Sizes(change.FromSku, change.FromUnits, change.ToSku, change.ToUnits)}",
        Text = string.Join(' ', new[] { change.Text, change.Why }.OfType<string>()),
        At = change.DecidedAt,
        DedupKey = $"changed/{change.Id}",
        ResourceId = change.ResourceId,
        Team = resource?.Settings.Team,
        ChangeId = change.Id,
        Cost = change.Cost,
    };

    /// <summary>Changes that did not come into effect stopped applying.</summary>
    public static Notification Stopped(PauseMark mark) => new()
    {
        Kind = "applyingStopped",
        Severity = "critical",
        Title = "Advisor stopped applying changes",
        Text = $"{mark.Reason} It still decides and recommends. Find the cause, then resume: POST /api/resume, or 'advisor resume'.",
        At = mark.At,
        DedupKey = FormattableString.Invariant($"applying-stopped/{mark.At.UtcDateTime:O}"),
    };

    /// <summary>Applying goes on.</summary>
    public static Notification Resumed(ResumeMark mark) => new()
    {
        Kind = "applyingResumed",
        Severity = "info",
        Title = "Advisor applies changes again",
        Text = FormattableString.Invariant($"{mark.By} ended the stop of {mark.Ended.At.UtcDateTime:yyyy-MM-dd HH:mm} UTC: {mark.Reason}"),
        At = mark.At,
        DedupKey = FormattableString.Invariant($"applying-resumed/{mark.At.UtcDateTime:O}"),
    };

    private static string Done(ChangeRecord change) =>
        change.ChangesTier ? "changed its tier" : change.ToUnits > change.FromUnits ? "scaled out" : "scaled in";
}
