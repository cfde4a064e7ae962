using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Service.Fleet;
using Advisor.Tests;

namespace Advisor.Azure.Tests.Contract;

/// <summary>What every set of adapters must do as an <see cref="IFleet"/> that finds resources.</summary>
public sealed class FleetContractTests
{
    [Fact]
    public async Task All_resources_of_a_subscription_are_found_with_their_sizes()
    {
        await using var local = await LocalConnection.StartAsync();

        var listing = await local.ListAsync();

        Assert.Empty(listing.Failures);
        Assert.Equal(
            local.Host.Resources.Select(r => (r.Name, r.Spec.Service, r.Sku, r.Units)).Order(),
            listing.Resources.Select(r => (r.Name, r.Service, r.Sku, r.Units)).Order()
        );
        Assert.All(listing.Resources, r => Assert.Equal("Succeeded", r.ProvisioningState));
        Assert.All(listing.Resources, r => Assert.Equal(local.Host.SubscriptionId, r.SubscriptionId));
        Assert.All(listing.Resources, r => Assert.Contains("advisor-team", r.Tags.Keys));
    }

    [Fact]
    public async Task Every_page_is_read()
    {
        await using var local = await LocalConnection.StartAsync(
            new LocalAzureOptions { Resources = LocalScenario.CreateMany(250), PageSize = 40 }
        );

        Assert.Equal(250, (await local.ListAsync()).Resources.Count);
    }

    [Fact]
    public async Task Autoscale_is_seen_where_it_is_and_nowhere_else()
    {
        await using var local = await LocalConnection.StartAsync();

        var resources = (await local.ListAsync()).Resources;

        var premium = Assert.Single(resources, r => r.AutoscaleSetting is not null);
        Assert.Equal("premium-autoscale", premium.Name);
        Assert.Equal(0, local.Host.Calls[CallKind.Replicas]); // the generic list shows that none has some
    }

    [Fact]
    public async Task A_resource_group_and_an_id_find_what_they_name()
    {
        await using var local = await LocalConnection.StartAsync(new LocalAzureOptions { Resources = LocalScenario.CreateMany(40) });
        var first = local.Host.Resources[0];

        var group = await local.Fleet.ListAsync(
            local.Scope with
            {
                ResourceGroups = [first.Spec.ResourceGroup],
            },
            TestContext.Current.CancellationToken
        );
        var single = await local.Fleet.ListAsync(new FleetScope { ResourceIds = [first.Id] }, TestContext.Current.CancellationToken);

        Assert.Equal(
            local.Host.Resources.Where(r => r.Spec.ResourceGroup == first.Spec.ResourceGroup).Select(r => r.Name).Order(),
            group.Resources.Select(r => r.Name)
        );
        Assert.Equal(first.Id, Assert.Single(single.Resources).Id, ignoreCase: true);
    }

    [Fact]
    public async Task The_service_mode_is_read_from_the_features()
    {
        var spec = LocalScenario.Ten[0] with { Name = "serverless", ServiceMode = ServiceMode.Serverless };
        await using var local = await LocalConnection.StartAsync(new LocalAzureOptions { Resources = [spec] });

        Assert.Equal(ServiceMode.Serverless, Assert.Single((await local.ListAsync()).Resources).ServiceMode);
    }

    [Theory]
    [InlineData(FaultKind.Forbidden, FailureCode.Forbidden)]
    [InlineData(FaultKind.ExpiredToken, FailureCode.Credential)]
    [InlineData(FaultKind.NotFound, FailureCode.NotFound)]
    [InlineData(FaultKind.Truncate, FailureCode.InvalidResponse)]
    public async Task What_cannot_be_listed_is_a_failure_with_its_code(FaultKind fault, FailureCode code)
    {
        await using var local = await LocalConnection.StartAsync();
        local.Host.Faults.Add(new Fault(fault));

        var listing = await local.ListAsync();

        Assert.Empty(listing.Resources);
        Assert.All(listing.Failures, f => Assert.Equal(code, f.Code));
        Assert.NotEmpty(listing.Failures);
    }

    [Fact]
    public async Task An_unknown_subscription_is_not_found()
    {
        await using var local = await LocalConnection.StartAsync();

        var listing = await local.Fleet.ListAsync(
            new FleetScope { Subscriptions = [Guid.NewGuid().ToString()] },
            TestContext.Current.CancellationToken
        );

        Assert.Equal(FailureCode.NotFound, Assert.Single(listing.Failures).Code);
    }

    [Fact]
    [Fault("monitor-reset")]
    public async Task An_endpoint_that_refuses_connections_is_unreachable()
    {
        var local = await LocalConnection.StartAsync();
        await local.Host.DisposeAsync();

        var listing = await local.ListAsync();

        Assert.Equal(FailureCode.Unreachable, Assert.Single(listing.Failures).Code);
        await local.DisposeAsync();
    }

    [Fact]
    public async Task A_passing_fault_is_not_noticed()
    {
        await using var local = await LocalConnection.StartAsync();
        local.Host.Faults.Add(new Fault(FaultKind.Unavailable) { Call = CallKind.List, Times = 1 });

        var listing = await local.ListAsync();

        Assert.Empty(listing.Failures);
        Assert.Equal(10, listing.Resources.Count);
        Assert.Equal(3, local.Host.Calls[CallKind.List]); // two lists, one of them twice
    }
}
