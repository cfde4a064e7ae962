using System.Text;
using System.Text.Json.Nodes;
using Advisor.Core.Settings;
using Advisor.Service.Approvals;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests;

/// <summary>Rows of the state that are damaged, or of a newer program, where not one resource but everybody needs them.</summary>
public sealed class DamagedRowTests
{
    private readonly ServiceWorld world = new();
    private readonly FakeResource chat;

    // 2,300 connections at a target of 90 % need 2.6 units: 3.
    public DamagedRowTests() => chat = world.Azure.Add("chat", 1, _ => 2300);

    [Fact]
    public async Task A_damaged_key_does_not_end_the_retention_job_and_is_reported()
    {
        await world.Store.CommitAsync(
            "b-000",
            [RowWrite.Insert("r-damaged", 1, ServiceWorld.Start, ToBytes("{}"))],
            CancellationToken.None
        );
        await world.RunAsync(3);

        // The only bucket's share is due at midnight.
        world.Clock.Advance(TimeSpan.FromHours(17));
        await world.RunAsync(10);

        Assert.Equal(3, chat.GetUnits(world.Clock.GetUtcNow()));
        Assert.Contains(
            "b-000/r-damaged",
            Assert.Single(world.Channel.Sent, message => message.Title == "A row of the state cannot be read").Text,
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("{\"memory\":")]
    [InlineData("{\"memory\":{},\"members\":[]}")] // JSON, and not all of it there
    public async Task A_damaged_grouping_journal_begins_again_is_reported_and_loses_no_message(string head)
    {
        await world.Store.CommitAsync("grouping", [RowWrite.Put("head", 1, ServiceWorld.Start, ToBytes(head))], CancellationToken.None);
        await world.RunAsync(10);

        Assert.Equal(3, chat.GetUnits(world.Clock.GetUtcNow()));
        Assert.Contains(
            "grouping/head",
            Assert
                .Single(world.Channel.Sent, message => message.Text.Contains("reset the grouping journal", StringComparison.Ordinal))
                .Text,
            StringComparison.Ordinal
        );
        Assert.Contains(world.Channel.Sent, message => message.Title == "chat scaled out: Standard_S1 x 1 to Standard_S1 x 3");
    }

    [Fact]
    public async Task A_grouping_plan_with_a_damaged_part_is_made_again()
    {
        await world.RunAsync(1);
        const string head =
            """{"memory":{"newestDeliveryAt":"2026-01-05T08:00:00+00:00","lastNotified":{},"summaries":[]},"members":[],"sources":1}""";
        await world.Store.CommitAsync(
            "grouping",
            [
                RowWrite.Put("head", 1, ServiceWorld.Start, ToBytes(head)),
                RowWrite.Put("d-000", 1, ServiceWorld.Start, ToBytes("[{")),
                RowWrite.Put("d-001", 1, ServiceWorld.Start, ToBytes("[]")),
                RowWrite.Put("s-000", 1, ServiceWorld.Start, new byte[16]),
            ],
            CancellationToken.None
        );
        await world.RunAsync(10);

        Assert.Single(world.Channel.Sent, message => message.Text.Contains("reset the grouping journal", StringComparison.Ordinal));
        Assert.Contains(world.Channel.Sent, message => message.Title == "chat scaled out: Standard_S1 x 1 to Standard_S1 x 3");
        Assert.Null(await world.Store.GetAsync("grouping", "d-001", CancellationToken.None));
    }

    [Fact]
    public async Task A_journal_of_a_newer_program_is_left_alone_and_decisions_go_on_without_messages()
    {
        await world.Store.CommitAsync("grouping", [RowWrite.Put("head", 2, ServiceWorld.Start, ToBytes("{}"))], CancellationToken.None);
        await world.RunAsync(10);

        Assert.Equal(3, chat.GetUnits(world.Clock.GetUtcNow()));
        Assert.Equal(2, (await world.Store.GetAsync("grouping", "head", CancellationToken.None))!.Version);
        Assert.Contains(world.Lines, line => line.Contains("grouping/head has version 2", StringComparison.Ordinal));
    }

    // As a newer version may have written it, which was rolled back.
    [Fact]
    public async Task A_line_whose_outcome_is_not_known_leaves_the_rest_of_the_audit_trail_readable()
    {
        await world.RunAsync(2);
        var state = await world.OpenStateAsync();
        var lines = await world.ReadDecisionsAsync(chat.Id);
        var tick = world.Clock.GetUtcNow();
        var payload = JsonNode.Parse(RecordCodecs.Decision.Write(lines[0]))!;
        payload["outcome"] = "postponed";
        await world.Store.CommitAsync(
            "b-000",
            [
                RowWrite.Put(
                    $"{StateKeys.CreateDecisionPrefix(StateKeys.Hash(chat.Id))}{StateKeys.FormatDescending(tick)}-Hold",
                    1,
                    tick,
                    ToBytes(payload.ToJsonString())
                ),
            ],
            CancellationToken.None
        );

        Assert.Equal(lines.Select(line => line.Outcome), (await world.ReadDecisionsAsync(chat.Id)).Select(line => line.Outcome));
        Assert.NotNull(await CurrentDecision.FindAsync(state, chat.Id, world.Clock.GetUtcNow(), CancellationToken.None));
    }

    [Fact]
    public async Task Damaged_alerts_of_a_region_are_reported_and_the_resources_there_are_sized()
    {
        await world.RunAsync(1);
        await world.Store.CommitAsync(
            "b-000",
            [RowWrite.Put(StateKeys.CreateStateKey(StateKeys.Hash("region:s/westeurope")), 1, ServiceWorld.Start, ToBytes("junk"))],
            CancellationToken.None
        );
        await world.RunAsync(10);

        Assert.Equal(3, chat.GetUnits(world.Clock.GetUtcNow()));
        Assert.Single(world.Lines, line => line.Contains("region:s/westeurope", StringComparison.Ordinal));
        Assert.Contains(
            "region:s/westeurope",
            Assert.Single(world.Channel.Sent, message => message.Title == "A row of the state cannot be read").Text,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_damaged_row_of_a_deleted_resource_does_not_stop_the_others()
    {
        var gone = world.Azure.Add("gone", 1, _ => 100);
        await world.RunAsync(1);
        await world.Store.CommitAsync(
            "b-000",
            [RowWrite.Put(StateKeys.CreatePauseKey(StateKeys.Hash(gone.Id)), 2, ServiceWorld.Start, ToBytes("{}"))],
            CancellationToken.None
        );
        world.Azure.Remove(gone);
        await world.RunAsync(30);

        Assert.Equal(3, chat.GetUnits(world.Clock.GetUtcNow()));
        Assert.Contains(world.Lines, line => line.Contains("has version 2", StringComparison.Ordinal));
    }

    /// <summary>
    /// Every kind of row that a world with alerts, changes, a failing channel and a deleted resource has, made a row of a newer program:
    /// one kind at a time, in a run of its own.
    /// </summary>
    [Fact]
    public async Task A_row_of_any_kind_that_cannot_be_read_ends_no_tick_and_costs_only_what_needs_it()
    {
        var (whole, kinds) = await RunDamagedAsync(null);
        Assert.Equal((0, 3), whole);
        Assert.InRange(kinds.Count, 25, 60);

        // Without the layout no store opens. A resource needs its own state, its snapshot, and the request for its change.
        const string layout = "fleet layout";
        string[] own = ["b-000 r-H-n-state", "b-000 r-H-n-today", "b-000 r-H-n-snapshot", "b-000 o-N-H"];
        var wrong = new List<string>();
        foreach (var kind in kinds.Where(kind => kind != layout).Order(StringComparer.Ordinal))
        {
            var (result, _) = await RunDamagedAsync(kind);
            if (result.Faults > 0 || (result.Units != 3 && !own.Contains(kind)))
            {
                wrong.Add($"{kind}: {result}");
            }
        }

        Assert.Equal([], wrong);
    }

    /// <returns>Ticks that failed and the units at the end, 3 where the load was followed; and the kinds of rows there were.</returns>
    private static async Task<((int Faults, int Units) Result, IReadOnlySet<string> Kinds)> RunDamagedAsync(string? damaged)
    {
        var store = new DamagedStore(new MemoryStateStore());
        var damagedWorld = new ServiceWorld(store);
        var load = 930.0;
        var loaded = damagedWorld.Azure.Add("chat", 1, _ => load, new ResourceSettings { Team = "chat" });
        damagedWorld.Azure.Add("two", 2, _ => 2300);
        var gone = damagedWorld.Azure.Add("gone", 1, _ => 100);
        for (var i = 0; i < 6; i++)
        {
            damagedWorld.Channel.Answers.Enqueue(DeliveryResult.RetryLater("down"));
        }

        await damagedWorld.RunAsync(8);
        damagedWorld.Azure.Remove(gone);
        store.Damaged = damaged;
        load = 2600;
        var faults = 0;
        for (var i = 0; i < 30; i++)
        {
            try
            {
                await damagedWorld.RunAsync(1);
            }
            catch (StateStoreException)
            {
                faults++;
                damagedWorld.Clock.Advance(TimeSpan.FromMinutes(1));
            }
        }

        return ((faults, loaded.GetUnits(damagedWorld.Clock.GetUtcNow())), store.Kinds);
    }

    private static ReadOnlyMemory<byte> ToBytes(string text) => Encoding.UTF8.GetBytes(text);
}
