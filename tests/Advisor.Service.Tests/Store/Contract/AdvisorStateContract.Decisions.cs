using Advisor.Core.Decisions;
using Advisor.Service.Evaluation.Records;

namespace Advisor.Service.Tests.Store.Contract;

public abstract partial class AdvisorStateContract
{
    [Fact]
    public async Task A_decision_of_one_tick_and_action_is_recorded_once_with_all_it_says()
    {
        var decision = CreateDecision(Tick) with { Details = """{"a":"ü\"x"}""", ChangeId = "c", Actor = "someone" };

        Assert.True(await AppendAsync(decision));
        Assert.False(await AppendAsync(decision with { Units = 9 }));
        Assert.True(await AppendAsync(decision with { Action = ScalingAction.Hold }));

        var read = (await ReadHistoryAsync()).Records.Single(record => record.Action == ScalingAction.ScaleOut);
        Assert.Equivalent(decision, read, strict: true);
    }

    [Fact]
    public async Task Decisions_come_newest_first_in_pages_with_from_inside_and_before_outside_the_range()
    {
        foreach (var minute in Enumerable.Range(0, 10))
        {
            await AppendAsync(CreateDecision(Tick.AddMinutes(minute)));
        }

        var minutes = new List<double>();
        for (string? after = null; ; )
        {
            var page = await state.Decisions.QueryAsync(Resource, new(Tick.AddMinutes(2), Tick.AddMinutes(9), after, 3), Cancel);
            minutes.AddRange(page.Records.Select(record => (record.Tick - Tick).TotalMinutes));
            if (page.Next is null)
            {
                break;
            }

            after = page.Next;
        }

        Assert.Equal([8, 7, 6, 5, 4, 3, 2], minutes);
    }

    private async Task<bool> AppendAsync(DecisionRecord decision) =>
        (await state.BeginCommit(decision.ResourceId).Append(decision).RunAsync(Cancel)).IsCommitted;
}
