using Advisor.Service.Approvals;
using Advisor.Service.Evaluation.Records;
using Advisor.Web.Shared;
using Advisor.Web.Silences;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Resource;

/// <summary>Renders the recommendation on a resource's page, and the results of its buttons.</summary>
internal static class SnoozePages
{
    public const string Action = "/open/resources/snooze";

    private const string Kind = "Recommendation";

    /// <param name="recommended">The current recommendation; null when there is none.</param>
    /// <param name="snooze">The snooze in force for it; null when there is none.</param>
    /// <param name="filled">Earlier input, kept in the fields.</param>
    /// <param name="problem">Problem of the input; null at first.</param>
    public static RecommendationView? RenderSection(
        ResourceLink link,
        DecisionRecord? recommended,
        RecommendationSnooze? snooze,
        SilenceForm filled,
        string? who,
        bool mustSignIn,
        string? problem = null
    ) =>
        recommended is null
            ? null
            : new RecommendationView(
                new SizeView(recommended.FromSku, recommended.FromUnits),
                new SizeView(recommended.Sku, recommended.Units),
                problem,
                CreateForm(link, new("from", recommended.From.ToString()), new("to", recommended.To.ToString())),
                snooze is null ? null : RenderActive(link, snooze),
                mustSignIn ? InfoPages.CreateSignIn("Sign in to snooze it.", link.Path) : null,
                SilencePages.RenderFields(filled, who)
            );

    /// <summary>Whether a form was shown for this recommendation: a page may have been open for hours.</summary>
    public static bool IsShown(IFormCollection form, DecisionRecord recommended) =>
        form["from"] == recommended.From.ToString() && form["to"] == recommended.To.ToString();

    public static PageAnswer CreateDone(ResourceLink link, string name, RecommendationSnooze snooze) =>
        PageAnswer.Render<SnoozedPage, SnoozedView>(
            StatusCodes.Status200OK,
            Kind,
            snooze.Until is null ? "Dismissed" : "Snoozed",
            new SnoozedView(
                name,
                new SizeView(snooze.FromSku, snooze.FromUnits),
                new SizeView(snooze.Sku, snooze.Units),
                RenderActive(link, snooze)
            )
        );

    public static PageAnswer CreateEnded(string name) =>
        InfoPages.Create(
            StatusCodes.Status200OK,
            "The snooze has ended",
            $"The next evaluation sends the recommendation for {name} again."
        );

    public static PageAnswer CreateNothing(string name) =>
        InfoPages.Create(
            StatusCodes.Status409Conflict,
            "No current recommendation",
            $"There is no recommendation for {name} at the moment. Nothing was changed."
        );

    private static SnoozeView RenderActive(ResourceLink link, RecommendationSnooze snooze) =>
        new(snooze.Until, [new("By", snooze.Author), Fact.CreateTime("Since", snooze.At), new("Reason", snooze.Reason)], CreateForm(link));

    private static FormView CreateForm(ResourceLink link, params IEnumerable<KeyValuePair<string, string>> shown) =>
        new(Action, [KeyValuePair.Create("id", link.Id), KeyValuePair.Create("t", link.Token), .. shown, .. link.Proof]);
}
