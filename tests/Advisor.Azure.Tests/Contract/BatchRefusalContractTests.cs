using Advisor.Azure.Resilience;
using Advisor.Core.Fleet;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Service.Fleet;
using Advisor.Tests;

namespace Advisor.Azure.Tests.Contract;

/// <summary>Refusals of the batch metrics call that mean something else than their status says elsewhere: 529 and 401.</summary>
public sealed class BatchRefusalContractTests
{
    private static readonly ResilienceLimits Limits = ResilienceLimits.Loopback with
    {
        Retries = 3,
        FirstDelay = TimeSpan.FromMilliseconds(1),
    };

    [Fact]
    [Fault("monitor-529")]
    public async Task A_529_is_tried_again_and_leaves_no_trace_once_it_passes()
    {
        await using var host = await StartAsync(new Fault(FaultKind.Overloaded) { Call = CallKind.MetricBatch, Times = 3 });

        var answer = await ReadAsync(host);

        Assert.Equal(10, answer.Series.Count);
        Assert.Empty(answer.Failures);
        Assert.Empty(answer.Notes);
        Assert.Equal(0, host.Calls[CallKind.MetricSingle]);
    }

    [Fact]
    [Fault("monitor-529")]
    public async Task A_529_that_lasts_is_throttling()
    {
        await using var host = await StartAsync(new Fault(FaultKind.Overloaded) { Call = CallKind.MetricBatch });

        var answer = await ReadAsync(host);

        Assert.Equal(10, answer.Failures.Count);
        Assert.All(answer.Failures, failure => Assert.Equal(FailureCode.Throttled, failure.Code));
        Assert.All(answer.Failures, failure => Assert.Contains("(529 TooManyRequests)", failure.Text, StringComparison.Ordinal));

        // Four batches of four attempts each.
        Assert.Equal(16, host.Calls[CallKind.MetricBatch]);
    }

    [Fact]
    public async Task A_401_for_lack_of_rights_falls_back_and_is_named_as_a_403_is()
    {
        await using var host = await StartAsync(new Fault(FaultKind.Unauthorized) { Call = CallKind.MetricBatch });

        var answer = await ReadAsync(host);

        Assert.Equal(10, answer.Series.Count);
        Assert.Empty(answer.Failures);
        var note = Assert.Single(answer.Notes);
        Assert.Contains($"was refused for subscription {host.SubscriptionId} (401)", note, StringComparison.Ordinal);
        Assert.Contains("Grant Monitoring Reader on the subscription itself", note, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_401_for_the_token_is_a_failed_sign_in_and_not_read_one_by_one()
    {
        await using var host = await StartAsync(new Fault(FaultKind.ExpiredToken) { Call = CallKind.MetricBatch });

        var answer = await ReadAsync(host);

        Assert.All(answer.Failures, failure => Assert.Equal(FailureCode.Credential, failure.Code));
        Assert.Equal((10, 0), (answer.Failures.Count, (int)host.Calls[CallKind.MetricSingle]));
    }

    private static async Task<LocalAzureHost> StartAsync(Fault fault)
    {
        var host = await LocalAzureHost.StartAsync(cancellation: TestContext.Current.CancellationToken);
        host.Faults.Add(fault);
        return host;
    }

    private static async Task<MetricReadResult> ReadAsync(LocalAzureHost host)
    {
        var cancellation = TestContext.Current.CancellationToken;
        using var connection = AzureConnection.Create(new AzureOptions { Endpoint = host.Endpoint, Limits = Limits });
        var scope = new FleetScope { Subscriptions = [host.SubscriptionId] };
        var resources = (await connection.Fleet.ListAsync(scope, cancellation)).Resources;
        return await connection.Metrics.ReadAsync(resources, DateTimeOffset.UtcNow.AddHours(-1), DateTimeOffset.UtcNow, cancellation);
    }
}
