using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Fleet;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Changes;

/// <summary>A pause that a person set on the page of a resource.</summary>
public sealed class ScalingPausesTests
{
    private readonly ServiceWorld world = new();

    // 2,600 of 900 a unit require three.
    private double connections = 500;

    [Fact]
    public async Task It_stops_changes_until_a_person_resumes_and_each_is_a_line_of_the_audit_trail()
    {
        var chat = await CreatePausedAsync(PausedScaling.All);
        connections = 2600;

        await world.RunAsync(8);

        Assert.Empty(world.Azure.Patches);
        var state = await world.OpenStateAsync();
        var record = (await state.Evaluations.FindAsync(chat, CancellationToken.None))!;
        Assert.Equal(PausedScaling.All, record.Paused);
        Assert.Contains(
            record.Reasons,
            reason =>
                reason.Text.StartsWith("Scale-out is paused by dana (2026-01-05 08:02 UTC: contract test) until", StringComparison.Ordinal)
        );
        var (resource, _) = await FindAsync(chat);
        Assert.True(await ScalingPauses.ResumeAsync(state, resource, "erik", "done", world.Clock.GetUtcNow(), CancellationToken.None));
        Assert.False(await ScalingPauses.ResumeAsync(state, resource, "erik", "again", world.Clock.GetUtcNow(), CancellationToken.None));

        await world.RunAsync(4);

        Assert.NotEmpty(world.Azure.Patches);
        Assert.Equal(
            [
                (AuditOutcome.Resumed, "erik", "Scale-in and scale-out are no longer paused: done", AdvisorMode.Auto),
                (AuditOutcome.Paused, "dana", "Scale-in and scale-out are paused: contract test", AdvisorMode.Auto),
            ],
            (await world.ReadDecisionsAsync(chat))
                .Where(line => line.Outcome is AuditOutcome.Paused or AuditOutcome.Resumed)
                .Select(line => (line.Outcome, line.Actor, line.Reasons[0].Text, line.Mode))
        );
    }

    [Fact]
    public async Task A_pause_and_a_resume_at_one_instant_both_take_effect_in_their_order()
    {
        var chat = await CreatePausedAsync(PausedScaling.All);
        var (resource, state) = await FindAsync(chat);
        var now = world.Clock.GetUtcNow();

        // Twice: the first pause has this instant already.
        await PauseAsync(chat, PausedScaling.ScaleIn);
        Assert.True(await ScalingPauses.ResumeAsync(state, resource, "erik", "done", now, CancellationToken.None));
        Assert.False(await ScalingPauses.ResumeAsync(state, resource, "mia", "done", now, CancellationToken.None));

        Assert.Null(await state.FindPauseAsync(chat, CancellationToken.None));
        Assert.Equal(
            [(AuditOutcome.Resumed, "erik"), (AuditOutcome.Paused, "dana"), (AuditOutcome.Paused, "dana")],
            (await world.ReadDecisionsAsync(chat))
                .Where(line => line.Outcome is AuditOutcome.Paused or AuditOutcome.Resumed)
                .Select(line => (line.Outcome, line.Actor))
        );
    }

    [Fact]
    public async Task It_ends_by_itself_at_its_end()
    {
        // Paused at 08:02 until 08:20; 2,600 connections require more units from then on.
        var chat = await CreatePausedAsync(PausedScaling.All, TimeSpan.FromMinutes(18));
        connections = 2600;

        await world.RunAsync(16);
        var paused = world.Azure.Patches.Count;
        await world.RunAsync(12);

        Assert.Equal(0, paused);
        Assert.NotEmpty(world.Azure.Patches);
        var state = await world.OpenStateAsync();
        Assert.Null((await state.Evaluations.FindAsync(chat, CancellationToken.None))!.Paused);
        Assert.Contains(
            "Scale-in and scale-out are paused until Mon 08:20 UTC: contract test",
            (await world.ReadDecisionsAsync(chat)).Select(line => line.Reasons[0].Text)
        );
        Assert.Empty(await ScalingPauses.ListAsync(state, [chat], world.Clock.GetUtcNow(), CancellationToken.None));
        var (resource, _) = await FindAsync(chat);
        Assert.False(await ScalingPauses.ResumeAsync(state, resource, "erik", "over", world.Clock.GetUtcNow(), CancellationToken.None));
    }

    [Fact]
    public async Task A_pause_of_the_other_direction_stops_nothing()
    {
        await CreatePausedAsync(PausedScaling.ScaleIn);
        connections = 2600;

        await world.RunAsync(8);

        Assert.NotEmpty(world.Azure.Patches);
    }

