using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Web.Shared;

namespace Advisor.Web.Resource;

/// <summary>Builds the page of a resource.</summary>
internal static class ResourcePages
{
    /// <param name="decisions">Audit records, newest first.</param>
    /// <param name="changes">Changes of the resource, newest first.</param>
    /// <param name="recommendation">The recommendation; null when there is none.</param>
    public static PageAnswer Create(
        FleetResource resource,
        DateTimeOffset seenAt,
        IReadOnlyList<DecisionRecord> decisions,
        IReadOnlyList<ChangeRecord> changes,
        RecommendationView? recommendation,
        int status
    ) =>
        PageAnswer.Render<ResourcePage, ResourceView>(
            status,
            "Resource",
            resource.Name,
            new ResourceView(
                new SizeView(resource.Sku, resource.Units),
                [
                    new("Resource group", resource.ResourceGroup),
                    new("Region", resource.Region),
                    new("State in Azure", resource.ProvisioningState),
                    Fact.CreateTime("Last seen", seenAt),
                ],
                recommendation,
                [.. decisions.Select(RenderDecision)],
                [.. changes.Select(RenderChange)]
            )
        );

    internal static HistoryEntry RenderDecision(DecisionRecord line) =>
        new(
            $"{DescribeAction(line.Action)}: {new SizeView(line.Sku, line.Units)}",
            line.Outcome.Describe(),
            line.Outcome == AuditOutcome.Approved ? Tone.Good : Tone.Neutral,
            line.Tick,
            line.Actor == DecisionRecord.Advisor ? null : line.Actor,
            [.. line.Reasons.Select(reason => reason.Text)]
        );

    internal static HistoryEntry RenderChange(ChangeRecord change) =>
        new(
            $"{new SizeView(change.FromSku, change.FromUnits)} to {new SizeView(change.ToSku, change.ToUnits)}",
            change.State.ToString().ToLowerInvariant(),
            GetTone(change.State),
            change.DecidedAt,
            null,
            [.. new[] { change.Reason, change.Text, change.Drop?.Describe(), change.Cost }.OfType<string>().Where(text => text.Length > 0)]
        );

    internal static Tone GetTone(ChangeState state) =>
        state switch
        {
            ChangeState.Verified => Tone.Good,
            ChangeState.Intended or ChangeState.Sent or ChangeState.Accepted => Tone.Active,
            _ => Tone.Warning,
        };

    private static string DescribeAction(ScalingAction action) =>
        action switch
        {
            ScalingAction.Hold => "No change",
            ScalingAction.ScaleOut => "Scale out",
            ScalingAction.ScaleIn => "Scale in",
            ScalingAction.ChangeTier => "Change the tier",
            _ => "Advisory",
        };
}
