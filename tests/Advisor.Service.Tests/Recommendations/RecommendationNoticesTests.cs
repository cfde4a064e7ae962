using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications;
using Advisor.Service.Recommendations;
using Advisor.Tests;

namespace Advisor.Service.Tests.Recommendations;

/// <summary>The text of a recommendation that is sent at once.</summary>
public sealed class RecommendationNoticesTests
{
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    // "Keep 50 units" contradicts the title, and the page and the command line have what else would do.
    [Fact]
    public void An_advisory_says_why_and_what_else_would_do_with_its_price()
    {
        const string Alternatives =
            "Standard_S1 ends at 100. Premium_P2 x 200 (+5,085 USD a month), or cheaper with a change to the app: larger groups (-183).";
        var notice = Create(
            ScalingAction.Advise,
            new Reason(ReasonCodes.NoSizeSuffices, "Routing exceeds what Standard_S1 carries at any size."),
            new Reason(ReasonCodes.SteadySize, "Keep 50 units."),
            new Reason(ReasonCodes.RequiredUnits, "Units required by limit: routing beyond any size."),
            new Reason(ReasonCodes.RoutingWall, Alternatives)
        );

        Assert.Equal("Advisory for chat: Standard_S1 x 50 to Premium_P2 x 200", notice.Title);
        Assert.Equal($"Routing exceeds what Standard_S1 carries at any size. {Alternatives}", notice.Text);
    }

    [Fact]
    public void Any_other_recommendation_has_its_first_two_reasons()
    {
        var notice = Create(
            ScalingAction.ScaleOut,
            new Reason(ReasonCodes.SustainedOverload, "Needs 2.4 units."),
            new Reason(ReasonCodes.SteadySize, "3 are the size to keep."),
            new Reason(ReasonCodes.NoSizeSuffices, "Something else.")
        );

        Assert.Equal("Needs 2.4 units. 3 are the size to keep.", notice.Text);
    }

    private static Notification Create(ScalingAction action, params Reason[] reasons)
    {
        const string Id = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat";
        var record = new DecisionRecord
        {
            ResourceId = Id,
            Tick = Now,
            Action = action,
            Outcome = AuditOutcome.Recommended,
            FromSku = "Standard_S1",
            FromUnits = 50,
            Sku = "Premium_P2",
            Units = 200,
            Reasons = reasons,
        };
        var recommendation = new ActiveRecommendation
        {
            Action = action,
            FromSku = record.FromSku,
            FromUnits = record.FromUnits,
            Sku = record.Sku,
            Units = record.Units,
            Since = Now,
            SeenAt = Now,
            IsUrgent = true,
        };
        var resource = SampleResource.CreateWithId(Id, 50);
        return RecommendationNotices.CreateRecommendation(record, recommendation, resource, "+5,085 USD a month")!;
    }
}
