using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;

namespace Advisor.Core.Tests.Capacity;

public sealed class AlternativesTests
{
    private static readonly CapacityModel SmallGroups = new(
        GuideTables.SignalR,
        GuideTables.Standard,
        Workload.Create(UseCase.SendToSmallGroup)
    );

    [Fact]
    public void Where_a_size_suffices_there_is_nothing_to_get_out_of() =>
        Assert.Empty(Alternatives.Find(SmallGroups, GuideTables.SignalRSkus, new Demand(Connections: 90_000)));

    [Fact]
    public void Beyond_the_routing_wall_each_way_has_its_size_and_its_price()
    {
        // 12,000 msg/s to groups of ten, 245.8 MB/s out. P2 routes 100 msg/s a unit: 120, so 200 units at 2.00 x 30. Two instances take
        // 6,000 msg/s each: bytes 12.288 of 0.4 MB/s u = 30.7, so 40 units at 1.61 x 30 each. Groups of 20 halve what comes in; 245.8 of 4
        // MB/s u = 61.4, so 70 units.
        var ways = Alternatives.Find(SmallGroups, GuideTables.SignalRSkus, new Demand(20_000, 12_000 * 2048, 120_000 * 2048));

        Assert.Equal(["largerGroups", "split", "premiumP2"], ways.Select(way => way.Kind));
        Assert.Equal(("Standard_S1", 70, 1, 3_381.00m), GetFigures(ways[0]));
        Assert.Equal(("Standard_S1", 40, 2, 3_864.00m), GetFigures(ways[1]));
        Assert.Equal(("Premium_P2", 200, 1, 12_000.00m), GetFigures(ways[2]));
    }

    [Fact]
    public void The_cheapest_way_comes_first_and_each_says_what_it_demands()
    {
        var ways = Alternatives.Find(SmallGroups, GuideTables.SignalRSkus, new Demand(20_000, 12_000 * 2048, 120_000 * 2048));

        Assert.Equal(
            [
                "larger groups on Standard_S1 x 70, 3,381 USD a month for units: requires groups of 20 members or more in the app.",
                "2 x Standard_S1 x 40, 3,864 USD a month for units: requires distribution of the clients by the app's negotiate "
                    + "endpoint, or several endpoints in the SDK, with all members of a group on one resource.",
                "Premium_P2 x 200, 12,000 USD a month for units: requires 200 units of the regional quota (support ticket) and a "
                    + "change of tier without interruption; no change to the app.",
            ],
            ways.Select(way => way.Text)
        );
    }

    [Fact]
    public void Beside_a_size_in_force_each_way_says_what_it_adds_to_the_bill()
    {
        // 50 units are in force for 50 x 1.61 x 30 = 2,415 USD; 2 x 40 cost 3,864. Of 3,000 million messages 50 units include 1,500 million
        // and 80 units 2,400:
        // 1,500 USD and 600 USD for the others. 3,864 + 600 = 4,464 is 549 more than 2,415 + 1,500 = 3,915.
        MonthlyCost? ComputeBill(Sku sku, int units) => MonthlyBill.Compute(sku, units, DailyMessages.FromRate(3_000e6 / (30 * 1440)));
        var ways = Alternatives.Find(
            SmallGroups,
            GuideTables.SignalRSkus,
            new Demand(20_000, 12_000 * 2048, 120_000 * 2048),
            ComputeBill,
            ComputeBill(GuideTables.Standard, 50)
        );

        Assert.StartsWith("2 x Standard_S1 x 40, +549 USD a month: requires ", ways[1].Text, StringComparison.Ordinal);
        Assert.StartsWith(
            "2 x Standard_S1 x 40, +549 USD a month, total 4,464 USD (3,864 for units + 600 for messages): ",
            ways[1].Sentence,
            StringComparison.Ordinal
        );
        Assert.Equal(new MonthlyCost(new Money(3_864m, "USD"), new Money(600m, "USD")), ways[1].Cost);
    }

    [Fact]
    public void The_headline_changes_no_application_and_names_the_cheaper_ways_that_do()
    {
        // The size in force is 50 units with 1,500 million messages to pay: 2,415 + 1,500 = 3,915 USD. Groups of 20: 70 units, 3,381 +
        // 900 = 4,281 (+366). Two instances: 4,464 (+549). Premium_P2 x 200: 12,000, all messages included (+8,085).
        MonthlyCost? ComputeBill(Sku sku, int units) => MonthlyBill.Compute(sku, units, DailyMessages.FromRate(3_000e6 / (30 * 1440)));
        var ways = Alternatives.Find(
            SmallGroups,
            GuideTables.SignalRSkus,
            new Demand(20_000, 12_000 * 2048, 120_000 * 2048),
            ComputeBill,
            ComputeBill(GuideTables.Standard, 50)
        );

        Assert.Equal(
            "Premium_P2 x 200 (+8,085 USD a month), or cheaper with a change to the app: larger groups (+366), "
                + "2 x Standard_S1 x 40 (+549)",
            AlternativeText.DescribeHeadline(ways)
        );
    }

