using Advisor.Azure.Identity;
using Advisor.Azure.Resilience;
using Advisor.Configuration;
using Advisor.Core.Fleet;
using Advisor.Lab.LocalAzure;
using Advisor.Service.Http;
using Advisor.Tests;
using Azure.Core.Pipeline;
using Azure.Identity;

namespace Advisor.Azure.Tests.Resilience;

/// <summary>Answers without an end: one line, and memory that ends.</summary>
public sealed class ResponseLimitTests
{
    // What the sockets of both sides hold.
    private const long Buffers = 32_000_000;

    [Fact]
    public async Task A_list_without_an_end_is_one_failure_that_says_so()
    {
        await using var server = new EndlessServer();
        using var connection = Connect(server);

        var listing = await connection.Fleet.ListAsync(
            new FleetScope { ResourceIds = [FakeAzure.CreateId("a")] },
            TestContext.Current.CancellationToken
        );

        var failure = Assert.Single(listing.Failures, failure => failure.ResourceId == FakeAzure.CreateId("a"));
        Assert.Equal(FailureCode.InvalidResponse, failure.Code);
        Assert.Contains("has more than 20 MB and was not read to its end", failure.Text, StringComparison.Ordinal);
        Assert.DoesNotContain('\n', failure.Text);
        Assert.InRange(server.Sent, 1, ResponseSizes.MaxPageBytes + Buffers);
    }

    [Fact]
    [Fault("monitor-endless")]
    public async Task Metrics_without_an_end_are_one_failure_for_each_resource()
    {
        await using var server = new EndlessServer("""{"values":[ """);
        using var connection = Connect(server, new ManualTimeProvider(AzureResponses.Noon));

        var read = await connection
            .Metrics.BeginRun()
            .ReadAsync(
                [AzureResponses.CreateResource("a")],
                AzureResponses.Noon.AddHours(-1),
                AzureResponses.Noon,
                TimeSpan.FromMinutes(1),
                TestContext.Current.CancellationToken
            );

        var failure = Assert.Single(read.Failures);
        Assert.Equal(FailureCode.InvalidResponse, failure.Code);
        Assert.Contains(" MB and was not read to its end", failure.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_token_without_an_end_is_cut_off_and_named_by_the_sign_in()
    {
        await using var server = new EndlessServer("""{"access_token":" """);
        var transport = SignIn.CreateOptions(AzureEndpoints.Create(AzureCloud.Public), null, null).Transport;
        using var message = new HttpPipeline(transport).CreateMessage();
        message.Request.Uri.Reset(server.Address);

        await transport.ProcessAsync(message);
        var failure = await Assert.ThrowsAsync<InvalidResponseException>(async () =>
            await message.Response.ContentStream!.CopyToAsync(Stream.Null, TestContext.Current.CancellationToken)
        );

        Assert.InRange(server.Sent, 1, ResponseSizes.MaxPageBytes + Buffers);
        Assert.Contains(
            "has more than 20 MB",
            SignIn.DescribeFailure(new AuthenticationFailedException("It failed.", failure)),
            StringComparison.Ordinal
        );
    }

    private static AzureConnection Connect(EndlessServer server, TimeProvider? time = null) =>
        AzureConnection.Create(
            new AzureOptions
            {
                Endpoint = server.Address,
                Time = time ?? TimeProvider.System,
                Limits = ResilienceLimits.Loopback with { Retries = 0 },
            }
        );
}
