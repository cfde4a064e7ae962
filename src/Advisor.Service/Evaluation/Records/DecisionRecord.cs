using System.Text.Json.Serialization;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;
using Advisor.Service.Changes;

namespace Advisor.Service.Evaluation.Records;

/// <summary>Entry of the audit trail: a decision about a resource at a tick, and its reasons. Never changed.</summary>
public sealed record DecisionRecord
{
    /// <summary>Actor of what no person did.</summary>
    public const string Advisor = "advisor";

    public required string ResourceId { get; init; }

    /// <summary>Tick of the decision; with resource and action it identifies the record.</summary>
    public required DateTimeOffset Tick { get; init; }

    public required ScalingAction Action { get; init; }

    public required AuditOutcome Outcome { get; init; }

    public required string FromSku { get; init; }

    public required int FromUnits { get; init; }

    /// <summary>SKU decided on; the one in force for Hold.</summary>
    public required string Sku { get; init; }

    /// <summary>Units decided on; those in force for Hold.</summary>
    public required int Units { get; init; }

    [JsonIgnore]
    public Size From => new(FromSku, FromUnits);

    [JsonIgnore]
    public Size To => new(Sku, Units);

    public AdvisorMode Mode { get; init; } = AdvisorMode.Recommend;

    /// <summary>Advisor, or the person who approved, paused or resumed.</summary>
    public string Actor { get; init; } = Advisor;

    public IReadOnlyList<Reason> Reasons { get; init; } = [];

    /// <summary>Complete decision as JSON; null if omitted.</summary>
    public string? Details { get; init; }

    /// <summary>Id of the resulting change; null if there is none.</summary>
    public string? ChangeId { get; init; }
}
