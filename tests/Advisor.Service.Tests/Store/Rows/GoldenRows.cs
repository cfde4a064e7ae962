using Advisor.Core.Decisions;
using Advisor.Service.Changes;

namespace Advisor.Service.Tests.Store.Rows;

/// <summary>A record of each kind with every field set to something other than its default.</summary>
internal static partial class GoldenRows
{
    private const string Resource = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/sr-chat";
    private const string Hash = "0123456789abcdef0123456789abcdef";

    private static DateTimeOffset At => new(2026, 1, 5, 10, 3, 0, TimeSpan.Zero);

    private static readonly ChangeRecord Change = new()
    {
        ResourceId = Resource,
        DecidedAt = At,
        EvaluatedAt = At.AddMinutes(20),
        FromSku = "Standard_S1",
        FromUnits = 3,
        ToSku = "Standard_S1",
        ToUnits = 4,
        State = ChangeState.Accepted,
        OperationUrl = "https://management.azure.com/operations/1",
        SentAt = At,
        AcceptedAt = At.AddSeconds(2),
        ClosedAt = At.AddMinutes(1),
        Attempts = 1,
        WasAcceptedBefore = true,
        StateBefore = "Failed",
        NextAttemptAt = At.AddMinutes(2),
        Code = "Conflict",
        Text = "Another operation is running.",
        ApprovalId = "a",
        PlanHash = "h",
        Reason = "Needs 3.20 units now.",
        Cost = "+48 USD a month",
        OverridesFreeze = true,
        ExceedsKnownQuota = true,
        IsUrgent = true,
        Drop = new ConnectionDrop(2310, 9800, 2),
    };

    private static readonly ChangeTally Tally = new(
        "Standard_S1",
        4,
        2,
        ChangeState.Failed,
        "Conflict",
        "Another operation is running.",
        4,
        5,
        At
    )
    {
        ToSku = "Standard_S1",
        Reason = "Needs 4.20 units now.",
        Cost = "+48 USD a month",
        Durations = [TimeSpan.FromSeconds(90), TimeSpan.FromMinutes(3)],
    };

    public static IReadOnlyList<GoldenRow> All => [.. Changes, .. Resources, .. Notifications, .. Fleet];
}
