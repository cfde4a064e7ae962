using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Advisor.Core.Scaling;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Service;

/// <summary>A plan that a person is to be asked about.</summary>
/// <param name="ChangeId">The change that a yes starts.</param>
/// <param name="Plan">The plan as JSON: sizes and reasons; what a page shows.</param>
/// <param name="PlanHash">SHA-256 of what was decided, without figures that move: sizes and change.</param>
public sealed record ApprovalQuestion(string ResourceId, DateTimeOffset Tick, string ChangeId, string Plan, string PlanHash);

/// <param name="Record">Without the token, which only the link has.</param>
/// <param name="Link">Where the person answers.</param>
public sealed record AskedApproval(ApprovalRecord Record, Uri Link);

/// <summary>What became of an answer.</summary>
/// <param name="Approval">As it stands: this answer, or the one that was first.</param>
/// <param name="Order">The row whose message starts the change; null where none is started.</param>
public sealed record ApprovalOutcome(ApprovalRecord Approval, OutboxKey? Order);

/// <summary>
/// Answers to approvals: the answer, its audit line and the order of the change in one commit, so that a yes counts once. Who may answer is the caller's to
/// check; that the plan still stands is checked here.
/// </summary>
public sealed class Approving(ServiceParts parts)
{
    public async Task<ApprovalOutcome> ApproveAsync(ApprovalRecord approval, string? who, DateTimeOffset now, CancellationToken cancellation)
    {
        if (approval.State != ApprovalState.Pending)
        {
            return new ApprovalOutcome(approval, null);
        }

        var line = await NewestLineAsync(approval.ResourceId, now, cancellation);
        var problem = now >= approval.ExpiresAt ? "The time for an answer has passed."
            : line is null || line.ChangeId != approval.ChangeId || PlanHashOf(line) != approval.PlanHash ? "The plan has changed since: look at the newest one."
            : await MovedOnAsync(line, cancellation);
        if (problem is not null)
        {
            return await SettleAsync(approval, ApprovalState.Void, who, problem, null, null, now, cancellation);
        }

        var order = new ChangeOrder
        {
            FromSku = line!.FromSku,
            FromUnits = line.FromUnits,
            ToSku = line.Sku,
            ToUnits = line.Units,
            ApprovalId = approval.Id,
            PlanHash = approval.PlanHash,
        };
        return await SettleAsync(approval, ApprovalState.Approved, who, "Approved: the change is on its way.", line, order.ToItem(approval.ResourceId, line.Tick), now, cancellation);
    }

    public async Task<ApprovalOutcome> DeclineAsync(ApprovalRecord approval, string? who, DateTimeOffset now, CancellationToken cancellation) =>
        approval.State != ApprovalState.Pending ? new ApprovalOutcome(approval, null)
            : await SettleAsync(
                approval, ApprovalState.Declined, who, "Declined: nothing is changed.", await NewestLineAsync(approval.ResourceId, now, cancellation), null, now, cancellation);

    internal static ApprovalQuestion QuestionOf(DecisionRecord line)
    {
        var plan = JsonSerializer.Serialize(
            new ApprovalPlan(line.FromSku, line.FromUnits, line.Sku, line.Units, line.Action, line.Reasons), Wire.Json.ApprovalPlan);
        return new ApprovalQuestion(line.ResourceId, line.Tick, line.ChangeId!, plan, PlanHashOf(line));
    }

    private static string PlanHashOf(DecisionRecord line) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(string.Create(
        CultureInfo.InvariantCulture, $"{line.ChangeId}\n{line.FromSku}\n{line.FromUnits}\n{line.Sku}\n{line.Units}"))));

    private async Task<ApprovalOutcome> SettleAsync(
        ApprovalRecord approval, ApprovalState state, string? who, string outcome, DecisionRecord? line, OutboxItem? order, DateTimeOffset now, CancellationToken cancellation)
    {
        var settled = approval with { State = state, SettledAt = now, SettledBy = who, Outcome = outcome };
        var commit = parts.State.Begin(approval.ResourceId).Settle(settled);
        if (line is not null)
        {
            var word = state == ApprovalState.Approved ? "approved" : "declined";
            commit.Append(line with { Tick = now, Outcome = word, Actor = who ?? "unknown", ChangeId = order is null ? null : line.ChangeId, Details = null });
        }

        if (order is not null)
        {
            commit.Enqueue(order);
        }

        return (await commit.RunAsync(cancellation)).Committed
            ? new ApprovalOutcome(settled, order is null ? null : OutboxKey.Of(order))
            : new ApprovalOutcome(await parts.State.Approvals.FindAsync(approval.Id, cancellation) ?? approval, null);
    }

    // The newest line is what Advisor stands for now: a minute that says the same again writes none.
    private async Task<DecisionRecord?> NewestLineAsync(string resourceId, DateTimeOffset now, CancellationToken cancellation) =>
        (await parts.State.Decisions.QueryAsync(resourceId, DateTimeOffset.UnixEpoch, now.AddTicks(1), null, 1, cancellation)).Records is [var newest] ? newest : null;

    private async Task<string?> MovedOnAsync(DecisionRecord line, CancellationToken cancellation)
    {
        var listing = await parts.Fleet.ListAsync(new FleetScope { ResourceIds = [line.ResourceId] }, cancellation);
        return listing.Resources is not [var resource] ? "The resource cannot be read now: it may be gone."
            : ChangeSteps.HasSize(resource, line.FromSku, line.FromUnits) ? null
            : string.Create(CultureInfo.InvariantCulture, $"The resource has moved on: it is {resource.Sku} x {resource.Units} now.");
    }
}

/// <summary>What the page of an approval shows.</summary>
internal sealed record ApprovalPlan(string FromSku, int FromUnits, string ToSku, int ToUnits, ScalingAction Action, IReadOnlyList<Reason> Reasons);
