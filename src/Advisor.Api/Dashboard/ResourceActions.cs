using Advisor.Api.Pages;
using Advisor.Pages.Resources;
using Advisor.Service.SignedLinks;

namespace Advisor.Api.Dashboard;

/// <summary>
/// What a reader who may act can do about a resource: by the pages that notifications lead to, with links signed for this reader now.
/// </summary>
/// <param name="Recommendation">With the form that snoozes it; null where nothing is recommended.</param>
/// <param name="Approval">The page of the open question; null where none is.</param>
internal sealed record ResourceActions(
    AppLinks Links,
    string ResourceId,
    RecommendationView? Recommendation,
    string? Approval,
    DateTimeOffset Now
)
{
    public static ResourceActions Create(ApiDependencies dependencies, AppLinks links, ResourceOverview detail, string? who)
    {
        var id = detail.Resource.Id;
        var token = AppLinks.FindToken(links.CreateResourceLink(id, dependencies.Now))!;
        var link = new ResourceLink(id, Uri.UnescapeDataString(token))
        {
            Proof = PageForm.Proof(dependencies, Uri.UnescapeDataString(token), who),
        };
        return new ResourceActions(
            links,
            id,
            SnoozePages.RenderSection(link, detail.Recommended, detail.Snooze, new SilenceForm(who), who, mustSignIn: false),
            detail.Approval is { } approval ? links.CreateApprovalLink(approval)?.PathAndQuery : null,
            dependencies.Now
        );
    }

    /// <summary>The page that silences an alert of the resource; null where its name cannot be matched.</summary>
    public string? FindSilencePath(string alert)
    {
        var labels = new Dictionary<string, string>(StringComparer.Ordinal) { ["alert"] = alert, ["resource"] = ResourceId };
        return SilenceLabels.FindProblem(labels) is null ? Links.CreateSilenceLink(labels, Now).PathAndQuery : null;
    }
}
