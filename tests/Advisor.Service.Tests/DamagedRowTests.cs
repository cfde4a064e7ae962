using System.Text;
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

    private static ReadOnlyMemory<byte> ToBytes(string text) => Encoding.UTF8.GetBytes(text);
}