    [Theory]
    [InlineData(true, "same cost")]
    [InlineData(false, "free")]
    public void A_cheaper_way_without_a_price_says_so_in_words(bool besideSizeInForce, string expected)
    {
        var ways = Alternatives.Find(SmallGroups, GuideTables.SignalRSkus, new Demand(20_000, 12_000 * 2048, 120_000 * 2048));
        var none = new Money(0, "USD");
        var free = ways.First(way => way.ChangesApp) with { Cost = new MonthlyCost(none, none), Change = besideSizeInForce ? none : null };

        Assert.Equal(
            $", or cheaper with a change to the app: {AlternativeText.FormatName(free)} ({expected})",
            AlternativeText.DescribeCheaper([free, ways.First(way => !way.ChangesApp)])
        );
    }

    [Fact]
    public void Where_every_way_changes_the_application_the_cheapest_is_the_headline_and_says_so()
    {
        // 17 instances of 100 units cost 17 x 100 x 48.30 USD.
        var ways = Alternatives.Find(SmallGroups, GuideTables.SignalRSkus, new Demand(Connections: 1_500_000));

        Assert.Equal(
            "17 x Standard_S1 x 100 (82,110 USD a month for units), with a change to the app",
            AlternativeText.DescribeHeadline(ways)
        );
        Assert.Null(AlternativeText.DescribeHeadline([]));
    }

    [Fact]
    public void Instances_beyond_the_quota_of_the_region_require_a_support_ticket()
    {
        var way = Assert.Single(Alternatives.Find(SmallGroups, GuideTables.SignalRSkus, new Demand(Connections: 1_500_000)));

        Assert.Contains("1,700 units of the regional quota (support ticket)", way.Requirements);
    }

    [Fact]
    public void The_free_tier_is_not_split_because_azure_sells_no_number_of_it()
    {
        // 150 connections, 18 per instance at 90 %: nine of them, and Azure permits five in a subscription and region.
        var model = SmallGroups.WithSku(GuideTables.SignalRSkus.Find("Free_F1")!);

        var way = Assert.Single(Alternatives.Find(model, GuideTables.SignalRSkus, new Demand(Connections: 150)));

        Assert.Equal(("Standard_S1", 1, 1), (way.Sku, way.Units, way.Instances));
    }

    [Fact]
    public void Clients_of_web_pubsub_are_distributed_by_the_app_alone()
    {
        // Several endpoints are a feature of the SDK of SignalR.
        var catalog = GuideTables.Rules.GetCatalog(ServiceKind.WebPubSub);
        var model = new CapacityModel(GuideTables.WebPubSub, catalog.Find("Standard_S1")!, Workload.Create(UseCase.RestSendToUser));

        var way = Alternatives.Find(model, catalog, new Demand(Connections: 144_000)).Single(w => w.Kind == "split");

        Assert.Equal(
            ["distribution of the clients by the app's negotiate endpoint, each message sent where its recipients are"],
            way.Requirements.Skip(1)
        );
    }

    [Fact]
    public void Single_connections_cannot_be_helped_by_larger_groups()
    {
        var model = new CapacityModel(GuideTables.SignalR, GuideTables.Standard, Workload.Create(UseCase.SendToConnection));

        var ways = Alternatives.Find(model, GuideTables.SignalRSkus, new Demand(30_000, 30_000 * 2048.0, 30_000 * 2048.0));

        Assert.Equal(["split", "premiumP2"], ways.Select(way => way.Kind));
    }

    [Fact]
    public void What_no_SKU_can_hold_can_only_be_split()
    {
        var way = Assert.Single(Alternatives.Find(SmallGroups, GuideTables.SignalRSkus, new Demand(Connections: 1_500_000)));

        // 1,500,000 / 90,000 = 16.7.
        Assert.Equal(("split", 100, 17), (way.Kind, way.Units, way.Instances));
    }

    [Fact]
    public void Without_a_price_the_way_is_still_shown()
    {
        var unpriced = SmallGroups.WithSku(GuideTables.Standard with { UnitPricePerDay = null });

        var way = Alternatives.Find(unpriced, GuideTables.SignalRSkus, new Demand(Connections: 144_000)).Single(w => w.Kind == "split");

        // 72,000 connections each, 90 % of 80,000.
        Assert.Equal((80, 2, (decimal?)null), (way.Units, way.Instances, way.Cost?.Total.Amount));
    }

    private static (string?, int?, int, decimal?) GetFigures(Advisor.Core.Capacity.Alternative way) =>
        (way.Sku, way.Units, way.Instances, way.Cost?.Total.Amount);
}
