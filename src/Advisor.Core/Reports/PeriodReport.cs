namespace Advisor.Core.Reports;

/// <summary>Report on a fleet, or a team's resources, over a window that ends now: the evaluation, alerts and changes.</summary>
public sealed record PeriodReport
{
    /// <summary>Evaluation at the end of the window; its resources have their <see cref="ResourceReport.Usage"/>.</summary>
    public required EvaluationReport Evaluation { get; init; }

    /// <summary>Length of the window; it ends at the time of the evaluation.</summary>
    public required TimeSpan Period { get; init; }

    /// <summary>Team of the report; null = the whole scope.</summary>
    public string? Team { get; init; }

    /// <summary>Pending and firing alerts.</summary>
    public IReadOnlyList<ReportedAlert> Alerts { get; init; } = [];

    /// <summary>Changes within the window, newest first; null if no state was read.</summary>
    public IReadOnlyList<ReportedChange>? Changes { get; init; }

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

/// <summary>Alert in its present state.</summary>
/// <param name="Condition">Id of the condition in rules/alerts.yaml.</param>
/// <param name="Severity">info, warning, error or critical.</param>
/// <param name="State">pending or firing.</param>
/// <param name="Since">Start of the alert; null when unknown.</param>
public sealed record ReportedAlert(string ResourceName, string Condition, string Severity, string State, DateTimeOffset? Since);

/// <summary>Change of size.</summary>
/// <param name="State">State such as verified or failed, in lower case.</param>
/// <param name="Text">Reason or result; null if neither was recorded.</param>
public sealed record ReportedChange(
    DateTimeOffset At,
    string ResourceName,
    string FromSku,
    int FromUnits,
    string ToSku,
    int ToUnits,
    string State,
    string? Text
);
