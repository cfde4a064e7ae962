using System.Globalization;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;
using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Pages;

/// <summary>What the pages of an approval look like.</summary>
internal static class ApprovalPages
{
    public static string PathOf(ApprovalRecord approval, string token) => $"/open/approvals/{approval.Id}?t={Uri.EscapeDataString(token)}";

    /// <param name="who">Who has signed in; null where that is not known.</param>
    /// <param name="mustSignIn">Whether the buttons are held back until somebody has.</param>
    /// <param name="proof">The field of the form that proves that it is this page's: <see cref="PageForm.Proof"/>.</param>
    public static Page Question(ApprovalRecord approval, string token, string? who, bool mustSignIn, string proof)
    {
        var plan = ApprovalPlan.Read(approval);
        var buttons = mustSignIn
            ? "<p>Only who has signed in may answer.</p>\n" + NoticePages.SignInButton(PathOf(approval, token))
            : Form(approval, token, who, proof);
        return Page.Of(
            StatusCodes.Status200OK,
            plan is null ? "A change waits for an answer" : $"{Verb(plan)} {plan.Name}?",
            $"""
            {PlanCard(approval, plan)}
            {buttons}
            <p class="note">Opening this page changes nothing. The first answer counts. Without an answer by {Html.Time(approval.ExpiresAt)} nothing is changed.</p>
            """);
    }

    /// <param name="change">The change that the yes started; null where there is none yet.</param>
    /// <param name="isLate">An answer was given that was not the first.</param>
    public static Page Outcome(ApprovalRecord approval, ChangeRecord? change, bool isLate)
    {
        var plan = ApprovalPlan.Read(approval);
        var (status, title, mood) = approval.State switch
        {
            ApprovalState.Approved => (StatusCodes.Status200OK, isLate ? "Already approved" : "Approved", "good"),
            ApprovalState.Declined => (StatusCodes.Status200OK, isLate ? "Already declined" : "Declined", ""),
            _ => (StatusCodes.Status409Conflict, "This plan no longer stands", "bad"),
        };
        var by = approval.SettledBy is { } who ? Html.Text(who) : "somebody with the link";
        var late = isLate && approval.SettledAt is { } first ? $"<p class=\"bad\">Your answer came too late: the first one, at {Html.Time(first)}, counts.</p>\n" : "";
        return Page.Of(
            status,
            title,
            $"""
            {late}<p class="{mood}">{Html.Text(approval.Outcome ?? "")}</p>
            <dl>
            {Html.Fact("Answered by", by)}{Html.Fact("Answered at", approval.SettledAt is { } at ? Html.Time(at) : null)}{Html.Fact("The change", ChangeText(approval, change))}</dl>
            {PlanCard(approval, plan)}
            <p class="note">The first answer counts; pressing again changes nothing.</p>
            """);
    }

    /// <summary>It was not answered, and can no longer be.</summary>
    public static Page Gone(int status, ApprovalRecord approval, string problem) => Page.Of(
        status,
        "This can no longer be answered",
        $"""
        <p class="bad">{Html.Text(problem)}</p>
        {PlanCard(approval, ApprovalPlan.Read(approval))}
        <p class="note">Nothing was changed. Where the resource still needs another size, Advisor asks again.</p>
        """);

    /// <summary>The plan stands and cannot be carried out now: the same answer may be given later.</summary>
    public static Page Hindered(ApprovalRecord approval, string token, string hindrance) => Page.Of(
        StatusCodes.Status409Conflict,
        "Not now",
        $"""
        <p class="bad">{Html.Text(hindrance)}</p>
        <p>Nothing was changed, and the question stays open until {Html.Time(approval.ExpiresAt)}.</p>
        <p class="buttons"><a class="button" href="{Html.Text(PathOf(approval, token))}">Back to the question</a></p>
        """);

    private static string Form(ApprovalRecord approval, string token, string? who, string proof) =>
        $"""
        <form method="post" action="/open/approvals/{approval.Id}">
        <input type="hidden" name="t" value="{Html.Text(token)}">{proof}
        <p class="buttons"><button name="answer" value="approve">Approve</button><button class="quiet" name="answer" value="decline">Decline</button></p>
        {(who is null ? "" : $"<p class=\"note\">You answer as {Html.Text(who)}.</p>")}
        </form>
        """;

    private static string PlanCard(ApprovalRecord approval, ApprovalPlan? plan) => plan is null ? "" :
        $"""
        <div class="card">
        <p class="sizes"><del>{Html.Size(plan.FromSku, plan.FromUnits)}</del><span aria-label="to">→</span><strong>{Html.Size(plan.ToSku, plan.ToUnits)}</strong></p>
        </div>
        <dl>
        {Html.Fact("Resource", Html.Text(plan.Name))}{Html.Fact("Resource group", Html.Text(ResourceIds.GroupOf(approval.ResourceId)))}{Html.Fact("Subscription", Html.Text(ResourceIds.SubscriptionOf(approval.ResourceId)))}{Html.Fact("Service", Html.Text($"{ServiceName(plan)}, {plan.Region}"))}{Html.Fact("Clients", Clients(plan))}{Html.Fact("Cost", Cost(plan))}{Html.Fact("Asked by", "Advisor, in mode approve")}{Html.Fact("Asked at", Html.Time(approval.CreatedAt))}{Html.Fact("Answer until", Html.Time(approval.ExpiresAt))}</dl>
        <h2>Why</h2>
        <ul>
        {string.Join('\n', plan.Reasons.Select(reason => $"<li>{Html.Text(reason.Text)}</li>"))}
        </ul>
        """;

    private static string? Clients(ApprovalPlan plan) =>
        ChangeWords.Dropped(plan.FromSku, plan.FromUnits, plan.ToSku, plan.ToUnits) is { } dropped ? $"<strong class=\"bad\">{Html.Text(dropped)}</strong>" : null;

    // Plans of an older program have the amount alone.
    private static string Cost(ApprovalPlan plan) =>
        (plan.Cost ?? (plan.CostChange is { } change ? $"{Wording.Change(change, cents: true)} a month" : null)) is { } cost ? $"<strong>{Html.Text(cost)}</strong>" : "price not known";

    private static string ServiceName(ApprovalPlan plan) => plan.Service == "WebPubSub" ? "Web PubSub" : plan.Service;

    private static string Verb(ApprovalPlan plan) => plan.Action switch
    {
        ScalingAction.ScaleOut => "Scale out",
        ScalingAction.ScaleIn => "Scale in",
        ScalingAction.ChangeTier => "Change the tier of",
        _ => "Change",
    };

    private static string? ChangeText(ApprovalRecord approval, ChangeRecord? change) =>
        approval.State != ApprovalState.Approved ? null
        : change is null ? "It starts within a minute or so."
        : Html.Text(change.State switch
        {
            ChangeState.Intended => "It is about to be sent.",
            ChangeState.Sent or ChangeState.Accepted => string.Create(CultureInfo.InvariantCulture, $"Under way since {Html.Time(change.SentAt ?? change.DecidedAt)}."),
            ChangeState.Verified => "Done: " + change.Text,
            _ => $"It ended as {change.State.ToString().ToLowerInvariant()}: {change.Text}",
        });
}
