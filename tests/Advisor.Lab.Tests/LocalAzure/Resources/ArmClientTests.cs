using Advisor.Lab.LocalAzure;
using Azure;
using Azure.Core;
using Azure.Core.Pipeline;
using Azure.ResourceManager;
using Azure.ResourceManager.Resources;
using Azure.ResourceManager.Resources.Models;

namespace Advisor.Lab.Tests.LocalAzure.Resources;

/// <summary>Azure's own management client, its connection rewritten after it has signed the call.</summary>
public sealed class ArmClientTests
{
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 10, 0, 0, TimeSpan.Zero);

    [Fact]
    public async Task The_management_client_reads_a_resource()
    {
        await using var azure = await LocalAzureHost.StartAsync();
        var data = (await GetResource(azure, "premium-autoscale").GetAsync(TestContext.Current.CancellationToken)).Value.Data;

        Assert.Equal(("Premium_P1", "Premium", 4), (data.Sku.Name, data.Sku.Tier, data.Sku.Capacity));
        Assert.Equal("echo:1:1024", data.Tags["advisor-workload"]);
        Assert.Equal(AzureLocation.WestEurope, data.Location);
    }

    [Fact]
    public async Task The_management_client_changes_a_size_and_follows_it_to_its_end()
    {
        await using var azure = await LocalAzureHost.StartAsync(new LocalAzureOptions { ScalingTime = TimeSpan.Zero });

        var operation = await GetResource(azure, "hot-chat")
            .UpdateAsync(WaitUntil.Completed, ToUnits(3), TestContext.Current.CancellationToken);

        Assert.Equal(3, operation.Value.Data.Sku.Capacity);
        Assert.Equal(1, azure.Calls[CallKind.Patch]);
        Assert.True(azure.Calls[CallKind.Operation] >= 1, "the change was followed");
    }

    [Fact]
    public async Task The_management_client_sees_a_change_run_and_then_done()
    {
        var time = new ManualTimeProvider(Now);
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions { Time = time, ScalingTime = TimeSpan.FromSeconds(40) }
        );

        var operation = await GetResource(azure, "hot-chat")
            .UpdateAsync(WaitUntil.Started, ToUnits(3), TestContext.Current.CancellationToken);
        await operation.UpdateStatusAsync(TestContext.Current.CancellationToken);
        Assert.False(operation.HasCompleted);
        time.Advance(TimeSpan.FromSeconds(40));
        await operation.UpdateStatusAsync(TestContext.Current.CancellationToken);

        Assert.True(operation.HasCompleted);
        Assert.Equal(3, operation.Value.Data.Sku.Capacity);
    }

    [Fact]
    public async Task The_management_client_names_the_code_of_a_refusal()
    {
        await using var azure = await LocalAzureHost.StartAsync();

        var refused = await Assert.ThrowsAsync<RequestFailedException>(() =>
            GetResource(azure, "hot-chat").UpdateAsync(WaitUntil.Started, ToUnits(11), TestContext.Current.CancellationToken)
        );

        Assert.Equal((400, "InvalidSkuCapacity"), (refused.Status, refused.ErrorCode));
    }

    [Fact]
    public async Task The_management_client_finds_the_subscription_its_groups_and_the_versions_of_the_provider()
    {
        await using var azure = await LocalAzureHost.StartAsync();
        var subscription = await CreateClient(azure).GetDefaultSubscriptionAsync(TestContext.Current.CancellationToken);
        var provider = await subscription.GetResourceProviderAsync(
            "Microsoft.SignalRService",
            cancellationToken: TestContext.Current.CancellationToken
        );

        Assert.Equal(azure.SubscriptionId, subscription.Data.SubscriptionId);
        Assert.Contains(provider.Value.Data.ResourceTypes, t => t.ResourceType == "SignalR" && t.ApiVersions.Contains("2024-03-01"));
        var groups = new List<string>();
        await foreach (var group in subscription.GetResourceGroups().GetAllAsync(cancellationToken: TestContext.Current.CancellationToken))
        {
            groups.Add(group.Data.Name);
        }

        Assert.Equal(["advisor-local"], groups);
    }

    private static GenericResourceData ToUnits(int units) =>
        new(AzureLocation.WestEurope)
        {
            Sku = new ResourcesSku
            {
                Name = "Standard_S1",
                Tier = "Standard",
                Capacity = units,
            },
        };

    private static GenericResource GetResource(LocalAzureHost azure, string name) =>
        CreateClient(azure).GetGenericResource(new ResourceIdentifier(azure.GetResource(name).Id));

    private static ArmClient CreateClient(LocalAzureHost azure)
    {
        var options = new ArmClientOptions { Retry = { MaxRetries = 0 } };
        options.AddPolicy(new Rewrite(azure.Endpoint), HttpPipelinePosition.BeforeTransport);
        options.SetApiVersion(new ResourceType("Microsoft.SignalRService/SignalR"), "2024-03-01");
        return new ArmClient(new AnyToken(), azure.SubscriptionId, options);
    }

    /// <summary>
    /// Sends the call to the loopback port; Azure's name stays in the Host header, so that addresses in answers are Azure's too.
    /// </summary>
    private sealed class Rewrite(Uri endpoint) : HttpPipelineSynchronousPolicy
    {
        public override void OnSendingRequest(HttpMessage message)
        {
            message.Request.Headers.SetValue("Host", message.Request.Uri.Host!);
            (message.Request.Uri.Scheme, message.Request.Uri.Host, message.Request.Uri.Port) = ("http", endpoint.Host, endpoint.Port);
        }
    }

    private sealed class AnyToken : TokenCredential
    {
        public override AccessToken GetToken(TokenRequestContext requestContext, CancellationToken cancellationToken) =>
            new("local", DateTimeOffset.MaxValue);

        public override ValueTask<AccessToken> GetTokenAsync(TokenRequestContext requestContext, CancellationToken cancellationToken) =>
            ValueTask.FromResult(GetToken(requestContext, cancellationToken));
    }
}
