using System.Collections.Concurrent;
using Advisor.Service.Approvals;
using Advisor.Service.SignedLinks;

namespace Advisor.Service.Tests.World;

/// <summary>
/// Approvals as a host creates them, without keys and chance: those of each resource are numbered, so that ids and links do not depend on
/// the order in which the resources of a batch are written.
/// </summary>
/// <param name="lifetime">How long they can be answered.</param>
internal sealed class TestApprovals(TimeSpan lifetime)
{
    private readonly ConcurrentDictionary<string, int> counts = new(StringComparer.OrdinalIgnoreCase);
    private readonly ConcurrentQueue<ApprovalRecord> created = [];

    /// <summary>Ids of those created, by tick and resource.</summary>
    public IReadOnlyList<string> Ids =>
        [.. created.OrderBy(record => record.CreatedAt).ThenBy(record => record.ResourceId, StringComparer.Ordinal).Select(r => r.Id)];

    public RequestedApproval Create(ApprovalRequest request)
    {
        var number = counts.AddOrUpdate(request.ResourceId, 1, (_, last) => last + 1);
        var record = new ApprovalRecord
        {
            Id = ApprovalRecord.CreateId(request.ResourceId, [.. BitConverter.GetBytes((long)number), .. new byte[8]]),
            ResourceId = request.ResourceId,
            ChangeId = request.ChangeId,
            CreatedAt = request.Tick,
            ExpiresAt = request.Tick + lifetime,
            PlanHash = request.PlanHash,
            TokenHash = "t",
            KeyId = "k",
            Plan = request.Plan,
        };
        created.Enqueue(record);
        return new(record, new Uri($"https://advisor.example.com/open/approvals/{record.Id}"));
    }
}
