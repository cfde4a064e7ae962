using Advisor.Service.Store.Rows;

namespace Advisor.Service.Approvals;

/// <summary>Approval requests and their answers. The first answer wins; later ones are shown the first.</summary>
public sealed class ApprovalStore
{
    private readonly BucketedRows rows;

    internal ApprovalStore(BucketedRows rows) => this.rows = rows;

    /// <summary>Returns the approval with an id; null if there is none or the text is not an id.</summary>
    public async Task<ApprovalRecord?> FindAsync(string id, CancellationToken cancellation) =>
        RecordCodecs.Approval.ReadIfAny(await GetAsync(id, cancellation));

    /// <summary>Returns the approval with an id, if there is one, or a problem if it cannot be read.</summary>
    public async Task<RecordList<ApprovalRecord>> ReadAsync(string id, CancellationToken cancellation) =>
        RecordCodecs.Approval.ReadAll(await GetAsync(id, cancellation) is { } row ? [row] : []);

    /// <summary>
    /// Returns the newest approval of a resource that can be read and can still be answered; null if there is none.
    /// </summary>
    public async Task<ApprovalRecord?> FindOpenAsync(string resourceId, DateTimeOffset now, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(resourceId);
        var query = RowQuery.FromPrefix(rows.GetPartition(resource), StateKeys.CreateApprovalPrefix(resource));
        return await rows.EnumerateAsync(query, cancellation)
            .Select(RecordCodecs.Approval.TryRead)
            .Where(read => read is { State: ApprovalState.Pending } && now < read.ExpiresAt)
            .MaxByAsync(read => read!.CreatedAt, cancellationToken: cancellation);
    }

    internal static RowWrite CreateInsert(string resource, ApprovalRecord approval) =>
        ApprovalRecord.FindResource(approval.Id) == resource
            ? RecordCodecs.Approval.Insert(CreateKey(resource, approval.Id), approval.CreatedAt, approval)
            : throw new ArgumentException($"The approval id '{approval.Id}' was not made for {approval.ResourceId}.", nameof(approval));

    internal static RowWrite CreateReplace(string resource, ApprovalRecord approval) =>
        approval.State != ApprovalState.Pending
            ? RecordCodecs.Approval.Replace(CreateKey(resource, approval.Id), approval.CreatedAt, approval, approval.ETag)
            : throw new ArgumentException("A pending approval is not settled.", nameof(approval));

    private async Task<Row?> GetAsync(string id, CancellationToken cancellation) =>
        ApprovalRecord.FindResource(id) is { } resource ? await rows.GetAsync(resource, CreateKey(resource, id), cancellation) : null;

    private static string CreateKey(string resource, string id) => StateKeys.CreateApprovalPrefix(resource) + id[33..];
}
