using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Service.Changes;
using Advisor.Service.Store;

namespace Advisor.Service.Evaluation;

/// <summary>A resource of a batch with all of its stored rows.</summary>
/// <param name="Resource">The resource; null when it is not (or no longer) listed.</param>
/// <param name="Document">Its state; null when it cannot be read: there is a problem then, and the row is not overwritten.</param>
internal sealed record BatchResource(StoredResource Stored, FleetResource? Resource, ResourceStateDocument? Document, string? Problem)
{
    /// <summary>The change of this resource that was open, after its last step; null when none was.</summary>
    public ChangeRecord? Change { get; init; }

    /// <summary>Why the state was reset, or a part of it was lost, as a sentence; null when neither was.</summary>
    public string? Reset { get; init; }

    /// <summary>
    /// Whether the resource has the size of the last change, which failed, now: the results of changes in <see cref="Stored"/> say so,
    /// their row does not yet.
    /// </summary>
    public bool HasLateEnd { get; init; }

    /// <summary>Whether the resource is seen for the first time.</summary>
    public bool IsNew => Resource is not null && Document is { State: null };

    /// <summary>
    /// Whether a history of metrics is to be read: that of a new resource, or of one whose SKU has changed so that the past of the state
    /// says nothing of it.
    /// </summary>
    public bool NeedsHistory(RuleSet rules) =>
        IsNew || (Resource is { } r && Document?.State?.IsPastOf(rules, r.Service, r.Settings, r.Sku) == false);

    /// <summary>
    /// Whether the past of the state was learned by other targets or another workload than the settings have now. Where an older version
    /// did not write by which, the present ones are taken for them. Nothing is learned of a size that the rules do not have.
    /// </summary>
    public bool HasOtherBasis(RuleSet rules) =>
        Resource is not null
        && Document is { State: not null, Head.Basis: { } basis }
        && basis != RequirementBasis.Compute(rules, Resource)
        && HasKnownSize(rules);

    /// <summary>
    /// Whether the rules have the size of the resource. Where they do not, as with a tier that is new in Azure, nothing is decided.
    /// </summary>
    public bool HasKnownSize(RuleSet rules) =>
        Resource is not null
        && rules.GetCatalog(Resource.Service, Resource.Settings).Find(Resource.Sku)?.Ladder.Contains(Resource.Units) == true;
}
