using Advisor.Core.Fleet;
using Advisor.Tests;

namespace Advisor.Azure.Tests.Identity;

public sealed class LoopbackTests
{
    [Theory]
    [InlineData("http://127.0.0.1:8080")]
    [InlineData("http://localhost:8080")]
    [InlineData("http://[::1]:8080")]
    [InlineData("https://127.0.0.1:8443")]
    public void An_address_of_this_machine_is_taken(string endpoint)
    {
        Assert.Null(new AzureOptions { Endpoint = new Uri(endpoint) }.FindProblem());
    }

    [Theory]
    [InlineData("http://10.0.0.5:8080")]
    [InlineData("http://management.azure.com")]
    [InlineData("https://127.0.0.1.evil.example")]
    [InlineData("ftp://127.0.0.1")]
    public void Any_other_address_is_refused_with_a_sentence(string endpoint)
    {
        var options = new AzureOptions { Endpoint = new Uri(endpoint) };

        Assert.NotNull(options.FindProblem());
        Assert.Throws<ArgumentException>(() => AzureConnection.Create(options));
    }

    [Fact]
    public async Task Plain_HTTP_to_this_machine_carries_no_real_token()
    {
        var azure = new FakeAzure()
            .Handle("GET", "/SignalR/chat?", AzureResponses.RenderResource("chat"))
            .Handle("GET", "/autoscalesettings?", AzureResponses.List());
        using var connection = AzureConnection.Create(
            azure.CreateOptions() with
            {
                Endpoint = new Uri("http://127.0.0.1:8080"),
                Limits = null,
            }
        );

        var listing = await connection.Fleet.ListAsync(
            new FleetScope { ResourceIds = [FakeAzure.CreateId("chat")] },
            TestContext.Current.CancellationToken
        );

        Assert.Single(listing.Resources);
        Assert.All(azure.Calls, call => Assert.Equal("http://127.0.0.1:8080", call.Uri.GetLeftPart(UriPartial.Authority)));
        Assert.All(azure.Calls, call => Assert.Equal("Bearer loopback", call.Authorization));
    }

    [Fact]
    public async Task Metrics_and_next_pages_stay_on_that_address_too()
    {
        var azure = new FakeAzure()
            .Handle("POST", "metrics:getBatch", call => FakeAzure.CreateJson(AzureResponses.RenderBatch(call)))
            .Handle("GET", "/autoscalesettings?", AzureResponses.List())
            .Handle("GET", "/webPubSub?", AzureResponses.List())
            .Handle(
                "GET",
                "/signalR?",
                $$"""{"value":[],"nextLink":"http://127.0.0.1:8080/subscriptions/{{FakeAzure.Subscription}}/next"}"""
            )
            .Handle("GET", "/next", AzureResponses.List(AzureResponses.RenderResource("chat")));
        using var connection = AzureConnection.Create(
            azure.CreateOptions(new SteppingTime(TimeSpan.FromSeconds(29))) with
            {
                Endpoint = new Uri("http://127.0.0.1:8080"),
                Limits = null,
            }
        );

        var listing = await connection.Fleet.ListAsync(
            new FleetScope { Subscriptions = [FakeAzure.Subscription] },
            TestContext.Current.CancellationToken
        );
        var answer = await connection.Metrics.ReadAsync(
            listing.Resources,
            AzureResponses.Noon.AddHours(-1),
            AzureResponses.Noon,
            TestContext.Current.CancellationToken
        );

        Assert.Single(answer.Series);
        Assert.All(azure.Calls, call => Assert.Equal("http://127.0.0.1:8080", call.Uri.GetLeftPart(UriPartial.Authority)));
    }
}
