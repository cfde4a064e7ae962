using Advisor.Notifications.Delivery;
using static Advisor.Notifications.Tests.Delivery.Receiver;

namespace Advisor.Notifications.Tests.Delivery;

public sealed class IncidentOrderTests
{
    [Fact]
    public async Task Messages_of_an_incident_go_one_after_another_and_others_pass()
    {
        var gate = new TaskCompletionSource();
        await using var receiver = await StartAsync(
            async context =>
            {
                await gate.Task;
                await Says(200)(context);
            },
            Says(200));
        using var world = new World(receiver.Address);
        var channel = world.Webhook;

        var first = World.Send(channel, Of("a", "1"));
        await receiver.ArrivalAsync();
        var second = World.Send(channel, Of("a", "2"));
        var third = World.Send(channel, Of("a", "3"));
        Assert.Equal(DeliveryReport.Delivered, await World.Send(channel, Of("b", "4")));
        Assert.Equal(["1", "4"], Ids(receiver));

        gate.SetResult();
        await Task.WhenAll(first, second, third);
        Assert.Equal(["1", "4", "2", "3"], Ids(receiver));
    }

    [Fact]
    public async Task Nothing_overtakes_a_message_that_is_not_through()
    {
        await using var receiver = await StartAsync(Says(500), Says(500), Says(500), Says(200));
        using var world = new World(receiver.Address);
        var channel = world.Webhook;
        Assert.Equal(DeliveryStatus.Later, (await World.Send(channel, Of("a", "1"))).Status);

        var held = await World.Send(channel, Of("a", "2"));
        Assert.Equal((DeliveryStatus.Later, true), (held.Status, held.MayRetry));
        Assert.Equal(3, receiver.Posts.Count);

        Assert.Equal(DeliveryReport.Delivered, await World.Send(channel, Of("a", "1")));
        Assert.Equal(DeliveryReport.Delivered, await World.Send(channel, Of("a", "2")));
        Assert.Equal(["1", "1", "1", "1", "2"], Ids(receiver));
    }

    [Theory]
    [InlineData(true, 0, DeliveryStatus.Delivered)]
    [InlineData(false, 3599, DeliveryStatus.Later)]
    [InlineData(false, 3600, DeliveryStatus.Delivered)]
    public async Task What_is_given_up_or_too_old_holds_nothing_back(bool givenUp, int seconds, DeliveryStatus expected)
    {
        await using var receiver = await StartAsync(Says(500), Says(500), Says(500), Says(200));
        using var world = new World(receiver.Address);
        var channel = world.Webhook;
        await World.Send(channel, Of("a", "1"));

        if (givenUp)
        {
            channel.GiveUp(Of("a", "1"));
        }

        world.Time.Advance(TimeSpan.FromSeconds(seconds));
        Assert.Equal(expected, (await World.Send(channel, Of("a", "2"))).Status);
    }

    [Fact]
    public async Task A_refused_message_holds_nothing_back()
    {
        await using var receiver = await StartAsync(Says(400), Says(200));
        using var world = new World(receiver.Address);
        var channel = world.Webhook;

        Assert.Equal(DeliveryStatus.Refused, (await World.Send(channel, Of("a", "1"))).Status);
        Assert.Equal(DeliveryReport.Delivered, await World.Send(channel, Of("a", "2")));
    }

    [Fact]
    public async Task A_caller_that_goes_away_while_it_waits_leaves_the_row_in_order()
    {
        var gate = new TaskCompletionSource();
        await using var receiver = await StartAsync(
            async context =>
            {
                await gate.Task;
                await Says(200)(context);
            },
            Says(200));
        using var world = new World(receiver.Address);
        using var leaving = new CancellationTokenSource();
        var channel = world.Webhook;

        var first = World.Send(channel, Of("a", "1"));
        await receiver.ArrivalAsync();
        var gone = channel.SendAsync(Of("a", "2"), leaving.Token);
        var third = World.Send(channel, Of("a", "3"));
        await leaving.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => gone);
        gate.SetResult();

        await Task.WhenAll(first, third);
        Assert.Equal(["1", "3"], Ids(receiver));
    }

    private static AlertMessage Of(string incident, string id) => Samples.Fired with { DedupKey = incident, EventId = id };

    private static IEnumerable<string> Ids(Receiver receiver) => receiver.Posts.Select(post => post.Headers["webhook-id"]);
}
