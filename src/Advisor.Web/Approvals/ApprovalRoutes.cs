using Advisor.Service.Approvals;
using Advisor.Service.SignedLinks;
using Advisor.Service.Store;
using Advisor.Web.Shared;
using Advisor.Web.SignIn;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Web.Approvals;

/// <summary>
/// GET /open/approvals/{id}?t=… shows a plan; POST answers it. GET and HEAD change nothing, since link scanners of mail systems fetch them.
/// The first answer counts; later ones get its result.
/// </summary>
internal sealed class ApprovalRoutes(ApiDependencies dependencies)
{
    public void Map(IEndpointRouteBuilder routes)
    {
        routes.MapMethods("/approvals/{id}", ApiRoutes.Reading, ShowAsync);
        routes.MapPost("/approvals/{id}", AnswerAsync);
    }

    private async Task<IResult> ShowAsync(string id, HttpRequest request, CancellationToken cancellation)
    {
        var token = request.Query["t"].ToString();
        var (approval, refusal) = await FindAsync(id, token, cancellation);
        if (approval is null)
        {
            return refusal!;
        }

        var service = await dependencies.ReadServiceAsync(cancellation);
        if (approval.State != ApprovalState.Pending)
        {
            return await ShowOutcomeAsync(approval, service.State, isLate: false, cancellation);
        }

        if (await service.Approvals.FindProblemAsync(approval, dependencies.Now, cancellation) is { } problem)
        {
            return ApprovalPages.CreateClosed(StatusCodes.Status409Conflict, approval, problem);
        }

        var who = Principal.FindName(request, dependencies.SignIn);
        return ApprovalPages.CreateQuestion(
            approval,
            token,
            who,
            dependencies.SignIn == SignInMode.Require && who is null,
            PageForm.CreateProof(dependencies, token, who)
        );
    }

    private async Task<IResult> AnswerAsync(string id, HttpRequest request, CancellationToken cancellation)
    {
        var (form, refused) = await PageForm.ReadAsync(request, dependencies, cancellation);
        if (form is null)
        {
            return refused!;
        }

        var token = form["t"].ToString();
        var (approval, refusal) = await FindAsync(id, token, cancellation);
        if (approval is null)
        {
            return refusal!;
        }

        var who = Principal.FindName(request, dependencies.SignIn);
        if (who is null && dependencies.SignIn == SignInMode.Require)
        {
            return InfoPages.CreateSignIn(ApprovalPages.CreatePath(approval, token));
        }

        var service = await dependencies.ReadServiceAsync(cancellation);
        var approvalService = service.Approvals;
        var now = dependencies.Now;
        ApprovalOutcome outcome;
        switch (form["answer"].ToString())
        {
            case "approve":
                // Completes even if the browser disconnects.
                outcome = await approvalService.ApproveAsync(approval, who, now, CancellationToken.None);
                break;
            case "decline":
                outcome = await approvalService.DeclineAsync(approval, who, now, CancellationToken.None);
                break;
            default:
                return InfoPages.Create(
                    StatusCodes.Status400BadRequest,
                    "Not accepted",
                    "The answer is approve or decline. Nothing was changed."
                );
        }

        return outcome.Blocked is { } blocked ? ApprovalPages.CreatePostponed(outcome.Approval, token, blocked)
            : outcome.Approval.State == ApprovalState.Pending ? InfoPages.CreateUnavailable(mayPass: true)
            : await ShowOutcomeAsync(outcome.Approval, service.State, outcome.IsLate, cancellation);
    }

    /// <summary>
    /// Finds the approval of an id and verifies its token; otherwise returns the page that the holder of that token may see.
    /// </summary>
    private async Task<(ApprovalRecord? Approval, PageAnswer? Refusal)> FindAsync(string id, string token, CancellationToken cancellation)
    {
        if (
            dependencies.Links is not { } links
            || await (await dependencies.GetStateAsync(cancellation)).Approvals.FindAsync(id, cancellation) is not { } approval
        )
        {
            return (null, InfoPages.NotFound);
        }

        return links.CheckApproval(approval, token, dependencies.Now) switch
        {
            LinkState.Valid => (approval, null),
            LinkState.Expired when approval.State != ApprovalState.Pending => (approval, null),
            LinkState.Expired => (
                null,
                ApprovalPages.CreateClosed(StatusCodes.Status410Gone, approval, ApprovalService.DescribeExpired(approval))
            ),
            LinkState.KeyRemoved => (null, InfoPages.KeyRemoved),
            _ => (null, InfoPages.NotFound),
        };
    }

    private static async Task<IResult> ShowOutcomeAsync(
        ApprovalRecord approval,
        AdvisorState state,
        bool isLate,
        CancellationToken cancellation
    ) =>
        ApprovalPages.CreateOutcome(
            approval,
            approval.State == ApprovalState.Approved ? await state.Changes.ReadAsync(approval.ChangeId, cancellation) : null,
            isLate
        );
}
