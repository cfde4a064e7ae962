using System.Text;
using System.Text.Json.Nodes;
using Advisor.Azure.Resilience;
using Advisor.Core.Fleet;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Tests;

namespace Advisor.Azure.Tests.Contract;

/// <summary>Scopes whose subscriptions are found in a loopback Azure: those of a management group, and all readable ones.</summary>
public sealed class WideScopeContractTests : IAsyncDisposable
{
    private const string First = "00000000-0000-4000-8000-00000000ad01";
    private const string Second = "00000000-0000-4000-8000-00000000ad02";
    private const string Empty = "00000000-0000-4000-8000-00000000ad03";
    private const string Foreign = "00000000-0000-4000-8000-00000000ad04";

    private static readonly ResilienceLimits Limits = ResilienceLimits.Loopback with
    {
        Retries = 1,
        FirstDelay = TimeSpan.FromMilliseconds(1),
    };
    private static readonly FleetScope Platform = new() { ManagementGroups = ["platform"] };
    private static readonly FleetScope All = new() { AllSubscriptions = true };

    private readonly ManualTimeProvider time = new(new DateTimeOffset(2026, 1, 5, 8, 0, 0, TimeSpan.Zero));
    private LocalAzureHost? host;
    private AzureConnection? connection;

    public async ValueTask DisposeAsync()
    {
        connection?.Dispose();
        await (host?.DisposeAsync() ?? ValueTask.CompletedTask);
    }

    [Fact]
    public async Task A_management_group_is_one_query_and_the_lists_of_the_subscriptions_that_have_resources()
    {
        await StartAsync();

        var listing = await ListAsync(Platform);

        // chat is in the group itself, live in the group below; other is in a subscription of neither.
        Assert.Equal(["chat", "live"], listing.Resources.Select(r => r.Name));
        Assert.Empty(listing.Failures);
        Assert.Empty(listing.Notes);

        // Two services in each of the two subscriptions with resources; the empty one is not asked.
        Assert.Equal((1, 0, 4), (host!.Calls[CallKind.ResourceGraph], host.Calls[CallKind.ManagementGroups], host.Calls[CallKind.List]));
    }

    [Fact]
    public async Task All_subscriptions_are_those_that_the_sign_in_can_read()
    {
        await StartAsync(options => options with { UnreadableSubscriptions = [Second] });

        var listing = await ListAsync(All);

        Assert.Equal(["chat", "other"], listing.Resources.Select(r => r.Name));
        Assert.Empty(listing.Failures);
        Assert.Equal((1, 4), (host!.Calls[CallKind.ResourceGraph], host.Calls[CallKind.List]));
    }

    [Fact]
    public async Task A_scope_of_subscriptions_and_ids_makes_no_query()
    {
        await StartAsync();

        await ListAsync(new FleetScope { Subscriptions = [First], ResourceIds = [host!.GetResource("live").Id] });

        Assert.Equal((0, 0), (host.Calls[CallKind.ResourceGraph], host.Calls[CallKind.ManagementGroups]));
    }

    [Fact]
    public async Task A_subscription_and_a_management_group_that_contains_it_are_listed_once()
    {
        await StartAsync();

        var listing = await ListAsync(Platform with { Subscriptions = [First, Foreign] });

        Assert.Equal(["chat", "live", "other"], listing.Resources.Select(r => r.Name));

        // Two services in each of three subscriptions.
        Assert.Equal(6, host!.Calls[CallKind.List]);
    }

    [Fact]
    public async Task Every_page_of_the_query_is_read()
    {
        await StartAsync(options => options with { ResourceGraphPageSize = 1 });

        Assert.Equal(["chat", "live", "other"], (await ListAsync(All)).Resources.Select(r => r.Name));

        // Three subscriptions have resources.
        Assert.Equal(3, host!.Calls[CallKind.ResourceGraph]);
    }

