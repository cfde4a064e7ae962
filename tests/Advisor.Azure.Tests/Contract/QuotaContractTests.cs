using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Lab.LocalAzure.Resources;

namespace Advisor.Azure.Tests.Contract;

/// <summary>The unit quota of a region as a list reads it from the usages of a loopback Azure.</summary>
public sealed class QuotaContractTests
{
    private static readonly LocalResourceSpec[] Specs =
    [
        new()
        {
            Name = "chat",
            Units = 2,
            Tags = new Dictionary<string, string> { ["watched"] = "yes" },
        },
        new()
        {
            Name = "events",
            Service = ServiceKind.WebPubSub,
            Units = 100,
        },
        new()
        {
            Name = "large",
            Sku = "Premium_P1",
            Units = 50,
        },
        new()
        {
            Name = "far",
            Region = "eastus",
            Units = 1,
        },
    ];

    [Fact]
    public async Task Both_services_count_towards_one_limit_and_what_the_scope_leaves_out_is_elsewhere()
    {
        await using var local = await LocalConnection.StartAsync(new LocalAzureOptions { Resources = Specs, RegionalUnitQuota = 1500 });
        var watched = local.Scope with { Tags = new Dictionary<string, string> { ["watched"] = "yes" } };

        var some = Assert.Single((await local.Fleet.ListAsync(watched, TestContext.Current.CancellationToken)).Quotas);

        // 2 + 100 + 50 units are in use in westeurope, of which the scope has 2.
        Assert.Equal(
            (local.Host.SubscriptionId, "westeurope", 1500, 150),
            (some.Subscription, some.Region, some.Limit, some.UnitsElsewhere)
        );
    }

    [Fact]
    public async Task A_list_of_one_resource_counts_the_others_as_elsewhere_and_leaves_the_reading_of_the_whole_list()
    {
        await using var local = await LocalConnection.StartAsync(new LocalAzureOptions { Resources = Specs, RegionalUnitQuota = 1500 });
        var watched = local.Scope with { Tags = new Dictionary<string, string> { ["watched"] = "yes" } };

        // 152 units are in westeurope: the list of chat has 2 of them, the whole list all.
        var order = new[] { watched, local.Scope, watched, local.Scope };
        var elsewhere = new List<int>();
        foreach (var scope in order)
        {
            var quotas = (await local.Fleet.ListAsync(scope, TestContext.Current.CancellationToken)).Quotas;
            elsewhere.Add(quotas.Single(quota => quota.Region == "westeurope").UnitsElsewhere);
        }

        Assert.Equal([150, 0, 150, 0], elsewhere);

        // The first list of chat, then both regions of the whole list, which covers chat.
        Assert.Equal(3, local.Host.Calls[CallKind.Usages]);
    }

    [Fact]
    public async Task While_the_usages_cannot_be_read_an_older_reading_counts_no_resource_of_a_longer_list_twice()
    {
        await using var local = await LocalConnection.StartAsync(new LocalAzureOptions { Resources = Specs, RegionalUnitQuota = 1500 });
        var watched = local.Scope with { Tags = new Dictionary<string, string> { ["watched"] = "yes" } };
        await local.Fleet.ListAsync(watched, TestContext.Current.CancellationToken);
        local.Host.Faults.Add(new Fault(FaultKind.ExpiredToken) { Call = CallKind.Usages });

        var whole = await local.Fleet.ListAsync(local.Scope, TestContext.Current.CancellationToken);

        // The reading of chat's list had 150 units elsewhere; the whole list has them.
        Assert.Equal((1500, 0), (whole.Quotas.Single().Limit, whole.Quotas.Single().UnitsElsewhere));
    }

    [Fact]
    public async Task A_region_is_read_once_an_hour()
    {
        var time = new ManualTimeProvider(new DateTimeOffset(2026, 1, 5, 8, 0, 0, TimeSpan.Zero));
        await using var host = await LocalAzureHost.StartAsync(
            new LocalAzureOptions { Resources = Specs, Time = time },
            TestContext.Current.CancellationToken
        );
        using var connection = AzureConnection.Create(new AzureOptions { Endpoint = host.Endpoint, Time = time });
        for (var minute = 0; minute <= 60; minute += 5)
        {
            var quotas = await ListQuotasAsync();
            Assert.Equal(["eastus", "westeurope"], quotas.Select(quota => quota.Region));

            // Two regions: one call each at 08:00, and again at 09:00.
            Assert.Equal(minute < 60 ? 2 : 4, host.Calls[CallKind.Usages]);
            time.Advance(TimeSpan.FromMinutes(5));
        }

        async Task<IReadOnlyList<ReportedQuota>> ListQuotasAsync() =>
            (
                await connection.Fleet.ListAsync(
                    new FleetScope { Subscriptions = [host.SubscriptionId] },
                    TestContext.Current.CancellationToken
                )
            ).Quotas;
    }

    [Theory]
    [InlineData(FaultKind.Forbidden)]
    [InlineData(FaultKind.NotFound)]
    public async Task Without_permission_or_without_usages_there_is_no_quota_and_no_failure(FaultKind refusal)
    {
        await using var local = await LocalConnection.StartAsync(new LocalAzureOptions { Resources = Specs });
        local.Host.Faults.Add(new Fault(refusal) { Call = CallKind.Usages });

        var (first, second) = (await local.ListAsync(), await local.ListAsync());

        Assert.Empty(first.Quotas.Concat(second.Quotas));
        Assert.Empty(first.Failures);
        Assert.Equal(2, local.Host.Calls[CallKind.Usages]);
    }

    [Fact]
    public async Task A_subscription_without_a_limit_has_more_than_any_fleet()
    {
        await using var local = await LocalConnection.StartAsync(new LocalAzureOptions { Resources = Specs, RegionalUnitQuota = -1 });

        Assert.All((await local.ListAsync()).Quotas, quota => Assert.Equal(QuotaOrigin.Unlimited, quota.Limit));
    }
}
