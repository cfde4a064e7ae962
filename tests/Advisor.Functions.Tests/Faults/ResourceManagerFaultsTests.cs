using System.Text;
using Advisor.Core.Decisions;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Service.Changes;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Faults;

/// <summary>
/// The published executable while Azure Resource Manager refuses, fails or forgets. What is stored of a region, the sizes that it is
/// offered and refusals for its quota, would come from other tests, or get to them: where it matters, a test has a region of its own.
/// </summary>
public sealed class ResourceManagerFaultsTests(AzureFaultLane lane) : IClassFixture<AzureFaultLane>
{
    private static readonly TimeSpan FiveMinutes = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan TenMinutes = TimeSpan.FromMinutes(10);

    [Fact]
    [Fault("arm-conflict")]
    public async Task A_change_that_meets_another_one_waits_and_is_sent_again_later()
    {
        await lane.BeginAsync();
        var hot = lane.AddHot("conflict");
        lane.Fault(FaultKind.Conflict, CallKind.Patch, times: 1);
        await lane.TickAsync();
        var waiting = Assert.Single(await lane.ReadChangesAsync(hot));
        Assert.Equal((ChangeState.Intended, "Conflict"), (waiting.State, waiting.Code));

        await lane.GetsItsSizeAsync(hot);

        Assert.Equal(ChangeState.Verified, Assert.Single(await lane.ReadChangesAsync(hot)).State);
    }

    [Fact]
    [Fault("arm-stuck")]
    public async Task A_change_that_never_ends_is_given_up_after_three_quarters_of_an_hour_and_nothing_is_decided_meanwhile()
    {
        await lane.BeginAsync();
        var hot = lane.AddHot("never-ends");
        lane.Fault(FaultKind.StuckUpdate, CallKind.Patch);
        await lane.TickUntilAsync(() => lane.ReadPatches(hot).Count > 0, 5);
        for (var minutes = 10; minutes < 45; minutes += 10)
        {
            await lane.TickAsync(TenMinutes);
            Assert.Equal(ChangeState.Accepted, Assert.Single(await lane.ReadChangesAsync(hot)).State);
        }

        await lane.TickAsync(FiveMinutes);
        await lane.TickAsync(FiveMinutes);

        var change = Assert.Single(await lane.ReadChangesAsync(hot));
        Assert.Equal((ChangeState.Failed, "TimedOut"), (change.State, change.Code));
        Assert.Contains(lane.Messages, text => text.Contains("is still Updating after 45 minutes", StringComparison.Ordinal));
        Assert.Equal([3], lane.ReadPatches(hot));
    }

    [Fact]
    [Fault("arm-failed")]
    public async Task A_change_that_fails_is_reported_with_the_reason_of_Azure_and_the_resource_is_left_alone_for_an_hour()
    {
        await lane.BeginAsync();
        var hot = lane.AddHot("fails");
        lane.Fault(FaultKind.FailedUpdate, CallKind.Patch, times: 1);
        await lane.TickUntilAsync(() => lane.Messages.Any(text => text.Contains(hot.Id, StringComparison.Ordinal)), 15);
        var failed = Assert.Single(await lane.ReadChangesAsync(hot));
        Assert.Equal(ChangeState.Failed, failed.State);
        Assert.Contains(lane.Messages, text => text.Contains(failed.Text![..30], StringComparison.Ordinal));

        // A person repairs it; six times ten minutes are the hour.
        await lane.Place.RepairAsync();
        for (var minutes = 10; minutes < 60; minutes += 10)
        {
            await lane.TickAsync(TenMinutes);
            Assert.Single(lane.ReadPatches(hot));
        }

        await lane.TickUntilAsync(() => lane.ReadPatches(hot).Count == 2, 5, FiveMinutes);
    }

    [Theory]
    [InlineData(FaultKind.NotFound)]
    [InlineData(FaultKind.Truncate)]
    [Fault("arm-poll")]
    public async Task An_operation_that_cannot_be_read_is_not_taken_for_done_and_the_size_of_the_resource_decides(FaultKind kind)
    {
        await lane.BeginAsync();
        var hot = lane.AddHot($"poll-{kind}".ToLowerInvariant());
        lane.Fault(kind, CallKind.Operation);
        await lane.TickUntilAsync(() => lane.ReadPatches(hot).Count > 0, 5);

        // The change takes 170 s.
        await lane.TickAsync();
        Assert.Equal(2, hot.Units);
        Assert.True(Assert.Single(await lane.ReadChangesAsync(hot)).IsOpen);
        await lane.TickAsync();
        await lane.TickAsync();
        lane.EndFaults();

        await lane.GetsItsSizeAsync(hot);
    }

    [Theory]
    [InlineData(FaultKind.ScopeLocked, "lock")]
    [InlineData(FaultKind.Policy, "policy")]
    [Fault("arm-lock")]
    public async Task A_lock_or_a_policy_is_named_in_a_message_and_not_met_again_for_an_hour(FaultKind kind, string named)
    {
        await lane.BeginAsync();
        var hot = lane.AddHot($"refused-{kind}".ToLowerInvariant());
        lane.Fault(kind, CallKind.Patch);
        await lane.TickUntilAsync(() => lane.Messages.Any(text => text.Contains(named, StringComparison.OrdinalIgnoreCase)), 10);
        var sent = lane.Place.Azure.Calls[CallKind.Patch];

        for (var minutes = 10; minutes < 60; minutes += 10)
        {
            await lane.TickAsync(TenMinutes);
            Assert.Equal(sent, lane.Place.Azure.Calls[CallKind.Patch]);
        }

        lane.EndFaults();
        await lane.TickUntilAsync(() => lane.ReadPatches(hot).Count == 1, 5, FiveMinutes);
    }

