namespace Advisor.Core.Reports;

/// <summary>What one pass over a fleet found.</summary>
public sealed record EvaluationReport
{
    private readonly IReadOnlyList<ResourceReport>? shown;

    /// <summary>When the pass was taken.</summary>
    public required DateTimeOffset Time { get; init; }

    /// <summary>In the order of discovery; a resource that failed is among them.</summary>
    public required IReadOnlyList<ResourceReport> Resources { get; init; }

    /// <summary>
    /// What a report lists: a part of <see cref="Resources"/>, in the order asked for. Default: all of them as they were found.
    /// </summary>
    public IReadOnlyList<ResourceReport> Shown
    {
        get => shown ?? Resources;
        init => shown = value;
    }

    /// <summary>Scopes that could not be read at all; resources that failed carry their failure themselves.</summary>
    public IReadOnlyList<ReportFailure> Failures { get; init; } = [];

    /// <summary>Calls to Azure Monitor that the pass made. They are metered.</summary>
    public int MetricCalls { get; init; }

    /// <summary>What a person should know of the pass: a slower path that was taken, and why.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    public bool HasRecommendation => Resources.Any(r => r.HasRecommendation);

    /// <summary>Whether anything could not be read.</summary>
    public bool HasFailures => Failures.Count > 0 || Resources.Any(r => r.Failure is not null);

    /// <summary>What all of it costs in a month; null where no resource has a price, or where currencies differ.</summary>
    public ReportCost? Cost() => ReportCost.Compute(Resources);
}
