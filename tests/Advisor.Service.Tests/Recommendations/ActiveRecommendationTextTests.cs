using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Service.Evaluation;
using Advisor.Service.Recommendations;

namespace Advisor.Service.Tests.Recommendations;

public sealed class ActiveRecommendationTextTests
{
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 10, 0, 0, TimeSpan.Zero);

    // 30 units of Standard_S1 are in force; the alert proposes another tier, since more units do not help.
    [Theory]
    [InlineData("Premium_P2", 200, "Premium_P2 x 200. Recommended since 2026-01-05 06:00 UTC.")]
    [InlineData("Standard_S1", 20, "Premium_P2 x 200.")] // a scale-in is recommended meanwhile
    [InlineData("Standard_S1", 40, "Premium_P2 x 200.")]
    public void A_proposal_is_said_to_be_recommended_since_a_time_only_where_it_is_what_is_recommended(
        string sku,
        int units,
        string expected
    ) =>
        Assert.Equal(
            expected,
            ActiveRecommendationText.AddSince(new("Premium_P2 x 200.", null, new("Premium_P2", 200)), Create(sku, units), Now)
        );

    [Theory]
    [InlineData(50, "Standard_S1 x 40 instead of Standard_S1 x 30, recommended since 2026-01-05 06:00 UTC")]
    [InlineData(20, "Standard_S1 x 40 instead of Standard_S1 x 30")]
    public void A_larger_size_is_recommended_since_any_larger_one_was(int units, string expected) =>
        Assert.Equal(
            expected,
            ActiveRecommendationText.AddSince(
                new("Standard_S1 x 40 instead of Standard_S1 x 30", null, new Size("Standard_S1", 40)),
                Create("Standard_S1", units),
                Now
            )
        );

    private static ActiveRecommendation Create(string sku, int units) =>
        new()
        {
            Action = ScalingAction.Advise,
            FromSku = "Standard_S1",
            FromUnits = 30,
            Sku = sku,
            Units = units,
            Since = Now.AddHours(-4),
            SeenAt = Now,
            SentAt = Now.AddHours(-4),
            CostChange = units > 30 ? 5000 : -183,
        };
}