    [Theory]
    [InlineData(FaultKind.Forbidden)]
    [InlineData(FaultKind.NotFound)]
    [InlineData(FaultKind.ServerError)]
    [InlineData(FaultKind.Throttle)]
    [InlineData(FaultKind.Truncate)]
    [InlineData(FaultKind.Reset)]
    [Fault("arm-graph")]
    public async Task Where_Resource_Graph_does_not_answer_every_subscription_is_listed_and_a_note_says_so(FaultKind fault)
    {
        await StartAsync(options => options with { PageSize = 1 });
        host!.Faults.Add(new Fault(fault) { Call = CallKind.ResourceGraph });

        var group = await ListAsync(Platform);
        var all = await ListAsync(All);

        Assert.Equal(["chat", "live"], group.Resources.Select(r => r.Name));
        Assert.Equal(["chat", "live", "other"], all.Resources.Select(r => r.Name));
        Assert.Empty(group.Failures.Concat(all.Failures));
        Assert.StartsWith(
            "Resource Graph could not be used, so the subscriptions of management group platform are listed one by one. ",
            Assert.Single(group.Notes),
            StringComparison.Ordinal
        );
        Assert.StartsWith(
            "Resource Graph could not be used, so the readable subscriptions are listed one by one. ",
            Assert.Single(all.Notes),
            StringComparison.Ordinal
        );

        // A query for each scope, not retried.
        Assert.Equal(2, host.Calls[CallKind.ResourceGraph]);
    }

