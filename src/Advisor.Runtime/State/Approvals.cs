namespace Advisor.Runtime.State;

/// <summary>Questions to people and their answers. The first answer wins; later ones are shown it.</summary>
public sealed class Approvals
{
    private readonly BucketedRows rows;

    internal Approvals(BucketedRows rows) => this.rows = rows;

    /// <summary>Writes a question down; false where its id is taken.</summary>
    public async Task<bool> AskAsync(ApprovalRecord approval, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(approval.ResourceId);
        return (await rows.CommitAsync(resource, [Insertion(resource, approval)], cancellation)).Committed;
    }

    /// <summary>The approval of an id; null where there is none or the text is no id.</summary>
    public async Task<ApprovalRecord?> FindAsync(string id, CancellationToken cancellation) =>
        ApprovalRecord.ResourceOf(id) is { } resource && await rows.GetAsync(resource, KeyOf(resource, id), cancellation) is { } row
            ? Codecs.Approval.Read(row) with { ETag = row.ETag }
            : null;

    /// <summary>
    /// Records the answer to a pending approval; null where another was first. What follows from a yes belongs into the same commit:
    /// <see cref="ResourceCommit.Settle"/>.
    /// </summary>
    public async Task<ApprovalRecord?> SettleAsync(ApprovalRecord approval, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(approval.ResourceId);
        var result = await rows.CommitAsync(resource, [Settling(resource, approval)], cancellation);
        return result.Committed ? approval with { ETag = result.ETags[0] } : null;
    }

    internal static RowWrite Insertion(string resource, ApprovalRecord approval) =>
        ApprovalRecord.ResourceOf(approval.Id) == resource
            ? Codecs.Approval.Insert(KeyOf(resource, approval.Id), approval.CreatedAt, approval)
            : throw new ArgumentException($"The approval id '{approval.Id}' was not made for {approval.ResourceId}.", nameof(approval));

    internal static RowWrite Settling(string resource, ApprovalRecord approval) =>
        approval.State != ApprovalState.Pending
            ? Codecs.Approval.Replace(KeyOf(resource, approval.Id), approval.CreatedAt, approval, approval.ETag)
            : throw new ArgumentException("A pending approval is not settled.", nameof(approval));

    private static string KeyOf(string resource, string id) => StateKeys.Approvals(resource) + id[33..];
}
