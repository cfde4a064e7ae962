namespace Advisor.Core.Reports;

/// <summary>A fleet, or the resources of a team, over a window that ends now: what an evaluation found, and what happened.</summary>
public sealed record PeriodReport
{
    /// <summary>Its resources have their <see cref="ResourceReport.Usage"/>.</summary>
    public required EvaluationReport Evaluation { get; init; }

    /// <summary>The length of the window; it ends at the time of the evaluation.</summary>
    public required TimeSpan Period { get; init; }

    /// <summary>The team that it is about; null = the whole scope.</summary>
    public string? Team { get; init; }

    /// <summary>Alerts that are pending or firing.</summary>
    public IReadOnlyList<ReportedAlert> Alerts { get; init; } = [];

    /// <summary>The changes of the window, newest first; null where no state was read.</summary>
    public IReadOnlyList<ReportedChange>? Changes { get; init; }

    public DateTimeOffset From => Evaluation.Time - Period;

    /// <summary>Resources whose target was exceeded in the window, the longest first.</summary>
    public IReadOnlyList<(ResourceReport Resource, UsageSummary Usage)> FindAtRisk() =>
        [
            .. Evaluation
                .Resources.Select(resource => (Resource: resource, Usage: UsageSummary.Compute(resource.Usage)))
                .Where(found => found.Usage.WasAtRisk)
                .OrderByDescending(found => found.Usage.AboveTarget)
                .ThenBy(found => found.Resource.Name, StringComparer.OrdinalIgnoreCase),
        ];
}

/// <summary>An alert as it stands.</summary>
/// <param name="Condition">Its id in rules/alerts.yaml.</param>
/// <param name="Severity">info, warning, error or critical.</param>
/// <param name="State">pending or firing.</param>
/// <param name="Since">Null where it is not known.</param>
public sealed record ReportedAlert(string ResourceName, string Condition, string Severity, string State, DateTimeOffset? Since);

/// <summary>A change of size.</summary>
/// <param name="State">Such as verified or failed, in lower case.</param>
/// <param name="Text">Why, or how it went; null where neither was recorded.</param>
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
