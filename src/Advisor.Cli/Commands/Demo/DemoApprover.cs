using Advisor.Core.Fleet;
using Advisor.Service.Approvals;
using Advisor.Service.Store;

namespace Advisor.Cli.Commands.Demo;

/// <summary>
/// Answers approvals in the past of <c>advisor demo --serve</c>: approves the changes of one resource after
/// <see cref="ReactionTime"/>, between 06:00 and midnight. The other approvals, and those of the last morning, are left to the viewer.
/// </summary>
internal sealed class DemoApprover(AdvisorState state, ApprovalService approvals)
{
    /// <summary>Name in the history.</summary>
    public const string Name = "demo approver";

    /// <summary>Time from the request to the answer.</summary>
    public static readonly TimeSpan ReactionTime = TimeSpan.FromMinutes(9);

    /// <summary>Whether an approval is pending that it answers.</summary>
    public async Task<bool> IsAskedAsync(DateTimeOffset now, CancellationToken cancellation) =>
        await FindAsync(now, cancellation) is not null;

    /// <summary>Approves what has been pending for <see cref="ReactionTime"/>.</summary>
    public async Task AnswerAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        if (await FindAsync(now, cancellation) is { } approval && now - approval.CreatedAt >= ReactionTime)
        {
            await approvals.ApproveAsync(approval, Name, now, cancellation);
        }
    }

    private async Task<ApprovalRecord?> FindAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        if (now.Hour < 6 || now.Date == DemoLoop.Opening.Date)
        {
            return null;
        }

        var evaluated = await state.Evaluations.ListAsync(cancellation);
        return evaluated.FirstOrDefault(e => ResourceIds.GetName(e.ResourceId) == DemoResources.Answered) is { } resource
            ? await state.Approvals.FindOpenAsync(resource.ResourceId, now, cancellation)
            : null;
    }
}
