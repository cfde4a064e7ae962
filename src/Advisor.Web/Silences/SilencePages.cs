using Advisor.Core.Fleet;
using Advisor.Reporting;
using Advisor.Service.Silences;
using Advisor.Web.Shared;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Silences;

/// <summary>Builds the pages of a silence.</summary>
internal static class SilencePages
{
    private const string Kind = "Silence";

    /// <param name="filled">Earlier input, kept in the fields.</param>
    /// <param name="problem">Problem of the input; null at first.</param>
    public static PageAnswer CreateQuestion(SilenceLink link, SilenceForm filled, string? who, bool mustSignIn, string? problem) =>
        PageAnswer.Render<SilencePage, SilenceView>(
            problem is null ? StatusCodes.Status200OK : StatusCodes.Status400BadRequest,
            Kind,
            "Silence these notifications?",
            new SilenceView(
                RenderLabels(link.Matchers),
                problem,
                mustSignIn ? null : RenderForm(link),
                mustSignIn ? InfoPages.CreateSignIn("Sign in to answer.", link.Path) : null,
                RenderFields(filled, who)
            )
        );

    /// <param name="silence">The silence; null when it has just been ended.</param>
    public static PageAnswer CreateActive(SilenceLink link, Silence? silence) =>
        silence is null
            ? CreateEnded(link)
            : PageAnswer.Render<SilenceActivePage, SilenceActiveView>(
                StatusCodes.Status200OK,
                Kind,
                "Silenced",
                new SilenceActiveView(
                    silence.End,
                    RenderLabels(silence.Matchers),
                    [new("By", silence.Author), Fact.CreateTime("Since", silence.Start), new("Reason", silence.Reason)],
                    RenderForm(link)
                )
            );

    public static PageAnswer CreateEnded(SilenceLink link) =>
        PageAnswer.Render<SilenceEndedPage, SilenceEndedView>(
            StatusCodes.Status200OK,
            Kind,
            "The silence has ended",
            new SilenceEndedView(RenderLabels(link.Matchers))
        );

    /// <summary>Renders the fields of duration, reason and author.</summary>
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
        [
            .. SilenceLabels
                .Sort(matchers)
                .Select(label => CreateLabelFact(char.ToUpperInvariant(label.Key[0]) + label.Key[1..], label.Value)),
        ];

    // People recognize the end of a resource id, and the name of an alert.
    private static Fact CreateLabelFact(string name, string value) =>
        value.StartsWith('/') ? new Fact(name, ResourceIds.GetName(value)) { Detail = value }
        : name == "Alert" ? new Fact(name, PeriodPhrases.FormatAlertName(value)) { Detail = value }
        : new Fact(name, value);
}
