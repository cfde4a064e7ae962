using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;
using Advisor.Service.Recommendations;
using Advisor.Service.SignedLinks;
using Advisor.Service.Store;
using Advisor.Web.Dashboard;
using Advisor.Web.Shared;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Web.Approvals;

/// <summary>The page of all pending approvals, and the form that answers some or all of them.</summary>
internal sealed class ApprovalListRoutes(DashboardContext context)
{
    // Of one form, which asks for no more: those that remain are listed after them.
    private const int MaxAnswers = 500;

    private DateTimeOffset Now => context.Dependencies.Now;

    public void Map(IEndpointRouteBuilder pages)
    {
        pages.MapMethods("/approvals", ApiRoutes.Reading, ShowAsync);
        pages.MapPost("/approvals", AnswerAsync);
    }

    private async Task<IResult> ShowAsync(HttpRequest request, CancellationToken cancellation)
    {
        var who = context.FindName(request);
        var (pending, others) = await ListPendingAsync(await context.Dependencies.GetStateAsync(cancellation), cancellation);
        return PageAnswer.Render<PendingApprovalsPage, PendingApprovalsView>(
            StatusCodes.Status200OK,
            context.CreateFrame("Approvals", context.ApprovalsPath, "approvals.js"),
            new PendingApprovalsView(
                [.. pending.Select(CreateItem)],
                others,
                pending.Count == 0 ? null : context.CreateForm(context.ApprovalsPath, who),
                who
            )
        );
    }

    private async Task<IResult> AnswerAsync(HttpRequest request, CancellationToken cancellation)
    {
        var (form, by, refused) = await context.ReadFormAsync(request, context.ApprovalsPath, cancellation, MaxAnswers);
        if (form is null)
        {
            return refused!;
        }

        var ids = form["id"].OfType<string>().Distinct(StringComparer.Ordinal).ToList();
        if (form["answer"].ToString() is not ("approve" or "decline") || ids.Count is 0 or > MaxAnswers)
        {
            return InfoPages.Create(
                StatusCodes.Status400BadRequest,
                "Not accepted",
                $"Select at least one approval and at most {MaxAnswers}; the answer is approve or decline. Nothing was changed."
            );
        }

        var service = await context.Dependencies.ReadServiceAsync(cancellation);
        var results = new List<ApprovalResult>();
        foreach (var id in ids)
        {
            results.Add(await AnswerOneAsync(service.Approvals, service.State, id, form["answer"] == "approve", by));
        }

        return PageAnswer.Render<ApprovalResultsPage, ApprovalResultsView>(
            StatusCodes.Status200OK,
            context.CreateFrame("Approvals answered", context.ApprovalsPath, null),
            new ApprovalResultsView(results, new LinkedText("Pending approvals", context.ApprovalsPath))
        );
    }

    // Each completes even if the browser disconnects.
    private async Task<ApprovalResult> AnswerOneAsync(ApprovalService approvals, AdvisorState state, string id, bool approves, string by)
    {
        var found = await state.Approvals.ReadAsync(id, CancellationToken.None);
        if (found.Records is not [var approval])
        {
            return new ApprovalResult(id, context.Root, found.Problems.SingleOrDefault() ?? "Approval not found.", Tone.Warning);
        }

        var outcome = approves
            ? await approvals.ApproveAsync(approval, by, Now, CancellationToken.None)
            : await approvals.DeclineAsync(approval, by, Now, CancellationToken.None);
        var (text, tone) = outcome switch
        {
            { Blocked: { } blocked } => (blocked, Tone.Warning),
            { IsLate: true } => ($"Already answered: {outcome.Approval.Outcome}", Tone.Neutral),
            { Approval.State: ApprovalState.Pending } => ("The answer could not be stored; try again.", Tone.Warning),
            { Approval.State: ApprovalState.Void } => (outcome.Approval.Outcome ?? "The plan has changed.", Tone.Warning),
            _ => (outcome.Approval.Outcome ?? "Answered.", Tone.Good),
        };
        return new ApprovalResult(ResourceIds.GetName(approval.ResourceId), context.CreateResourceAddress(approval.ResourceId), text, tone);
    }

    // What needs more units comes first, overloads before the rest: a long list may not have the others.
    private async Task<(IReadOnlyList<ApprovalRecord> Listed, int Others)> ListPendingAsync(
        AdvisorState state,
        CancellationToken cancellation
    )
    {
        var waiting = (await state.Evaluations.ListAsync(cancellation))
            .Select(record => record.Recommendation)
            .OfType<ActiveRecommendation>()
            .Where(recommendation => recommendation.ApproveLink is not null)
            .OrderByDescending(recommendation => recommendation is { IsLarger: true, IsUrgent: true })
            .ThenByDescending(recommendation => recommendation.IsLarger)
            .ToList();
        var (pending, seen) = (new List<ApprovalRecord>(), 0);
        for (; seen < waiting.Count && pending.Count < MaxAnswers; seen++)
        {
            if (
                AppLinks.FindApprovalId(waiting[seen].ApproveLink!) is { } id
                && (await state.Approvals.ReadAsync(id, cancellation)).Records is [{ State: ApprovalState.Pending } approval]
                && Now < approval.ExpiresAt
            )
            {
                pending.Add(approval);
            }
        }

        return (pending, waiting.Count - seen);
    }

    private PendingApproval CreateItem(ApprovalRecord approval)
    {
        var plan = ApprovalPlan.Read(approval);
        return new PendingApproval(
            approval.Id,
            ResourceIds.GetName(approval.ResourceId),
            context.CreateResourceAddress(approval.ResourceId),
            plan is null ? "The plan cannot be read." : ChangeText.DescribeSizes(plan.From, plan.To),
            plan?.CostChange is { } change ? $"{Wording.FormatChange(change)} a month" : null,
            plan is null ? null : DroppedConnections.Describe(plan.From, plan.To, plan.DropRatio),
            plan is { Reasons: [var reason, ..] } ? reason.Text : null,
            approval.ExpiresAt
        );
    }
}
