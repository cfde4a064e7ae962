using Advisor.Service.SignedLinks;
using Advisor.State.Notifications;
using Advisor.State.Resources;

namespace Advisor.Service.Evaluate;

/// <summary>What one evaluation writes besides the state.</summary>
/// <param name="Head">What is remembered of the last line.</param>
internal sealed record EvaluationWriter(ResourceStateHead Head)
{
    /// <summary>The line of the audit trail; null where it would say what the last one said.</summary>
    public DecisionRecord? Record { get; init; }

    public RequestedApproval? Approval { get; init; }

    /// <summary>The order of a change; null where none is given.</summary>
    public OutboxItem? ChangeRequest { get; init; }

    /// <summary>The notice about the decision; null where there is none.</summary>
    public OutboxItem? Notice { get; init; }

    /// <summary>Adds it to a commit; the rows whose messages leave once that is done.</summary>
    public IReadOnlyList<OutboxKey> WriteTo(ResourceCommit commit)
    {
        if (Record is not null)
        {
            commit.Append(Record);
        }

        if (Approval is not null)
        {
            commit.RequestApproval(Approval.Record);
        }

        OutboxItem[] items = [.. new[] { ChangeRequest, Notice }.OfType<OutboxItem>()];
        foreach (var item in items)
        {
            commit.Enqueue(item);
        }

        return [.. items.Select(OutboxKey.FromItem)];
    }
}
