using Advisor.Core.Capacity.Billing;
using Advisor.Core.Metrics;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;

namespace Advisor.Service.Evaluation;

/// <summary>Evaluation of a resource that is decided but not written yet.</summary>
/// <param name="IsRequested">Whether a change was requested and not yet started.</param>
internal sealed record UnwrittenEvaluation(
    BatchResource Resource,
    bool IsRequested,
    IReadOnlyList<MinuteSample> Series,
    ResourceDecision Result,
    DecisionHandling? Handling
)
{
    /// <summary>The state of the resource before the evaluation.</summary>
    public ResourceStateDocument Document => Resource.Document!;

    /// <summary>Whether the size is being changed: by a request, by an open change of Advisor, or by others as Azure shows it.</summary>
    public bool IsChanging => IsRequested || Resource.Stored.OpenChange is not null || Resource.Resource is { IsUpdating: true };

    /// <summary>When the metrics were last other than zero, the new minutes included.</summary>
    public MetricActivity Activity { get; init; } = MetricActivity.Unknown;

    /// <summary>The last change of size that was not Advisor's; null = none.</summary>
    public OutsideChange? ChangedBy { get; init; }

    /// <summary>The outage; set when the zeros of this resource are attributed to an outage of the metrics.</summary>
    public ZeroMetrics? ZeroMetrics { get; init; }

    /// <summary>The minutes whose metrics have all come, or are not waited for any longer; ascending.</summary>
    public IEnumerable<MinuteSample> SettledSeries =>
        Result.AwaitedSince is { } since ? Series.TakeWhile(sample => sample.Time < since) : Series;

    /// <summary>Bill of the month in progress; null when the units in force have no price, and before the evaluation is written.</summary>
    public MonthBill? Month { get; init; }

    /// <summary>The approval that the last audit record requested, whatever became of it; null when it requested none.</summary>
    public ApprovalRecord? Approval { get; init; }

    /// <summary>Why that approval cannot be read; null when it can, or there is none.</summary>
    public string? ApprovalProblem { get; init; }

    /// <summary>Returns the link to <see cref="Approval"/>, without its token, while it can be answered; null otherwise.</summary>
    public Uri? FindPendingLink(DateTimeOffset now) =>
        Approval is { State: ApprovalState.Pending, ExpiresAt: var end } && now < end ? Document.Head.ApprovalLink : null;

    /// <summary>Priority of the requested change within its tick; null when none is requested.</summary>
    public ChangePriority? Priority =>
        Handling is { Applies: true } && Result.Decision is { } decision ? ChangePriorities.FromDecision(decision) : null;
}
