using Advisor.Core.Scaling;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.State;
using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Pages;

/// <summary>What the page of a resource looks like.</summary>
internal static class ResourcePages
{
    /// <param name="decisions">Lines of its audit trail, newest first.</param>
    /// <param name="changes">Its changes, newest first.</param>
    /// <param name="recommendation">The section of what is recommended; empty where nothing is.</param>
    public static Page Of(
        FleetResource resource, DateTimeOffset seenAt, IReadOnlyList<DecisionRecord> decisions, IReadOnlyList<ChangeRecord> changes, string recommendation, int status) => Page.Of(
        status,
        resource.Name,
        $"""
        <div class="card">
        <p class="sizes"><strong>{Html.Size(resource.Sku, resource.Units)}</strong></p>
        </div>
        <dl>
        {Html.Fact("Resource group", Html.Text(resource.ResourceGroup))}{Html.Fact("Region", Html.Text(resource.Region))}{Html.Fact("State in Azure", Html.Text(resource.ProvisioningState))}{Html.Fact("Looked at", Html.Time(seenAt))}</dl>
        {recommendation}
        <h2>Decisions</h2>
        {(decisions.Count == 0 ? "<p>None in the last 30 days.</p>" : string.Concat(decisions.Select(Decision)))}
        <h2>Changes</h2>
        {(changes.Count == 0 ? "<p>None in the last 30 days.</p>" : string.Concat(changes.Select(Change)))}
        """);

    private static string Decision(DecisionRecord line) =>
        $"""
        <div class="card">
        <p><strong>{Words(line.Action)}: {Html.Size(line.Sku, line.Units)}</strong> <small>{Html.Text(line.Outcome)}, {Html.Time(line.Tick)}{(line.Actor == "advisor" ? "" : $", {Html.Text(line.Actor)}")}</small></p>
        <ul>
        {string.Join('\n', line.Reasons.Select(reason => $"<li>{Html.Text(reason.Text)}</li>"))}
        </ul>
        </div>

        """;

    private static string Change(ChangeRecord change) =>
        $"""
        <div class="card">
        <p><strong>{Html.Size(change.FromSku, change.FromUnits)} to {Html.Size(change.ToSku, change.ToUnits)}</strong> <small>{Html.Text(change.State.ToString().ToLowerInvariant())}, {Html.Time(change.DecidedAt)}</small></p>
        <p>{Html.Text(change.Text ?? "")}</p>
        </div>

        """;

    private static string Words(ScalingAction action) => action switch
    {
        ScalingAction.Hold => "Keep",
        ScalingAction.ScaleOut => "Scale out",
        ScalingAction.ScaleIn => "Scale in",
        ScalingAction.ChangeTier => "Change the tier",
        _ => "Advice",
    };
}
