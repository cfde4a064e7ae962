using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;
using Advisor.Service.Store.Rows;
using Advisor.Web.Shared;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Approvals;

/// <summary>Builds the pages of an approval.</summary>
internal static class ApprovalPages
{
    private const string Kind = "Approval";

    public static string CreatePath(ApprovalRecord approval, string token) =>
        $"/open/approvals/{approval.Id}?t={Uri.EscapeDataString(token)}";

    /// <param name="who">Signed-in person; null when not known.</param>
    /// <param name="mustSignIn">Whether the buttons require sign-in.</param>
    /// <param name="proof">Hidden field that proves that the form belongs to this page: <see cref="PageForm.CreateProof"/>.</param>
    public static PageAnswer CreateQuestion(
        ApprovalRecord approval,
        string token,
        string? who,
        bool mustSignIn,
        IReadOnlyList<KeyValuePair<string, string>> proof
    )
    {
        var plan = ApprovalPlan.Read(approval);
        return PageAnswer.Render<ApprovalPage, ApprovalView>(
            StatusCodes.Status200OK,
            Kind,
            plan is null ? "A change is waiting for approval" : $"{DescribeAction(plan)} {plan.Name}?",
            new ApprovalView(
                BuildView(approval, plan),
                mustSignIn ? null : new FormView($"/open/approvals/{approval.Id}", [KeyValuePair.Create("t", token), .. proof]),
                mustSignIn ? InfoPages.CreateSignIn("Sign in to answer.", CreatePath(approval, token)) : null,
                who,
                approval.ExpiresAt
            )
        );
    }

    /// <param name="change">The change that the approval started, none where it has not yet; null when the approval starts none.</param>
    /// <param name="isLate">Whether an earlier answer had already settled the approval.</param>
    public static PageAnswer CreateOutcome(ApprovalRecord approval, RecordList<ChangeRecord>? change, bool isLate)
    {
        var (status, title, tone) = approval.State switch
        {
            ApprovalState.Approved => (StatusCodes.Status200OK, isLate ? "Already approved" : "Approved", Tone.Good),
            ApprovalState.Declined => (StatusCodes.Status200OK, isLate ? "Already declined" : "Declined", Tone.Neutral),
            _ => (StatusCodes.Status409Conflict, "This plan is no longer valid", Tone.Bad),
        };
        Fact[] facts =
        [
            new("Answered by", approval.SettledBy ?? "someone with the link"),
            Fact.CreateTime("Answered at", approval.SettledAt),
            new("The change", DescribeChange(change)),
        ];
        return PageAnswer.Render<ApprovalOutcomePage, ApprovalOutcomeView>(
            status,
            Kind,
            title,
            new ApprovalOutcomeView(
                tone,
                approval.Outcome ?? "",
                isLate ? approval.SettledAt : null,
                facts,
                BuildView(approval, ApprovalPlan.Read(approval))
            )
        );
    }

    /// <summary>Creates the page of an approval that was not answered and no longer can be.</summary>
    public static PageAnswer CreateClosed(int status, ApprovalRecord approval, string problem) =>
        PageAnswer.Render<ApprovalClosedPage, ApprovalClosedView>(
            status,
            Kind,
            "This request can no longer be answered",
            new ApprovalClosedView(problem, BuildView(approval, ApprovalPlan.Read(approval)))
        );

    /// <summary>Creates the page of a current plan that cannot be carried out now: the same answer may be given later.</summary>
    public static PageAnswer CreatePostponed(ApprovalRecord approval, string token, string problem) =>
        PageAnswer.Render<ApprovalPostponedPage, ApprovalPostponedView>(
            StatusCodes.Status409Conflict,
            Kind,
            "Not now",
            new ApprovalPostponedView(problem, approval.ExpiresAt, CreatePath(approval, token))
        );

    private static PlanView? BuildView(ApprovalRecord approval, ApprovalPlan? plan) =>
        plan is null
            ? null
            : new PlanView(
                new SizeView(plan.FromSku, plan.FromUnits),
                new SizeView(plan.ToSku, plan.ToUnits),
                [
                    new("Resource", plan.Name),
                    new("Resource group", ResourceIds.GetResourceGroup(approval.ResourceId)),
                    new("Subscription", ResourceIds.GetSubscription(approval.ResourceId)),
                    new("Service", $"{FormatService(plan)}, {plan.Region}"),
                    new("Clients", DroppedConnections.Describe(plan.From, plan.To, plan.DropRatio)) { IsStrong = true, Tone = Tone.Bad },
                    CreateCostFact(plan),
                    new("Requested by", "Advisor, in mode approve"),
                    Fact.CreateTime("Requested at", approval.CreatedAt),
                    Fact.CreateTime("Answer until", approval.ExpiresAt),
                ],
                [.. plan.Reasons.Select(reason => reason.Text)]
            );

    // Plans of an older version contain the amount only.
    private static Fact CreateCostFact(ApprovalPlan plan) =>
        (
            plan.Cost
            ?? (
                plan.CostChange is { } change
                    ? $"{Wording.FormatChange(change with { Amount = Wording.RoundAmount(change.Amount) })} a month"
                    : null
            )
        )
            is { } cost
            ? new("Cost", cost) { IsStrong = true }
            : new("Cost", "price not known");

    private static string FormatService(ApprovalPlan plan) => plan.Service == "WebPubSub" ? "Web PubSub" : plan.Service;

    private static string DescribeAction(ApprovalPlan plan) =>
        plan.Action switch
        {
            ScalingAction.ScaleOut => "Scale out",
            ScalingAction.ScaleIn => "Scale in",
            ScalingAction.ChangeTier => "Change the tier of",
            _ => "Change",
        };

    private static string? DescribeChange(RecordList<ChangeRecord>? found) =>
        found is null ? null
        : found.Problems is [var problem] ? problem
        : found.Records is not [var change] ? "Not started yet."
        : change.State switch
        {
            ChangeState.Intended => "It is about to be sent.",
            ChangeState.Sent or ChangeState.Accepted => "In progress since "
                + $"{(change.SentAt ?? change.DecidedAt).UtcDateTime.ToString("yyyy-MM-dd HH:mm' UTC'")}.",
            ChangeState.Verified => "Done: " + change.Text,
            _ => $"Outcome: {change.State.ToString().ToLowerInvariant()}. {change.Text}",
        };
}