    [Fact]
    public async Task A_change_that_was_decided_before_the_pause_is_not_sent()
    {
        var chat = world.Azure.Add("chat", 1, _ => connections).Id;
        await world.RunAsync(2);
        await DecideWhileAzureIsBusyAsync();

        // Before it is sent again, a person pauses.
        await PauseAsync(chat, PausedScaling.ScaleOut);
        await world.RunAsync(6);

        Assert.Empty(world.Azure.Patches);
        Assert.Equal("Paused", Assert.Single(await world.ReadChangesAsync(chat)).Code);
    }

    [Fact]
    public async Task A_pinned_size_is_changed_to_and_kept_until_its_end()
    {
        // 2,600 connections require three units; pinned to five from 08:02 until 08:30.
        connections = 2600;
        var chat = world.Azure.Add("chat", 3, _ => connections).Id;
        await world.RunAsync(2);
        await PauseAsync(chat, PausedScaling.All, TimeSpan.FromMinutes(28), units: 5);

        await world.RunAsync(12);
        connections = 6000;
        await world.RunAsync(12);
        var pinned = world.Azure.Patches.Select(patch => patch.To.Units).ToList();
        await world.RunAsync(12);

        Assert.Equal([5], pinned);
        Assert.True(world.Azure.Patches[^1].To.Units > 5);
        Assert.Contains(
            (AuditOutcome.Pinned, "The size is pinned at 5 units until Mon 08:30 UTC: contract test"),
            (await world.ReadDecisionsAsync(chat)).Select(line => (line.Outcome, line.Reasons[0].Text))
        );
    }

    [Fact]
    public async Task A_pinned_size_is_changed_to_though_a_tag_cannot_be_read()
    {
        var settings = new ResourceSettings { UnreadableTag = "advisor-min-units ('10 units')", Trust = ScalingTrust.Full };
        var chat = world.Azure.Add("chat", 10, _ => connections, settings).Id;
        await world.RunAsync(2);
        await PauseAsync(chat, PausedScaling.All, units: 4);

        await world.RunAsync(90);

        Assert.Equal([4], world.Azure.Patches.Select(patch => patch.To.Units));
    }

    // Standard_S1 has 10 and 20 units; Premium_P2 begins at 100. The maximum of 12 leaves 10, and maxStep goes from 1 by 3.
    [Theory]
    [InlineData("Standard_S1", 1, 15, null, null, 20)]
    [InlineData("Standard_S1", 5, 15, 12, null, 10)]
    [InlineData("Standard_S1", 30, 15, 12, null, 10)]
    [InlineData("Standard_S1", 1, 8, null, 3, 4, 7, 8)]
    [InlineData("Premium_P2", 200, 50, 1000, null, 100)]
    public async Task A_pin_by_a_tag_is_reached_as_the_sizes_and_the_settings_allow(
        string sku,
        int units,
        int pin,
        int? maxUnits,
        int? maxStep,
        params int[] sizes
    )
    {
        var settings = new ResourceSettings
        {
            Pin = new(pin, "the tag advisor-pin"),
            MaxUnits = maxUnits,
            MaxStep = maxStep,
        };
        var chat = world.Azure.Add("chat", units, _ => connections, settings);
        chat.Begin(units, world.Clock.GetUtcNow(), world.Clock.GetUtcNow(), sku);

        await world.RunAsync(20);

        Assert.Equal(sizes, world.Azure.Patches.Select(patch => patch.To.Units));
        Assert.All(await world.ReadChangesAsync(chat.Id), change => Assert.NotEqual("Pinned", change.Code));
    }

    [Fact]
    public async Task A_change_to_another_size_that_was_decided_before_the_pin_is_not_sent()
    {
        var chat = world.Azure.Add("chat", 1, _ => connections).Id;
        await world.RunAsync(2);
        await DecideWhileAzureIsBusyAsync();

        await PauseAsync(chat, PausedScaling.All, units: 1);
        await world.RunAsync(6);

        Assert.Empty(world.Azure.Patches);
        Assert.Equal("Pinned", Assert.Single(await world.ReadChangesAsync(chat)).Code);
    }

    [Fact]
    public async Task A_pause_of_a_resource_holds_for_its_replicas_until_it_is_resumed()
    {
        var (chat, east) = AddReplica();
        await world.RunAsync(2);
        await PauseAsync(chat, PausedScaling.All);
        connections = 2600;

        await world.RunAsync(8);
        var paused = world.Azure.Patches.Count;
        var (resource, state) = await FindAsync(chat);
        Assert.True(await ScalingPauses.ResumeAsync(state, resource, "erik", "done", world.Clock.GetUtcNow(), CancellationToken.None));
        await world.RunAsync(8);

        Assert.Equal(0, paused);
        Assert.Contains(east, world.Azure.Patches.Select(patch => patch.ResourceId));
    }

