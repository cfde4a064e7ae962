using Advisor.Runtime.State;

using Advisor.Runtime.Links;
namespace Advisor.Runtime.Service;

/// <summary>What the decision of one turn writes besides the state.</summary>
/// <param name="Head">What is remembered of the last line.</param>
internal sealed record TurnWriting(MemoryHead Head)
{
    /// <summary>The line of the audit trail; null where it would say what the last one said.</summary>
    public DecisionRecord? Record { get; init; }

    public AskedApproval? Asked { get; init; }

    /// <summary>The order of a change; null where none is given.</summary>
    public OutboxItem? Order { get; init; }

    /// <summary>What people are told of the decision; null where nothing.</summary>
    public OutboxItem? Notice { get; init; }

    /// <summary>Adds it to a commit; the rows whose messages leave once that is done.</summary>
    public IReadOnlyList<OutboxKey> AddTo(ResourceCommit commit)
    {
        if (Record is not null)
        {
            commit.Append(Record);
        }

        if (Asked is not null)
        {
            commit.Ask(Asked.Record);
        }

        OutboxItem[] items = [.. new[] { Order, Notice }.OfType<OutboxItem>()];
        foreach (var item in items)
        {
            commit.Enqueue(item);
        }

        return [.. items.Select(OutboxKey.Of)];
    }
}
