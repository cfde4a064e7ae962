using Advisor.Service.SignedLinks;
using Advisor.State.Notifications;
using Advisor.State.Resources;

namespace Advisor.Service.Evaluate;

/// <summary>Rows that one evaluation writes besides the state.</summary>
/// <param name="Head">Header of the state document, with the last audit record.</param>
internal sealed record EvaluationWriter(ResourceStateHead Head)
{
    /// <summary>The audit record; null when it would repeat the last one.</summary>
    public DecisionRecord? Record { get; init; }

    public RequestedApproval? Approval { get; init; }

    /// <summary>The change request; null when there is none.</summary>
    public OutboxItem? ChangeRequest { get; init; }

    /// <summary>The notice about the decision; null when there is none.</summary>
    public OutboxItem? Notice { get; init; }

    /// <summary>Adds the rows to a commit; returns those whose messages are sent once it succeeds.</summary>
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