    [Fact]
    public async Task A_pin_of_a_replica_itself_precedes_the_pause_of_its_resource()
    {
        var (chat, east) = AddReplica();
        await world.RunAsync(2);
        await PauseAsync(chat, PausedScaling.All);
        await PauseAsync(east, PausedScaling.All, units: 3);

        await world.RunAsync(8);

        Assert.Equal([(east, 3)], world.Azure.Patches.Select(patch => (patch.ResourceId, patch.To.Units)));
    }

    // 2,600 connections require three units of the replica, which has one as chat does.
    [Fact]
    public async Task A_replica_keeps_the_size_that_it_has_while_its_resource_is_pinned_to_another()
    {
        var (chat, east) = AddReplica(here: 500);
        await world.RunAsync(2);
        await PauseAsync(chat, PausedScaling.All, units: 5);
        connections = 2600;

        await world.RunAsync(12);

        Assert.Equal([(chat, 5)], world.Azure.Patches.Select(patch => (patch.ResourceId, patch.To.Units)));
        Assert.Contains(
            "Scale-out is paused by dana (2026-01-05 08:02 UTC: chat is pinned at 5 units, a replica keeps the size that it has; contract "
                + "test) until that is removed. 3 units are recommended.",
            (await (await world.OpenStateAsync()).Evaluations.FindAsync(east, CancellationToken.None))!.Reasons.Select(reason =>
                reason.Text
            )
        );
    }

    // The replica pauses nothing once its own pause has ended.
    [Fact]
    public async Task A_change_of_a_replica_that_was_decided_before_the_pause_of_its_resource_is_not_sent()
    {
        var (chat, east) = AddReplica(here: 500);
        await world.RunAsync(2);
        await PauseAsync(east, PausedScaling.All, TimeSpan.FromMinutes(1));
        await world.RunAsync(2);
        await DecideWhileAzureIsBusyAsync();

        await PauseAsync(chat, PausedScaling.ScaleOut);
        await world.RunAsync(6);

        Assert.Empty(world.Azure.Patches);
        Assert.Equal("Paused", Assert.Single(await world.ReadChangesAsync(east)).Code);
    }

    // A change is decided, and Azure does not take it yet.
    private async Task DecideWhileAzureIsBusyAsync()
    {
        connections = 2600;
        world.Azure.Refusals.Enqueue(
            new ScaleOutcome(ScaleResult.RetryLater, null, FailureCode.Conflict, "Another operation is in progress.")
        );
        while (world.Azure.Refusals.Count > 0)
        {
            await world.RunAsync(1);
        }
    }

    private (string Chat, string East) AddReplica(double? here = null)
    {
        var settings = new ResourceSettings { Failover = FailoverTarget.None };
        var chat = world.Azure.Add("chat", 1, _ => here ?? connections, settings);
        var east = world.Azure.Add("chat/replicas/east", 1, _ => connections, settings, "eastus");
        (chat.Peers, east.Peers) = ([east.Id], [chat.Id]);
        return (chat.Id, east.Id);
    }

    private async Task<string> CreatePausedAsync(PausedScaling scaling, TimeSpan? length = null)
    {
        var chat = world.Azure.Add("chat", 1, _ => connections).Id;
        await world.RunAsync(2);
        await PauseAsync(chat, scaling, length);
        return chat;
    }

    private async Task PauseAsync(string id, PausedScaling scaling, TimeSpan? length = null, int? units = null)
    {
        var (resource, state) = await FindAsync(id);
        var pause = new ScalingPause
        {
            ResourceId = id,
            Scaling = scaling,
            Units = units,
            Author = "dana",
            Reason = "contract test",
            At = world.Clock.GetUtcNow(),
            Until = world.Clock.GetUtcNow() + length,
        };
        Assert.True(await ScalingPauses.PauseAsync(state, resource, pause, CancellationToken.None));
    }

    private async Task<(Core.Fleet.FleetResource Resource, Advisor.Service.Store.AdvisorState State)> FindAsync(string id)
    {
        var state = await world.OpenStateAsync();
        var snapshot = (await state.LoadAsync(id, CancellationToken.None)).Snapshot!;
        return (ResourceSnapshot.Read(snapshot.Version, snapshot.Content)!, state);
    }
}
