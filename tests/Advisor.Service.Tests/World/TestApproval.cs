using Advisor.Service.Approvals;
using Advisor.Service.SignedLinks;

namespace Advisor.Service.Tests.World;

/// <summary>Approvals as a host creates them, without keys and chance: the same request and number have the same id.</summary>
internal static class TestApproval
{
    /// <param name="number">1 for the first of a test; in the id and the link.</param>
    /// <param name="lifetime">How long it can be answered.</param>
    public static RequestedApproval Create(ApprovalRequest request, int number, TimeSpan lifetime) =>
        new(
            new ApprovalRecord
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
            },
            new Uri($"https://advisor.example.com/open/approvals/{number}")
        );
}
