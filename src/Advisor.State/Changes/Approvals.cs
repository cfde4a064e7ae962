using Advisor.State.Resources;
using Advisor.State.Rows;

namespace Advisor.State.Changes;

/// <summary>Approval requests and their answers. The first answer wins; later ones are shown the first.</summary>
public sealed class Approvals
{
    private readonly BucketedRows rows;

    internal Approvals(BucketedRows rows) => this.rows = rows;

    /// <summary>Writes an approval request; returns false if its id is taken.</summary>
    public async Task<bool> RequestAsync(ApprovalRecord approval, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(approval.ResourceId);
        return (await rows.CommitAsync(resource, [CreateInsert(resource, approval)], cancellation)).IsCommitted;
    }

    /// <summary>Returns the approval with an id; null if there is none or the text is not an id.</summary>
    public async Task<ApprovalRecord?> FindAsync(string id, CancellationToken cancellation) =>
        ApprovalRecord.FindResource(id) is { } resource && await rows.GetAsync(resource, CreateKey(resource, id), cancellation) is { } row
            ? RecordCodecs.Approval.Read(row) with
            {
                ETag = row.ETag,
            }
            : null;

    /// <summary>Returns the newest approval of a resource that can still be answered; null if there is none.</summary>
    public async Task<ApprovalRecord?> FindOpenAsync(string resourceId, DateTimeOffset now, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(resourceId);
        var query = RowQuery.Prefix(rows.GetPartition(resource), StateKeys.Approvals(resource));
        ApprovalRecord? newest = null;
        await foreach (var row in rows.EnumerateAsync(query, cancellation))
        {
            var read = RecordCodecs.Approval.Read(row);
            if (read.State == ApprovalState.Pending && now < read.ExpiresAt && !(read.CreatedAt <= newest?.CreatedAt))
            {
                newest = read with { ETag = row.ETag };
            }
        }

        return newest;
    }

    /// <summary>
    /// Records the answer to a pending approval; null if another answer was first. An approved change is written in the same commit: <see
    /// cref="ResourceCommit.SettleApproval"/>.
    /// </summary>
    public async Task<ApprovalRecord?> SettleAsync(ApprovalRecord approval, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(approval.ResourceId);
        var result = await rows.CommitAsync(resource, [CreateReplace(resource, approval)], cancellation);
        return result.IsCommitted ? approval with { ETag = result.ETags[0] } : null;
    }

    internal static RowWrite CreateInsert(string resource, ApprovalRecord approval) =>
        ApprovalRecord.FindResource(approval.Id) == resource
            ? RecordCodecs.Approval.Insert(CreateKey(resource, approval.Id), approval.CreatedAt, approval)
            : throw new ArgumentException($"The approval id '{approval.Id}' was not made for {approval.ResourceId}.", nameof(approval));

    internal static RowWrite CreateReplace(string resource, ApprovalRecord approval) =>
        approval.State != ApprovalState.Pending
            ? RecordCodecs.Approval.Replace(CreateKey(resource, approval.Id), approval.CreatedAt, approval, approval.ETag)
            : throw new ArgumentException("A pending approval is not settled.", nameof(approval));

    private static string CreateKey(string resource, string id) => StateKeys.Approvals(resource) + id[33..];
}
