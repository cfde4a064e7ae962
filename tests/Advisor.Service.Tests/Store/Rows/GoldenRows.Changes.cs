using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;
using Advisor.Service.Costs;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Tests.Store.Rows;

/// <content>Decisions, changes, approvals and the limits on changes.</content>
internal static partial class GoldenRows
{
    private static IEnumerable<GoldenRow> Changes =>
        [
            GoldenRow.Create(
                nameof(RecordCodecs.Decision),
                RecordCodecs.Decision,
                new DecisionRecord
                {
                    ResourceId = Resource,
                    Tick = At,
                    Action = ScalingAction.ScaleOut,
                    Outcome = AuditOutcome.Applying,
                    FromSku = "Standard_S1",
                    FromUnits = 3,
                    Sku = "Premium_P1",
                    Units = 4,
                    Mode = AdvisorMode.Auto,
                    Actor = "ann@example.com",
                    Reasons = [new Reason("Overload", "Server load is 91 %, above 70 %.")],
                    Details = """{"confidence":0.5}""",
                    ChangeId = "c",
                }
            ),
            GoldenRow.Create(nameof(RecordCodecs.Change), RecordCodecs.Change, Change with { ETag = GoldenRow.ETag }) with
            {
                Earlier = Change with { EvaluatedAt = null, StateBefore = null, Drop = null, ETag = GoldenRow.ETag },
            },
            GoldenRow.Create(nameof(RecordCodecs.OpenChangeMark), RecordCodecs.OpenChangeMark, new OpenChangeMark("c", Resource)),
            GoldenRow.Create(nameof(RecordCodecs.Tally), RecordCodecs.Tally, Tally with { ETag = GoldenRow.ETag }) with
            {
                Earlier = Tally with { ToSku = null, ETag = GoldenRow.ETag },
            },
            GoldenRow.Create(
                nameof(RecordCodecs.Approval),
                RecordCodecs.Approval,
                new ApprovalRecord
                {
                    Id = $"{Hash}-{Hash}",
                    ResourceId = Resource,
                    ChangeId = "c",
                    CreatedAt = At,
                    ExpiresAt = At.AddHours(1),
                    PlanHash = "p",
                    TokenHash = "t",
                    KeyId = "k",
                    Plan = """{"name":"sr-chat"}""",
                    State = ApprovalState.Declined,
                    SettledAt = At.AddMinutes(5),
                    SettledBy = "ann@example.com",
                    Outcome = "Declined: nothing is changed.",
                    ETag = GoldenRow.ETag,
                }
            ),
            GoldenRow.Create(
                nameof(RecordCodecs.ChangeRateUsage),
                RecordCodecs.ChangeRateUsage,
                new ChangeRateUsage("s", [new ChangeRateShare("c", 2, At, ChangeDirection.In)])
            ),
            GoldenRow.Create(
                nameof(RecordCodecs.QuotaRefusal),
                RecordCodecs.QuotaRefusal,
                new QuotaRefusal("s", "westeurope", 90, 101, true, At)
            ),
            GoldenRow.Create(
                nameof(RecordCodecs.ReportedQuota),
                RecordCodecs.ReportedQuota,
                new ReportedQuota("s", "westeurope", 1500, 147, At)
            ),
            GoldenRow.Create(
                nameof(RecordCodecs.ActualCost),
                RecordCodecs.ActualCost,
                new ActualCost(
                    "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/sr-chat",
                    Window,
                    At,
                    [new(new DateOnly(2025, 12, 31), "EUR", 3.5m, 2), new(new DateOnly(2026, 1, 1), "EUR", -0.25m, 0.5m)]
                )
            ),
            GoldenRow.Create(
                nameof(RecordCodecs.CostMark),
                RecordCodecs.CostMark,
                new CostMark("s", At, At.AddDays(-1), Window, "Azure is throttling.")
            ),
            GoldenRow.Create(
                nameof(RecordCodecs.RetailPrices),
                RecordCodecs.RetailPrices,
                new RetailPrices(ServiceKind.SignalR, "westeurope", "EUR", At)
                {
                    Prices = [new("Standard_S1", 1.45m, 0.9m), new("Premium_P1", 1.8m, 0.9m)],
                    Unmatched =
                    [
                        new(
                            new RetailMeter("Ultra", "Ultra Unit", "1/Day", "EUR", 9) { TierMinimumUnits = 1, IsPrimary = false },
                            "no SKU has the name Ultra"
                        ),
                    ],
                }
            ),
            GoldenRow.Create(
                nameof(RecordCodecs.OfferedSizes),
                RecordCodecs.OfferedSizes,
                new OfferedSizes(ServiceKind.SignalR, "westeurope", At)
                {
                    Skus = [new("Standard_S1", [1, 2, 15]), new("Premium_P2", [100])],
                }
            ),
            GoldenRow.Create(nameof(RecordCodecs.Verifications), RecordCodecs.Verifications, new VerificationRun("s", 2, ["c"])),
        ];
}
