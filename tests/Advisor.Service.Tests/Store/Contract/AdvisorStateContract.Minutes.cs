using Advisor.Core.Capacity;
using Advisor.Service.Series;
using Advisor.Service.Store;

namespace Advisor.Service.Tests.Store.Contract;

public abstract partial class AdvisorStateContract
{
    [Fact]
    public async Task Days_of_minutes_come_back_in_order_the_newest_from_beside_the_state()
    {
        await state
            .BeginCommit(Resource)
            .SaveMinutes(null, [CreateDay(Tick.AddDays(-2)), CreateDay(Tick.AddDays(-1))], Tick)
            .RunAsync(Cancel);
        var stored = (await state.LoadAsync(Resource, Cancel)).Minutes!;
        var over = stored.Read()!;
        Assert.True((await state.BeginCommit(Resource).SaveMinutes(stored, [over, CreateDay(Tick)], Tick).RunAsync(Cancel)).IsCommitted);

        var all = await state.Minutes.ReadAsync(Resource, Tick.AddDays(-3), Tick.AddDays(1), Cancel);
        var last = await state.Minutes.ReadAsync(Resource, Tick.AddDays(-1), Tick.AddDays(-1).AddMinutes(1), Cancel);

        Assert.Empty(all.Problems);
        Assert.Equal([-2, -1, 0], all.Records.Select(day => day.Day.DayNumber - MinuteDay.GetDay(Tick).DayNumber));
        Assert.All(all.Records, day => Assert.Equal(3, day[306].Units)); // 5 h 6 min of the day
        Assert.Equal(MinuteDay.GetDay(Tick.AddDays(-1)), Assert.Single(last.Records).Day);
        Assert.Empty((await state.Minutes.ReadAsync(Resource + "2", Tick.AddDays(-3), Tick, Cancel)).Records);
    }

    [Fact]
    public async Task Of_two_that_add_minutes_to_the_day_they_both_read_the_second_sees_a_conflict()
    {
        await state.BeginCommit(Resource).SaveMinutes(null, [CreateDay(Tick)], Tick).RunAsync(Cancel);
        var read = (await state.LoadAsync(Resource, Cancel)).Minutes;

        Assert.True((await state.BeginCommit(Resource).SaveMinutes(read, [CreateDay(Tick)], Tick).RunAsync(Cancel)).IsCommitted);
        Assert.False((await state.BeginCommit(Resource).SaveMinutes(read, [CreateDay(Tick)], Tick).RunAsync(Cancel)).IsCommitted);
        Assert.False((await state.BeginCommit(Resource).SaveMinutes(null, [CreateDay(Tick)], Tick).RunAsync(Cancel)).IsCommitted);
    }

    [Fact]
    public async Task Minutes_are_purged_after_31_days_and_the_newest_day_with_the_state()
    {
        MinuteDay[] days = [.. Enumerable.Range(-33, 34).Select(day => CreateDay(Tick.AddDays(day)))];
        await state.BeginCommit(Resource).SaveMinutes(null, days, Tick).SaveState(null, 1, Tick, ToBytes("0")).RunAsync(Cancel);

        await PurgeAsync(RetentionPolicy.Default, Tick);

        // Of 34 days, those of 33 and 32 days ago go.
        Assert.Equal(32, (await state.Minutes.ReadAsync(Resource, Tick.AddDays(-60), Tick.AddDays(1), Cancel)).Records.Count);

        await PurgeAsync(RetentionPolicy.Default, Tick.AddDays(32));

        Assert.Empty((await state.Minutes.ReadAsync(Resource, Tick.AddDays(-60), Tick.AddDays(1), Cancel)).Records);
    }

    private static MinuteDay CreateDay(DateTimeOffset at)
    {
        var day = new MinuteDay(MinuteDay.GetDay(at));
        day.Add((int)at.TimeOfDay.TotalMinutes, new MinuteValues(new PerLimit<double>(Connections: 2.5), 3, HasData: true));
        return day;
    }
}
