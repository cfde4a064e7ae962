using Advisor.Core.Fleet;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Service.Fleet;
using Advisor.Tests;

namespace Advisor.Azure.Tests.Contract;

/// <summary>What every set of adapters must do as an <see cref="IFleet"/> that changes a resource.</summary>
public sealed class ChangeContractTests
{
    private static readonly LocalAzureOptions AtOnce = new() { ScalingTime = TimeSpan.Zero };

    [Theory]
    [InlineData("hot-chat", 3)]
    [InlineData("live-webpubsub", 5)]
    public async Task A_change_is_taken_followed_and_in_effect(string name, int units)
    {
        await using var local = await LocalConnection.StartAsync(AtOnce);
        var before = await local.GetAsync(name);

        var outcome = await local.ScaleAsync(before, units);
        Assert.Equal(ScaleResult.Accepted, outcome.Result);
        var progress = await local.FollowAsync(outcome);

        Assert.True(progress.HasSucceeded);
        var after = await local.GetAsync(name);
        Assert.Equal(units, after.Units);
        Assert.Equal((before.Sku, before.ServiceMode, before.Region), (after.Sku, after.ServiceMode, after.Region));
        Assert.Equal(before.Tags.OrderBy(t => t.Key), after.Tags.OrderBy(t => t.Key)); // the PATCH named neither tags nor features
    }

    [Fact]
    public async Task A_change_of_tier_is_a_change_like_any_other()
    {
        await using var local = await LocalConnection.StartAsync(AtOnce);
        var before = await local.GetAsync("hot-chat");

        var outcome = await local.ScaleAsync(before, 2, "Premium_P1");
        await local.FollowAsync(outcome);

        Assert.Equal("Premium_P1", (await local.GetAsync("hot-chat")).Sku);
    }

    [Fact]
    [Fault("arm-conflict")]
    public async Task While_a_change_runs_another_is_asked_again_later()
    {
        await using var local = await LocalConnection.StartAsync(new LocalAzureOptions { ScalingTime = TimeSpan.FromHours(1) });
        var before = await local.GetAsync("hot-chat");
        var first = await local.ScaleAsync(before, 3);

        var second = await local.ScaleAsync(before, 4);

        Assert.Equal(ScaleResult.RetryLater, second.Result);
        Assert.False((await local.Fleet.GetProgressAsync(first.OperationUrl!, TestContext.Current.CancellationToken)).IsDone);
    }

    [Theory]
    [InlineData(FaultKind.Conflict, ScaleResult.RetryLater, FailureCode.Conflict)]
    [InlineData(FaultKind.ScopeLocked, ScaleResult.Refused, FailureCode.Locked)]
    [InlineData(FaultKind.Policy, ScaleResult.Refused, FailureCode.Policy)]
    [InlineData(FaultKind.Quota, ScaleResult.Refused, FailureCode.Quota)]
    [InlineData(FaultKind.Forbidden, ScaleResult.Refused, FailureCode.Forbidden)]
    [InlineData(FaultKind.Throttle, ScaleResult.RetryLater, FailureCode.Throttled)]
    [InlineData(FaultKind.ServerError, ScaleResult.RetryLater, FailureCode.ServiceFault)]
    [Fault("arm-lock")]
    public async Task Every_refusal_has_its_name_and_is_sent_once(FaultKind fault, ScaleResult result, FailureCode code)
    {
        await using var local = await LocalConnection.StartAsync(AtOnce);
        var before = await local.GetAsync("hot-chat");
        local.Host.Faults.Add(new Fault(fault) { Call = CallKind.Patch });

        var outcome = await local.ScaleAsync(before, 3);

        Assert.Equal((result, (FailureCode?)code), (outcome.Result, outcome.Code));
        Assert.Equal(1, local.Host.Calls[CallKind.Patch]);
        Assert.Equal(2, local.Host.GetResource("hot-chat").Units);
    }

    /// <summary>Resource Manager meters reads and writes of a subscription apart, and a provider may throttle a single resource.</summary>
    [Fact]
    public async Task A_throttled_change_holds_up_other_changes_and_no_reading()
    {
        await using var local = await LocalConnection.StartAsync(AtOnce);
        var (chat, lobby) = (await local.GetAsync("hot-chat"), await local.GetAsync("lobby-connections"));
        local.Host.Faults.Add(
            new Fault(FaultKind.Throttle)
            {
                Call = CallKind.Patch,
                Times = 1,
                RetryAfterSeconds = 600,
            }
        );
        await local.ScaleAsync(chat, 3);

        var listing = await local.ListAsync();
        var other = await local.ScaleAsync(lobby, 6);

        Assert.Empty(listing.Failures);
        Assert.Equal((ScaleResult.RetryLater, (FailureCode?)FailureCode.Throttled), (other.Result, other.Code));
        Assert.Equal(1, local.Host.Calls[CallKind.Patch]);
    }

    [Fact]
    public async Task A_size_off_the_ladder_is_refused_as_invalid()
    {
        await using var local = await LocalConnection.StartAsync(AtOnce);

        var outcome = await local.ScaleAsync(await local.GetAsync("hot-chat"), 13);

        Assert.Equal((ScaleResult.Refused, (FailureCode?)FailureCode.Invalid), (outcome.Result, outcome.Code));
    }

    [Fact]
    public async Task A_change_that_fails_on_the_way_says_so()
    {
        await using var local = await LocalConnection.StartAsync(AtOnce);
        local.Host.Faults.Add(new Fault(FaultKind.FailedUpdate));

        var outcome = await local.ScaleAsync(await local.GetAsync("hot-chat"), 3);
        var progress = await local.FollowAsync(outcome);

        Assert.Equal((true, false, "Failed"), (progress.IsDone, progress.HasSucceeded, progress.Status));
        Assert.NotNull(progress.Text);
    }

    [Fact]
    public async Task A_resource_under_Azure_autoscale_is_never_changed()
    {
        await using var local = await LocalConnection.StartAsync(AtOnce);

        var outcome = await local.ScaleAsync(await local.GetAsync("premium-autoscale"), 5);

        Assert.Equal((ScaleResult.Refused, (FailureCode?)FailureCode.Autoscale), (outcome.Result, outcome.Code));
        Assert.Equal(0, local.Host.Calls[CallKind.Patch]);
    }

    [Fact]
    public async Task A_deleted_resource_is_not_found()
    {
        await using var local = await LocalConnection.StartAsync(AtOnce);
        var before = await local.GetAsync("hot-chat");
        local.Host.Remove(before.Id);

        var outcome = await local.ScaleAsync(before, 3);

        Assert.Equal((ScaleResult.Refused, (FailureCode?)FailureCode.NotFound), (outcome.Result, outcome.Code));
    }
}
