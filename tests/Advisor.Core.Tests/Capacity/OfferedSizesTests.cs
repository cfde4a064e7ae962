using Advisor.Core.Capacity;

namespace Advisor.Core.Tests.Capacity;

/// <summary>When the sizes that Azure states replace those of the rules, and what is said of them.</summary>
public sealed class OfferedSizesTests
{
    private static readonly SkuCatalog Rules = GuideTables.Rules.GetCatalog(ServiceKind.SignalR);
    private static readonly int[] Standard = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

    [Fact]
    public void Other_unit_counts_replace_those_of_the_rules_in_order_and_nothing_else_changes()
    {
        var catalog = Create([25, 20, 10, 10, 1]).Apply(Rules);

        var (before, after) = (Rules.Find("Standard_S1")!, catalog.Find("Standard_S1")!);
        Assert.Equal([1, 10, 20, 25], after.Ladder.Steps);
        Assert.Equal(before, after with { Ladder = before.Ladder, MaxMeasuredUnits = null });
        Assert.Same(Rules.Find("Premium_P1"), catalog.Find("Premium_P1"));
    }

    [Fact]
    public void The_same_unit_counts_leave_the_catalog_of_the_rules()
    {
        var sizes = Create([.. Standard.Reverse()]);

        Assert.Same(Rules, sizes.Apply(Rules));
        Assert.Empty(sizes.Describe(Rules));
    }

    [Theory]
    [InlineData(new int[0], "none that can be read")]
    [InlineData(new[] { 0, 1, 2 }, "0, 1, 2")]
    [InlineData(new[] { 1, 2, 1001, 3 }, "1, 2, 1001 ...")] // ten times the 100 of the rules are believed
    [InlineData(new[] { 11, 15 }, "11, 15")] // none of the sizes that were sold
    public void An_implausible_answer_leaves_the_rules_and_is_said(int[] units, string stated)
    {
        var sizes = Create(units);

        Assert.Same(Rules, sizes.Apply(Rules));
        Assert.Equal(
            $"The sizes of Standard_S1 that Azure states for westeurope cannot be right ({stated}): those of the rules stay in use.",
            Assert.Single(sizes.Describe(Rules))
        );
    }

    [Fact]
    public void What_differs_is_said_with_the_date()
    {
        Assert.Equal(
            "Azure offers other sizes of Standard_S1 in westeurope than the rules have: also 15, 25; not 90 (read on 2026-11-25). Advisor "
                + "uses Azure's.",
            Assert.Single(Create([.. Standard.Where(units => units != 90), 15, 25]).Describe(Rules))
        );
        Assert.Equal(
            "Azure offers other sizes of Standard_S1 in westeurope than the rules have: also 1000 (read on 2026-11-25). Advisor "
                + "uses Azure's.",
            Assert.Single(Create([.. Standard, 1000]).Describe(Rules))
        );
    }

    [Fact]
    public void A_SKU_that_the_rules_do_not_have_is_left_out()
    {
        var sizes = Create(Standard) with { Skus = [new("Premium_P9", [1, 2])] };

        Assert.Same(Rules, sizes.Apply(Rules));
        Assert.Empty(sizes.Describe(Rules));
    }

    // The columns from 200 units on were measured with Premium_P2, which lifts the routing wall.
    [Fact]
    public void Beyond_the_largest_size_of_the_rules_the_published_ceiling_does_not_rise()
    {
        var row = GuideTables.SignalR.FindRow(UseCase.SendToSmallGroup)!;
        var sku = Create([.. Standard, 200]).Apply(Rules).Find("Standard_S1")!;

        var ceiling = CeilingsByWorkloadPart.CreateColumnCurve(row, row.InboundMessages, sku);

        // 10,000 from 50 to 100 units by the guide, and 20,000 at 200 units of Premium_P2.
        Assert.Equal((10_000, 10_000), (ceiling.Interpolate(100), ceiling.Interpolate(200)));
    }

    private static OfferedSizes Create(IReadOnlyList<int> units) =>
        new(ServiceKind.SignalR, "westeurope", new DateTimeOffset(2026, 11, 25, 6, 0, 0, TimeSpan.Zero))
        {
            Skus = [new("standard_s1", units)],
        };
}
