using Advisor.Service.SignedLinks;
using Advisor.Service.Silences;
using Advisor.Web.Shared;
using Advisor.Web.SignIn;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Web.Silences;

/// <summary>
/// GET /open/silences/new?LABEL=VALUE&amp;t=… shows the form; POST creates the silence for exactly the labels that the link was signed for.
/// A link has one silence at a time: submitting it twice gives the same one, and after its end the link can be used again.
/// </summary>
internal sealed class SilenceRoutes(ApiDependencies dependencies)
{
    public void Map(IEndpointRouteBuilder routes)
    {
        routes.MapMethods("/silences/new", ApiRoutes.Reading, ShowAsync);
        routes.MapPost("/silences/new", AnswerAsync);
    }

    private async Task<IResult> ShowAsync(HttpRequest request, CancellationToken cancellation)
    {
        var who = Principal.FindName(request, dependencies.SignIn);
        var link = Read(name => request.Query[name].ToString(), who);
        if (FindRefusal(link) is { } refusal)
        {
            return refusal;
        }

        var found = await (await dependencies.GetStateAsync(cancellation)).Silences.FindAsync(
            AppLinks.CreateSilenceId(link.Token),
            cancellation
        );
        return found is not null && found.IsActive(dependencies.Now)
            ? SilencePages.CreateActive(link, found)
            : SilencePages.CreateQuestion(link, new SilenceForm(who), who, dependencies.SignIn == SignInMode.Require && who is null, null);
    }

    private async Task<IResult> AnswerAsync(HttpRequest request, CancellationToken cancellation)
    {
        var (read, refusal) = await LinkedForm.ReadAsync(request, dependencies, Read, FindRefusal, cancellation);
        if (read is not var (form, link, who))
        {
            return refusal!;
        }

        var silences = (await dependencies.GetStateAsync(cancellation)).Silences;
        var found = await silences.FindAsync(AppLinks.CreateSilenceId(link.Token), cancellation);
        var active = found is not null && found.IsActive(dependencies.Now);
        if (form["answer"].ToString() == "end")
        {
            return active && await silences.SaveAsync(found! with { End = dependencies.Now }, CancellationToken.None) is null
                ? InfoPages.CreateUnavailable(mayPass: true)
                : SilencePages.CreateEnded(link);
        }

        var answer = SilenceForm.Read(form, who);
        return active ? SilencePages.CreateActive(link, found!)
            : answer.Problem is { } problem ? SilencePages.CreateQuestion(link, answer, who, mustSignIn: false, problem)
            : SilencePages.CreateActive(
                link,
                await SaveAsync(silences, found, link, answer)
                    ?? await silences.FindAsync(AppLinks.CreateSilenceId(link.Token), cancellation)
            );
    }

    private SilenceLink Read(Func<string, string> field, string? who)
    {
        var link = SilenceLink.Read(field);
        return link with { Proof = PageForm.CreateProof(dependencies, link.Token, who) };
    }

    // Null when another request of the same form was first.
    private async Task<Silence?> SaveAsync(SilenceStore silences, Silence? ended, SilenceLink link, SilenceForm answer)
    {
        var silence = new Silence
        {
            Id = AppLinks.CreateSilenceId(link.Token),
            Matchers = link.Matchers,
            Author = answer.Author,
            Reason = answer.Reason,
            Start = dependencies.Now,
            End = dependencies.Now.AddHours(answer.Hours),
            ETag = ended?.ETag,
        };
        return ended is not null ? await silences.SaveAsync(silence, CancellationToken.None)
            : await silences.AddAsync(silence, CancellationToken.None) ? silence
            : null;
    }

    private PageAnswer? FindRefusal(SilenceLink link) =>
        dependencies.Links is not { } links || SilenceLabels.FindProblem(link.Matchers) is not null
            ? InfoPages.NotFound
            : links.CheckSilence(link.Matchers, link.Token, dependencies.Now) switch
            {
                LinkState.Valid => null,
                LinkState.Expired => InfoPages.CreateExpired(
                    "The Silence button of a message works for a week. Nothing was changed; use a newer message."
                ),
                _ => InfoPages.NotFound,
            };
}

/// <summary>Content of a link to a silence: its labels and its token.</summary>
internal sealed record SilenceLink(IReadOnlyDictionary<string, string> Matchers, string Token) : IPageLink
{
    /// <summary>Hidden field that proves that the page's forms are its own: <see cref="PageForm.CreateProof"/>.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Proof { get; init; } = [];

    public string Path
    {
        get
        {
            var labels = SilenceLabels.Sort(Matchers).Select(label => $"{label.Key}={Uri.EscapeDataString(label.Value)}&");
            return $"/open/silences/new?{string.Concat(labels)}t={Uri.EscapeDataString(Token)}";
        }
    }

    public static SilenceLink Read(Func<string, string> field) =>
        new(
            SilenceLabels
                .All.Select(label => KeyValuePair.Create(label, field(label)))
                .Where(label => label.Value.Length > 0)
                .ToDictionary(StringComparer.Ordinal),
            field("t")
        );
}
