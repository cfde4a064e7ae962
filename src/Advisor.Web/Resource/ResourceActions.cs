using Advisor.Service.SignedLinks;
using Advisor.Service.Silences;
using Advisor.Web.Dashboard;
using Advisor.Web.Shared;
using Advisor.Web.Silences;

namespace Advisor.Web.Resource;

/// <summary>
/// Actions on a resource for a reader who may act: links to the pages that notifications lead to, signed for this reader now.
/// </summary>
/// <param name="Recommendation">The recommendation, with the form to snooze it; null when nothing is recommended.</param>
/// <param name="Approval">
/// Page of the pending approval, or of all where the key of its link is gone; null when none is pending.
/// </param>
/// <param name="Pause">Form to pause or resume scaling.</param>
internal sealed record ResourceActions(
    AppLinks Links,
    string ResourceId,
    RecommendationView? Recommendation,
    string? Approval,
    PauseFormView Pause,
    DateTimeOffset Now
)
{
    /// <param name="who">Signed-in person who may act; null when the form requests a name.</param>
    public static ResourceActions Create(DashboardContext context, ResourceOverview detail, string? who)
    {
        var (id, dependencies, links) = (detail.Resource.Id, context.Dependencies, context.Dependencies.Links!);
        var token = AppLinks.FindToken(links.CreateResourceLink(id, dependencies.Now))!;
        var link = new ResourceLink(id, Uri.UnescapeDataString(token))
        {
            Proof = PageForm.CreateProof(dependencies, Uri.UnescapeDataString(token), who),
        };
        return new ResourceActions(
            links,
            id,
            SnoozePages.RenderSection(link, detail.Recommended, detail.Snooze, new SilenceForm(who), who, mustSignIn: false),
            detail.Approval is { } approval ? links.CreateApprovalLink(approval)?.PathAndQuery ?? context.ApprovalsPath : null,
            new PauseFormView(
                context.CreateForm(
                    context.ResourcePath + "/pause",
                    who,
                    KeyValuePair.Create("id", id),
                    KeyValuePair.Create(PausePages.Shown, PausePages.FormatShown(detail.OwnPause))
                )!,
                who
            ),
            dependencies.Now
        );
    }

    /// <summary>Returns the path of the page that silences an alert of the resource; null when its name cannot be matched.</summary>
    public string? FindSilencePath(string alert)
    {
        var labels = new Dictionary<string, string>(StringComparer.Ordinal) { ["alert"] = alert, ["resource"] = ResourceId };
        return SilenceLabels.FindProblem(labels) is null ? Links.CreateSilenceLink(labels, Now).PathAndQuery : null;
    }
}