    [Fact]
    [Fault("arm-graph")]
    public async Task A_query_that_hangs_is_given_up_after_the_timeout_of_one_attempt()
    {
        await StartAsync(limits: Limits with { AttemptTimeout = TimeSpan.FromSeconds(3) });
        host!.Faults.Add(new Fault(FaultKind.Delay) { Call = CallKind.ResourceGraph, Delay = TimeSpan.FromHours(1) });

        var listing = await ListAsync(Platform);

        Assert.Equal(["chat", "live"], listing.Resources.Select(r => r.Name));
        Assert.Contains("did not answer in time", Assert.Single(listing.Notes), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("""{"totalRecords":9,"count":0,"data":[],"resultTruncated":"true"}""")]
    [InlineData("""{"totalRecords":1,"count":1,"data":[{"subscriptionId":"../../tenants"}],"resultTruncated":"false"}""")]
    [InlineData("""{"totalRecords":1,"count":1,"resultTruncated":"false"}""")]
    [InlineData("[]")]
    public async Task An_answer_of_Resource_Graph_that_lacks_rows_or_makes_no_sense_counts_as_none(string body)
    {
        await StartAsync(options =>
            options with
            {
                Rewrite = (call, _, answer) => call == CallKind.ResourceGraph ? Encoding.UTF8.GetBytes(body) : answer,
            }
        );

        var listing = await ListAsync(Platform);

        Assert.Equal(["chat", "live"], listing.Resources.Select(r => r.Name));
        Assert.Single(listing.Notes);
    }

    [Fact]
    public async Task A_management_group_that_may_not_be_read_is_one_line_with_the_missing_role_and_hides_no_other()
    {
        await StartAsync(options =>
            options with
            {
                ManagementGroups = [.. options.ManagementGroups!.Select(g => g with { IsReadable = g.Name != "platform" })],
            }
        );

        var listing = await ListAsync(new FleetScope { ManagementGroups = ["platform", "apart"] });

        var failure = Assert.Single(listing.Failures);
        Assert.Equal(("managementGroups/platform", FailureCode.Forbidden), (failure.ResourceId, failure.Code));
        Assert.Equal(
            "No permission to read /providers/Microsoft.Management/managementGroups/platform (403 AuthorizationFailed): grant Monitoring "
                + "Reader on the management group (Microsoft.Management/managementGroups/descendants/read); a new grant takes a few "
                + "minutes to take effect.",
            failure.Text
        );
        Assert.Equal("other", Assert.Single(listing.Resources).Name);

        // What is not listed now is not deleted.
        Assert.True(listing.MayOmit(host!.GetResource("chat").Id));
    }

    [Fact]
    public async Task A_management_group_that_is_not_found_deletes_no_resource()
    {
        await StartAsync();
        host!.Faults.Add(new Fault(FaultKind.NotFound) { Call = CallKind.ResourceGraph });
        host.Faults.Add(new Fault(FaultKind.NotFound) { Call = CallKind.ManagementGroups });

        var listing = await ListAsync(Platform);

        Assert.Equal(FailureCode.NotFound, Assert.Single(listing.Failures).Code);
        Assert.True(listing.MayOmit(host.GetResource("chat").Id));
    }

    [Fact]
    public async Task Without_Resource_Graph_a_subscription_of_the_group_that_may_not_be_read_is_a_failure_of_its_own()
    {
        await StartAsync(options => options with { UnreadableSubscriptions = [Second] });
        host!.Faults.Add(new Fault(FaultKind.NotFound) { Call = CallKind.ResourceGraph });

        var listing = await ListAsync(Platform);

        Assert.Equal("chat", Assert.Single(listing.Resources).Name);
        var failure = Assert.Single(listing.Failures);
        Assert.Equal(($"/subscriptions/{Second}", FailureCode.Forbidden), (failure.ResourceId, failure.Code));
    }

    [Fact]
    public async Task A_resource_group_that_only_some_subscriptions_have_is_no_failure_of_the_others()
    {
        await StartAsync();

        var listing = await ListAsync(Platform with { ResourceGroups = ["live-rg"] });

        Assert.Equal("live", Assert.Single(listing.Resources).Name);
        Assert.Empty(listing.Failures);
    }

    [Fact]
    public async Task A_resource_in_a_new_subscription_is_found_with_its_present_size_as_soon_as_the_index_has_it()
    {
        await StartAsync(options => options with { ResourceGraphLag = TimeSpan.FromMinutes(12) });
        Assert.Equal(["chat", "live"], (await ListAsync(Platform)).Resources.Select(r => r.Name));
        host!.Add(
            new LocalResourceSpec
            {
                Name = "new",
                SubscriptionId = Empty,
                Units = 5,
            }
        );
        var found = new List<int>();

        // A list every 5 minutes, as the service makes them, for an hour.
        for (var minute = 5; minute <= 60; minute += 5)
        {
            time.Advance(TimeSpan.FromMinutes(5));
            if ((await ListAsync(Platform)).Resources.Any(r => r is { Name: "new", Units: 5 }))
            {
                found.Add(minute);
            }
        }

        // Added at 08:00, in the index at 08:12: the list of 08:15 is the first with it.
        Assert.Equal([15, 20, 25, 30, 35, 40, 45, 50, 55, 60], found);
        Assert.Equal(13, host.Calls[CallKind.ResourceGraph]);
    }

    [Fact]
    [Fault("arm-graph")]
    public async Task A_subscription_that_the_index_misses_for_a_while_is_read_on_for_an_hour()
    {
        var missing = false;
        await StartAsync(options =>
            options with
            {
                Rewrite = (call, _, answer) => call == CallKind.ResourceGraph && missing ? RemoveRow(answer, Second) : answer,
            }
        );
        await ListAsync(Platform);
        missing = true;

        time.Advance(TimeSpan.FromMinutes(59));
        Assert.Equal(["chat", "live"], (await ListAsync(Platform)).Resources.Select(r => r.Name));

        time.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal(["chat"], (await ListAsync(Platform)).Resources.Select(r => r.Name));
    }

    [Fact]
    public async Task A_deleted_resource_is_gone_at_once_since_Resource_Manager_says_so()
    {
        await StartAsync();
        await ListAsync(Platform);
        host!.Remove(host.GetResource("live").Id);

        var listing = await ListAsync(Platform);

        Assert.Equal("chat", Assert.Single(listing.Resources).Name);
        Assert.Empty(listing.Failures);
    }

    [Fact]
    public async Task A_name_that_is_none_of_a_management_group_is_refused_before_any_call()
    {
        await StartAsync();

        var listing = await ListAsync(new FleetScope { ManagementGroups = ["../subscriptions"] });

        Assert.Equal(FailureCode.Invalid, Assert.Single(listing.Failures).Code);
        Assert.Equal(0, host!.Calls.Total);
    }

    private static byte[] RemoveRow(byte[] answer, string subscription)
    {
        var page = JsonNode.Parse(answer)!.AsObject();
        var rows = page["data"]!.AsArray();
        rows.Remove(rows.Single(row => (string?)row!["subscriptionId"] == subscription));
        return Encoding.UTF8.GetBytes(page.ToJsonString());
    }

    private async Task StartAsync(Func<LocalAzureOptions, LocalAzureOptions>? change = null, ResilienceLimits? limits = null)
    {
        var options = new LocalAzureOptions
        {
            Time = time,
            SubscriptionId = First,
            OtherSubscriptions = [Second, Empty, Foreign],
            ManagementGroups = [new("platform", [First]), new("platform-live", [Second, Empty], "platform"), new("apart", [Foreign])],
            Resources =
            [
                new() { Name = "chat" },
                new()
                {
                    Name = "live",
                    SubscriptionId = Second,
                    ResourceGroup = "live-rg",
                },
                new() { Name = "other", SubscriptionId = Foreign },
            ],
        };
        host = await LocalAzureHost.StartAsync(change?.Invoke(options) ?? options, TestContext.Current.CancellationToken);
        connection = AzureConnection.Create(
            new AzureOptions
            {
                Endpoint = host.Endpoint,
                Time = time,
                Limits = limits ?? Limits,
            }
        );
    }

    private Task<FleetListing> ListAsync(FleetScope scope) => connection!.Fleet.ListAsync(scope, TestContext.Current.CancellationToken);
}
