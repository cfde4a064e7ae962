namespace Advisor.Core.Reports;

/// <summary>Result of an evaluation of a fleet.</summary>
public sealed record EvaluationReport
{
    private readonly IReadOnlyList<ResourceReport>? shown;

    /// <summary>Time of the evaluation.</summary>
    public required DateTimeOffset Time { get; init; }

    /// <summary>Resources in order of discovery, including those that failed.</summary>
    public required IReadOnlyList<ResourceReport> Resources { get; init; }

    /// <summary>
    /// Resources that the report lists: a part of <see cref="Resources"/> in the requested order. Default: all, in order of discovery.
    /// </summary>
    public IReadOnlyList<ResourceReport> Shown
    {
        get => shown ?? Resources;
        init => shown = value;
    }

    /// <summary>Scopes that could not be read; a resource that failed carries its own failure.</summary>
    public IReadOnlyList<ReportFailure> Failures { get; init; } = [];

    /// <summary>Calls to Azure Monitor made by the evaluation. They are metered.</summary>
    public int MetricCalls { get; init; }

    /// <summary>Sentence on the metrics that the evaluation is based on, such as their span; null when nothing was read.</summary>
    public string? Basis { get; init; }

    /// <summary>Remarks on the evaluation, such as a slower method that was used, and the reason.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary><see cref="Basis"/>, if there is one, then <see cref="Notes"/>.</summary>
    public IReadOnlyList<string> AllNotes => Basis is { } basis ? [basis, .. Notes] : Notes;

    /// <summary>Whether any resource has a recommendation.</summary>
    public bool HasRecommendation => Resources.Any(r => r.HasRecommendation);

    /// <summary>Whether anything could not be read.</summary>
    public bool HasFailures => Failures.Count > 0 || Resources.Any(r => r.Failure is not null);

    /// <summary>Returns the monthly cost of all resources; null if no resource has a price, or if currencies differ.</summary>
    public ReportCost? ComputeCost() => ReportCost.Compute(Resources);
}
