using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;

namespace Advisor.Core.Reports;

/// <summary>Report on a fleet, or a team's resources, over a window that ends now: the evaluation, alerts and changes.</summary>
public sealed record PeriodReport
{
    /// <summary>Maximum number of alerts, and of changes, that a report lists.</summary>
    public const int MaxListed = 500;

    /// <summary>Evaluation at the end of the window; its resources have their <see cref="ResourceReport.Usage"/>.</summary>
    public required EvaluationReport Evaluation { get; init; }

    /// <summary>Length of the window; it ends at the time of the evaluation.</summary>
    public required TimeSpan Period { get; init; }

    /// <summary>Team of the report; null = the whole scope.</summary>
    public string? Team { get; init; }

    /// <summary>Budgets of the fleet and of teams, or of the report's team, and their use in the month in progress.</summary>
    public IReadOnlyList<BudgetUse> Budgets { get; init; } = [];

    /// <summary>Alerts that are pending or firing; where a state was read, those that ended in the window too.</summary>
    public IReadOnlyList<ReportedAlert> Alerts { get; init; } = [];

    /// <summary>Those of <see cref="Alerts"/> that a report lists.</summary>
    public IEnumerable<ReportedAlert> ListedAlerts => Alerts.Take(MaxListed);

    /// <summary>Changes within the window; null if no state was read.</summary>
    public ReportedChanges? Changes { get; init; }

    /// <summary>Resources that are paused or pinned now; those by people where a state was read.</summary>
    public IReadOnlyList<ReportedPause> Pauses { get; init; } = [];

    /// <summary>Start of the window, inclusive; it ends, exclusive, at the time of the evaluation.</summary>
    public DateTimeOffset From => Evaluation.Time - Period;

    /// <summary>Returns the resources whose target was exceeded within the window, the longest first.</summary>
    public IReadOnlyList<(ResourceReport Resource, UsageSummary Usage)> FindAtRisk() =>
        [
            .. Evaluation
                .Resources.Select(resource => (Resource: resource, Usage: UsageSummary.Compute(resource.Usage)))
                .Where(found => found.Usage.WasAtRisk)
                .OrderByDescending(found => found.Usage.AboveTarget)
                .ThenBy(found => found.Resource.Name, StringComparer.OrdinalIgnoreCase),
        ];
}

/// <summary>An alert of the window.</summary>
/// <param name="ResourceName">The resource, or the region, that it is about.</param>
/// <param name="Condition">Its id in rules/alerts.yaml.</param>
/// <param name="Severity">The highest that it had.</param>
/// <param name="Phase">Pending, firing, or quiet: resolved.</param>
/// <param name="Since">When its condition began to hold; null where it is not known.</param>
/// <param name="Until">When it was resolved; null where it was not, or where that is not known.</param>
/// <param name="Text">Why it fired, a sentence with its figures; null where it is not known.</param>
/// <param name="SuppressedBy">Reason why its notifications are suppressed now; null where they are not.</param>
public sealed record ReportedAlert(
    string ResourceName,
    string Condition,
    AlertSeverity Severity,
    AlertPhase Phase,
    DateTimeOffset? Since,
    DateTimeOffset? Until = null,
    string? Text = null,
    string? SuppressedBy = null
)
{
    /// <summary>Whether it has fired: a pending alert may still clear by itself.</summary>
    public bool HasFired => Phase != AlertPhase.Pending;

    public bool IsFiring => Phase == AlertPhase.Firing;

    public bool IsResolved => Phase == AlertPhase.Quiet;

    /// <summary>How long it lasted, up to an instant where it has not ended; null where that is not known.</summary>
    public TimeSpan? ComputeDuration(DateTimeOffset now) =>
        Since is { } since && (Until ?? (IsResolved ? null : now)) is { } end ? end - since : null;
}

/// <summary>A pause or a pin of a resource at the time of the report.</summary>
/// <param name="ResourceId">Its id: resources of two groups may have one name.</param>
/// <param name="Text">What is paused or pinned, by whom and until when, a sentence.</param>
/// <param name="Until">Its end; null = it applies until it is removed.</param>
public sealed record ReportedPause(string ResourceName, string ResourceId, string Text, DateTimeOffset? Until)
{
    /// <summary>Lists the pauses and the pin that settings of a resource have in force at an instant.</summary>
    public static IEnumerable<ReportedPause> List(ResourceReport resource, ResourceSettings settings, DateTimeOffset now)
    {
        return
        [
            .. settings.ListPauses(now).Select(pause => Create(pause.Describe(now), pause.Until)),
            .. settings.FindPin(now) is { } pin ? [Create(pin.Describe(now), pin.Until)] : (ReportedPause[])[],
        ];

        ReportedPause Create(string text, DateTimeOffset? until) => new(resource.Name, resource.Id, text, until);
    }
}

/// <summary>A report as it is sent by mail.</summary>
/// <param name="Text">The summary as plain text, in Markdown.</param>
/// <param name="Html">The summary as the body of a mail: no script, no picture, styles on the elements.</param>
/// <param name="File">The whole report, one HTML file; null = too large for a mail.</param>
public sealed record RenderedReport(string Text, string Html, string? File);
