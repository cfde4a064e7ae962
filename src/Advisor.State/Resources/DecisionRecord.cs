using Advisor.Core.Decisions;
using Advisor.Core.Settings;

namespace Advisor.State.Resources;

/// <summary>One line of the audit trail: what was decided of a resource at a tick, and why. Never changed once written.</summary>
public sealed record DecisionRecord
{
    public required string ResourceId { get; init; }

    /// <summary>The tick that the decision belongs to; with resource and action it names the record.</summary>
    public required DateTimeOffset Tick { get; init; }

    public required ScalingAction Action { get; init; }

    /// <summary>
    /// What was done with it: recommended, applying, awaitingApproval, snoozed, approved, declined, approvalVoid, observed, dryRun,
    /// suppressed; held on hold.
    /// </summary>
    public required string Outcome { get; init; }

    public required string FromSku { get; init; }

    public required int FromUnits { get; init; }

    /// <summary>The SKU decided on; the one in force on hold.</summary>
    public required string Sku { get; init; }

    /// <summary>The units decided on; those in force on hold.</summary>
    public required int Units { get; init; }

    public AdvisorMode Mode { get; init; } = AdvisorMode.Recommend;

    /// <summary>Who: Advisor itself, or the person that approved.</summary>
    public string Actor { get; init; } = "advisor";

    public IReadOnlyList<Reason> Reasons { get; init; } = [];

    /// <summary>The whole decision as JSON, for who wants every number; null where it was left out.</summary>
    public string? Details { get; init; }

    /// <summary>The change that came of it; null where none did.</summary>
    public string? ChangeId { get; init; }
}
