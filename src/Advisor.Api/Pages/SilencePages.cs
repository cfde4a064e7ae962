using Advisor.Core.Fleet;
using Advisor.Pages.Shared;
using Advisor.Pages.Silences;
using Advisor.Service.SignedLinks;
using Advisor.State.Notifications;
using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Pages;

/// <summary>What the pages of a silence show.</summary>
internal static class SilencePages
{
    private const string Kind = "Silence";

    /// <param name="filled">What was filled in before; the fields keep it.</param>
    /// <param name="problem">What is wrong with it; null at first.</param>
    public static PageAnswer CreateQuestion(SilenceLink link, SilenceForm filled, string? who, bool mustSignIn, string? problem) =>
        PageAnswer.Of<SilencePage, SilenceView>(
            problem is null ? StatusCodes.Status200OK : StatusCodes.Status400BadRequest,
            Kind,
            "Silence these notifications?",
            new SilenceView(
                RenderLabels(link.Matchers),
                problem,
                mustSignIn ? null : RenderForm(link),
                mustSignIn ? InfoPages.SignIn("Only who has signed in may answer.", link.Path) : null,
                RenderFields(filled, who)
            )
        );

    /// <param name="silence">Null where it was ended at this very moment.</param>
    public static PageAnswer CreateActive(SilenceLink link, Silence? silence) =>
        silence is null
            ? CreateEnded(link)
            : PageAnswer.Of<SilenceActivePage, SilenceActiveView>(
                StatusCodes.Status200OK,
                Kind,
                "Silenced",
                new SilenceActiveView(
                    silence.End,
                    RenderLabels(silence.Matchers),
                    [new("By", silence.Author), Fact.Time("Since", silence.Start), new("Reason", silence.Reason)],
                    RenderForm(link)
                )
            );

    public static PageAnswer CreateEnded(SilenceLink link) =>
        PageAnswer.Of<SilenceEndedPage, SilenceEndedView>(
            StatusCodes.Status200OK,
            Kind,
            "The silence has ended",
            new SilenceEndedView(RenderLabels(link.Matchers))
        );

    /// <summary>The fields of how long, why and who.</summary>
    public static QuietPeriodView RenderFields(SilenceForm filled, string? who) =>
        new(
            [.. SilenceForm.Choices.Select(choice => new DurationChoice(choice.Hours, choice.Text))],
            filled.Hours,
            filled.Reason,
            filled.Author,
            who
        );

    private static FormView RenderForm(SilenceLink link) =>
        new("/open/silences/new", [.. SilenceLabels.Sort(link.Matchers), KeyValuePair.Create("t", link.Token), .. link.Proof]);

    private static Fact[] RenderLabels(IReadOnlyDictionary<string, string> matchers) =>
        [.. SilenceLabels.Sort(matchers).Select(label => Label(char.ToUpperInvariant(label.Key[0]) + label.Key[1..], label.Value))];

    // Of a resource's id people know the end.
    private static Fact Label(string name, string value) =>
        value.StartsWith('/') ? new Fact(name, ResourceIds.GetName(value)) { Detail = value } : new Fact(name, value);
}
