using Advisor.Pages.Shared;
using Advisor.Pages.Silences;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.Links;
using Advisor.Runtime.State;
using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Pages;

/// <summary>What the pages of a silence show.</summary>
internal static class SilencePages
{
    private const string Kind = "Silence";

    /// <param name="filled">What was filled in before; the fields keep it.</param>
    /// <param name="problem">What is wrong with it; null at first.</param>
    public static PageAnswer Question(SilenceLink link, SilenceAnswer filled, string? who, bool mustSignIn, string? problem) => PageAnswer.Of<SilencePage, SilenceView>(
        problem is null ? StatusCodes.Status200OK : StatusCodes.Status400BadRequest,
        Kind,
        "Silence these notifications?",
        new SilenceView(
            Labels(link.Matchers),
            problem,
            mustSignIn ? null : Form(link),
            mustSignIn ? NoticePages.SignIn("Only who has signed in may answer.", link.Path) : null,
            Fields(filled, who)));

    /// <param name="silence">Null where it was ended at this very moment.</param>
    public static PageAnswer Active(SilenceLink link, Silence? silence) => silence is null ? Ended(link) : PageAnswer.Of<SilenceActivePage, SilenceActiveView>(
        StatusCodes.Status200OK,
        Kind,
        "Silenced",
        new SilenceActiveView(silence.End, Labels(silence.Matchers), [new("By", silence.Author), Fact.Time("Since", silence.Start), new("Reason", silence.Reason)], Form(link)));

    public static PageAnswer Ended(SilenceLink link) => PageAnswer.Of<SilenceEndedPage, SilenceEndedView>(
        StatusCodes.Status200OK, Kind, "The silence has ended", new SilenceEndedView(Labels(link.Matchers)));

    /// <summary>The fields of how long, why and who.</summary>
    public static QuietPeriodView Fields(SilenceAnswer filled, string? who) =>
        new([.. SilenceAnswer.Choices.Select(choice => new DurationChoice(choice.Hours, choice.Text))], filled.Hours, filled.Reason, filled.Author, who);

    private static FormView Form(SilenceLink link) => new("/open/silences/new", [.. SilenceLabels.InOrder(link.Matchers), KeyValuePair.Create("t", link.Token), .. link.Proof]);

    private static Fact[] Labels(IReadOnlyDictionary<string, string> matchers) =>
        [.. SilenceLabels.InOrder(matchers).Select(label => Label(char.ToUpperInvariant(label.Key[0]) + label.Key[1..], label.Value))];

    // Of a resource's id people know the end.
    private static Fact Label(string name, string value) => value.StartsWith('/') ? new Fact(name, ResourceIds.NameOf(value)) { Detail = value } : new Fact(name, value);
}
