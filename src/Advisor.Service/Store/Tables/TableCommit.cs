using Advisor.Service.Store.Rows;
using Azure;
using Azure.Data.Tables;

namespace Advisor.Service.Store.Tables;

/// <summary>Commit as an entity group transaction: all of one partition, all or none.</summary>
internal static class TableCommit
{
    /// <summary>Creates the action of an entity group transaction for a write.</summary>
    public static TableTransactionAction CreateAction(string partition, RowWrite write, string commit)
    {
        var entity = new TableEntity(partition, write.Key);
        if (write.Kind != WriteKind.Delete)
        {
            (entity["V"], entity["At"], entity["P"], entity["W"]) = (write.Version, write.At, write.Payload.ToArray(), commit);
        }

        return write.Kind switch
        {
            WriteKind.Insert => new(TableTransactionActionType.Add, entity),
            WriteKind.Put => new(TableTransactionActionType.UpsertReplace, entity),
            WriteKind.Replace => new(TableTransactionActionType.UpdateReplace, entity, new ETag(write.ETag!)),
            _ => new(TableTransactionActionType.Delete, entity, write.ETag is { } etag ? new ETag(etag) : ETag.All),
        };
    }

    /// <summary>Returns the ETags that the writes gave their rows; null if the response does not have one for each.</summary>
    public static CommitResult? ReadETags(IReadOnlyList<Response> answers, IReadOnlyList<RowWrite> writes)
    {
        string?[] etags =
        [
            .. answers.Zip(writes, (answer, write) => write.Kind == WriteKind.Delete ? null : answer.Headers.ETag?.ToString()),
        ];
        return
            answers.Count == writes.Count && etags.Zip(writes).All(pair => pair.First is not null || pair.Second.Kind == WriteKind.Delete)
            ? CommitResult.Done(etags)
            : null;
    }

    /// <summary>Returns the conflict in a refusal; null if it is none.</summary>
    public static CommitResult? ReadConflict(RequestFailedException refusal, int writes)
    {
        // A transaction of one write names no index.
        var index = writes == 1 ? 0 : (refusal as TableTransactionFailedException)?.FailedTransactionActionIndex ?? -1;
        return (refusal.Status, refusal.ErrorCode) switch
        {
            (409, "EntityAlreadyExists") => CommitResult.Failed(CommitFailure.Exists, index),
            (412, _) => CommitResult.Failed(CommitFailure.Changed, index),
            (404, not "TableNotFound") => CommitResult.Failed(CommitFailure.Missing, index),
            _ => null,
        };
    }
}