    [Fact]
    [Fault("arm-quota")]
    public async Task A_refusal_for_the_quota_is_reported_once_and_not_met_again_while_the_use_is_the_same()
    {
        await lane.BeginAsync();
        var hot = lane.AddHot("quota", "northeurope");

        // How much of the quota is used cannot be read either: only the refusal tells.
        lane.Fault(FaultKind.NotFound, CallKind.Usages);
        lane.Fault(FaultKind.Quota, CallKind.Patch);
        await lane.TickUntilAsync(() => lane.Messages.Any(text => text.Contains("quota", StringComparison.OrdinalIgnoreCase)), 15);
        var sent = lane.Place.Azure.Calls[CallKind.Patch];

        for (var minutes = 0; minutes < 120; minutes += 10)
        {
            await lane.TickAsync(TenMinutes);
        }

        Assert.Equal(sent, lane.Place.Azure.Calls[CallKind.Patch]);
        Assert.Equal(2, hot.Units);
    }

    [Theory]
    [InlineData(FaultKind.NotFound, "uksouth")]
    [InlineData(FaultKind.Truncate, "francecentral")]
    [Fault("arm-skus")]
    public async Task Where_the_list_of_sizes_cannot_be_read_the_sizes_of_the_rules_are_used(FaultKind kind, string region)
    {
        await lane.BeginAsync();
        var hot = lane.AddHot($"sizes-{kind}".ToLowerInvariant(), region);
        var asked = lane.Place.Azure.Calls[CallKind.Skus];
        lane.Fault(kind, CallKind.Skus);

        await lane.GetsItsSizeAsync(hot);

        Assert.NotEqual(asked, lane.Place.Azure.Calls[CallKind.Skus]);
    }

    [Theory]
    [InlineData("0,-4", "swedencentral")]
    [InlineData("2000,3000", "norwayeast")] // none of the sizes that are sold
    [Fault("arm-skus")]
    public async Task An_implausible_list_of_sizes_changes_no_decision(string sizes, string region)
    {
        await lane.BeginAsync();
        var hot = lane.AddHot($"odd-sizes-{sizes.Length}", region);
        var capacity = $$"""{ "allowedValues": [{{sizes}}] }""";
        var sku = $$"""{ "resourceType": "{{hot.Type}}", "sku": { "name": "Standard_S1" }, "capacity": {{capacity}} }""";
        var list = $$"""{ "value": [ {{sku}} ] }""";
        var answers = 0;
        lane.Rewrite = (call, _, body) => call == CallKind.Skus && ++answers > 0 ? Encoding.UTF8.GetBytes(list) : body;

        await lane.GetsItsSizeAsync(hot);

        Assert.NotEqual(0, answers);
    }

    [Fact]
    [Fault("arm-deleted")]
    public async Task A_resource_that_is_deleted_during_its_change_ends_the_change_and_leaves_no_message_behind()
    {
        await lane.BeginAsync();
        var hot = lane.AddHot("deleted");
        await lane.TickUntilAsync(() => lane.ReadPatches(hot).Count > 0, 5);
        lane.Place.Azure.Remove(hot.Id);

        for (var tick = 0; tick < 6; tick++)
        {
            await lane.TickAsync(TenMinutes);
        }

        Assert.False(Assert.Single(await lane.ReadChangesAsync(hot)).IsOpen);
        Assert.Empty(await lane.Place.OpenMessagesAsync());
        Assert.Single(lane.ReadPatches(hot));
    }

    [Fact]
    [Fault("arm-recreated")]
    public async Task A_change_of_a_resource_that_is_created_again_is_made_again_at_once()
    {
        await lane.BeginAsync();
        var hot = lane.AddHot("recreated");
        lane.Fault(FaultKind.FailedUpdate, CallKind.Patch, times: 1);
        await lane.TickUntilAsync(() => lane.ReadPatches(hot).Count > 0, 5);
        lane.Place.Azure.Remove(hot.Id);
        var again = lane.Place.Azure.Add(hot.Spec);

        // A failed change would be left alone for an hour.
        await lane.TickUntilAsync(() => again.Units == 3, 15);
        await lane.TickAsync();

        var changes = (await lane.ReadChangesAsync(again)).OrderBy(change => change.DecidedAt).ToList();
        Assert.Equal([(ChangeState.Canceled, "Recreated"), (ChangeState.Verified, null)], changes.Select(one => (one.State, one.Code)));
    }

    [Fact]
    [Fault("arm-others")]
    public async Task A_size_that_someone_else_sets_is_respected_for_half_an_hour_and_then_corrected()
    {
        await lane.BeginAsync();
        var hot = lane.AddHot("others");
        await lane.GetsItsSizeAsync(hot);
        await lane.Place.PatchAsync(hot.Id, hot.Sku, 10);
        await lane.TickUntilAsync(() => hot.Units == 10, 6);
        for (var minutes = 7; minutes <= 28; minutes += 7)
        {
            await lane.TickAsync(TimeSpan.FromMinutes(7));
            Assert.Equal(10, hot.Units);
        }

        var others = (await lane.Place.ReadDecisionsAsync(hot.Id)).Where(line =>
            line.Reasons.Any(reason => reason.Code == ReasonCodes.ChangedByOthers)
        );
        Assert.NotEmpty(others);

        // 10 units are far more than 3: they go once the half hour and the wait of a scale-in are over.
        await lane.TickUntilAsync(() => lane.ReadPatches(hot).Count == 2, 36, FiveMinutes);
        Assert.InRange(lane.ReadPatches(hot)[1], 3, 9);
    }
}
