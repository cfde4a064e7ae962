using Advisor.Service.Changes;
using Advisor.Service.Evaluation;

namespace Advisor.Service.Tests.Evaluation;

public sealed class ConnectionDropMemoryTests
{
    private static readonly DateTimeOffset Sent = new(2026, 1, 5, 8, 30, 20, TimeSpan.Zero);

    // The request is sent at 08:30 and seen in effect at 08:33; a minute without an entry drops 4 connections, as those before.
    private static readonly ChangeRecord Open = new()
    {
        ResourceId = "/x",
        DecidedAt = Sent,
        FromSku = "Standard_S1",
        FromUnits = 10,
        ToSku = "Standard_S1",
        ToUnits = 5,
        State = ChangeState.Accepted,
        SentAt = Sent,
    };

    private static readonly ChangeRecord Verified = Open with { State = ChangeState.Verified, ClosedAt = Sent.AddMinutes(3) };

    [Fact]
    public void Closes_beyond_the_usual_ones_count_until_the_clients_are_back()
    {
        // 204 + 104 less twice the usual 4; connections are back in 08:34, three minutes after the first drop began.
        var drop = Measure(
            Verified,
            new() { [32] = 204, [33] = 104 },
            new()
            {
                [32] = 1000,
                [33] = 900,
                [34] = 960,
            }
        );

        Assert.Equal("300 of 1,000 connections were dropped and reconnected within 3 minutes.", drop?.GetResult().Describe());
        Assert.Equal(Sent.AddMinutes(4).AddSeconds(-20), drop?.CountedAt);
    }

    [Fact]
    public void Closes_as_usual_are_no_drop_of_the_change()
    {
        var drop = Measure(Verified, new() { [31] = 8 }, []);

        Assert.Equal("No connection was dropped.", drop?.GetResult().Describe());
        Assert.Equal(Sent.AddMinutes(8).AddSeconds(-20), drop?.CountedAt);
    }

    [Fact]
    public void After_five_minutes_the_count_ends_whether_or_not_the_clients_are_back()
    {
        var drop = Measure(
            Verified,
            new() { [32] = 404 },
            new()
            {
                [33] = 600,
                [34] = 600,
                [35] = 600,
                [36] = 600,
                [37] = 600,
                [38] = 949,
            }
        );

        Assert.Equal(
            "400 of 1,000 connections were dropped, and fewer than before were connected afterwards.",
            drop?.GetResult().Describe()
        );
    }

    [Theory]
    [InlineData(30)]
    [InlineData(33)]
    public void A_minute_that_was_not_read_leaves_the_change_unknown(int unread) =>
        Assert.Null(Measure(Verified, new() { [32] = 204, [unread] = null }, []));

    [Fact]
    public void A_change_that_did_not_take_effect_is_not_measured() =>
        Assert.Null(Measure(Verified with { State = ChangeState.Failed }, new() { [32] = 204 }, []));

    [Fact]
    public void Ten_measured_scale_ins_have_a_mean_and_the_oldest_is_replaced()
    {
        var memory = Enumerable.Repeat(0.5, 9).Aggregate(new ConnectionDropMemory(), (known, ratio) => known.Add(ratio)).Add(null);
        Assert.Null(memory.FindMeanRatio());

        // Nine of 0.5 and one of 1, then eight of 0.5 and two of 1.
        Assert.Equal(0.55, memory.Add(1).FindMeanRatio()!.Value, 9);
        Assert.Equal(0.6, memory.Add(1).Add(1).FindMeanRatio()!.Value, 9);
    }

    // Every minute is read by the tick three minutes later, which also follows the change while it is open.
    private static ConnectionDropMeasurement? Measure(
        ChangeRecord end,
        Dictionary<int, double?> closes,
        Dictionary<int, double> connections
    )
    {
        var (memory, hour) = (new ConnectionDropMemory(), new DateTimeOffset(2026, 1, 5, 8, 0, 0, TimeSpan.Zero));
        for (var minute = 10; minute < 50; minute++)
        {
            var tick = minute + 3;
            var connected = connections.GetValueOrDefault(minute, 1000);
            var dropped = closes.TryGetValue(minute, out var given) ? given : 4;
            memory = memory.Follow(
                tick < 31 || tick > 33 ? null
                    : tick < 33 ? Open
                    : end,
                connected
            );
            (memory, var complete) = memory.Read(
                hour.AddMinutes(minute),
                dropped is { } count ? new Dictionary<string, double> { ["ServiceReload"] = count, ["Normal"] = 50 } : null,
                connected
            );
            if (complete is not null)
            {
                return complete;
            }
        }

        return null;
    }
}
