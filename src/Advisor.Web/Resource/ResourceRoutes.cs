using Advisor.Core.Fleet;
using Advisor.Service.Approvals;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.SignedLinks;
using Advisor.Service.Store;
using Advisor.Web.Shared;
using Advisor.Web.SignIn;
using Advisor.Web.Silences;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Web.Resource;

/// <summary>
/// GET /open/resources?id=…&amp;t=…: the page of a resource, for recipients of a message about it. POST /open/resources/snooze snoozes or
/// dismisses its recommendation, or ends the snooze.
/// </summary>
internal sealed class ResourceRoutes(ApiDependencies dependencies)
{
    private const int MaxDecisions = 5;

    // Of the audit trail, for the form without a name.
    private const string LinkHolder = "the holder of a link";

    private const string Replaced =
        "This recommendation has replaced the one that your page showed. Nothing was changed: answer again if you mean this one.";

    private static readonly TimeSpan HistoryWindow = TimeSpan.FromDays(30);

    public void Map(IEndpointRouteBuilder routes)
    {
        routes.MapMethods("/resources", ApiRoutes.Reading, ShowAsync);
        routes.MapPost("/resources/snooze", AnswerAsync);
    }

    private Task<IResult> ShowAsync(HttpRequest request, CancellationToken cancellation)
    {
        var who = Principal.FindName(request, dependencies.SignIn);
        var link = Read(name => request.Query[name].ToString(), who);
        return FindRefusal(link) is { } refusal
            ? Task.FromResult<IResult>(refusal)
            : CreatePageAsync(link, new SilenceForm(who), who, null, StatusCodes.Status200OK, cancellation);
    }

    private async Task<IResult> CreatePageAsync(
        ResourceLink link,
        SilenceForm filled,
        string? who,
        string? problem,
        int status,
        CancellationToken cancellation
    )
    {
        var state = await dependencies.GetStateAsync(cancellation);
        var stored = await state.LoadAsync(link.Id, cancellation);
        if (stored.Snapshot is not { } snapshot || snapshot.ReadResource() is not { } resource)
        {
            return InfoPages.Create(StatusCodes.Status404NotFound, "Unknown resource", "Advisor has no record of this resource.");
        }

        var (from, before) = (dependencies.Now - HistoryWindow, dependencies.Now.AddDays(1));
        var decisions = await state.Decisions.QueryAsync(link.Id, new(from, before, null, MaxDecisions), cancellation);
        var changes = await state.Changes.QueryAsync(link.Id, new(from, before, null, MaxDecisions), cancellation);
        var recommended = await RecommendationSnoozes.FindRecommendedAsync(state, link.Id, dependencies.Now, cancellation);
        var snooze = recommended is { } r && stored.Snooze is { } known && known.Covers(r.From, r.To, dependencies.Now) ? known : null;
        var section = SnoozePages.RenderSection(
            link,
            recommended,
            snooze,
            filled,
            who,
            dependencies.SignIn == SignInMode.Require && who is null,
            problem
        );
        return ResourcePages.Create(resource, snapshot.At, decisions.Records, changes.Records, section, status);
    }

    private async Task<IResult> AnswerAsync(HttpRequest request, CancellationToken cancellation)
    {
        var (read, refusal) = await LinkedForm.ReadAsync(request, dependencies, Read, FindRefusal, cancellation);
        if (read is not var (form, link, who))
        {
            return refusal!;
        }

        var (state, name, button) = (
            await dependencies.GetStateAsync(cancellation),
            ResourceIds.GetName(link.Id),
            form["answer"].ToString()
        );
        if (button == "end")
        {
            await RecommendationSnoozes.EndAsync(state, link.Id, who ?? LinkHolder, dependencies.Now, CancellationToken.None);
            return SnoozePages.CreateEnded(name);
        }

        var answer = SilenceForm.Read(form, who);
        return answer.Problem is { } problem
                ? await CreatePageAsync(link, answer, who, problem, StatusCodes.Status400BadRequest, cancellation)
            : await RecommendationSnoozes.FindRecommendedAsync(state, link.Id, dependencies.Now, cancellation) is not { } recommended
                ? SnoozePages.CreateNothing(name)
            : SnoozePages.IsShown(form, recommended)
                ? SnoozePages.CreateDone(link, name, await SnoozeAsync(state, recommended, answer, button == "dismiss"))
            : await CreatePageAsync(link, answer, who, Replaced, StatusCodes.Status409Conflict, cancellation);
    }

    private Task<RecommendationSnooze> SnoozeAsync(AdvisorState state, DecisionRecord recommended, SilenceForm answer, bool dismissed) =>
        RecommendationSnoozes.SnoozeAsync(
            state,
            recommended,
            answer.Author,
            answer.Reason,
            dismissed ? null : dependencies.Now.AddHours(answer.Hours),
            dependencies.Now,
            CancellationToken.None
        );

    private ResourceLink Read(Func<string, string> field, string? who)
    {
        var link = ResourceLink.Read(field);
        return link with { Proof = PageForm.CreateProof(dependencies, link.Token, who) };
    }

    private PageAnswer? FindRefusal(ResourceLink link) =>
        dependencies.Links is not { } links || ResourceIdText.Read(link.Id) is null
            ? InfoPages.NotFound
            : links.CheckResource(link.Id, link.Token, dependencies.Now) switch
            {
                LinkState.Valid => null,
                LinkState.Expired => InfoPages.CreateExpired("Links in messages work for a week; a newer message has a newer link."),
                _ => InfoPages.NotFound,
            };
}

/// <summary>Content of a link to a resource: its id and its token.</summary>
internal sealed record ResourceLink(string Id, string Token) : IPageLink
{
    /// <summary>Hidden field that proves that the page's forms are its own: <see cref="PageForm.CreateProof"/>.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Proof { get; init; } = [];

    public string Path => $"/open/resources?id={Uri.EscapeDataString(Id)}&t={Uri.EscapeDataString(Token)}";

    public static ResourceLink Read(Func<string, string> field) => new(field("id"), field("t"));
}
