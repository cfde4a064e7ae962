using Advisor.Service.Store.Rows;
using Advisor.Tests;
using FsCheck;
using FsCheck.Fluent;

namespace Advisor.Service.Tests.Models;

/// <summary>
/// The change and alert state machines in random lives: ticks, messages twice, late and in any order, on two instances; crashes at
/// any call, failures of the store, of Azure and of a channel, answers of people, changes by others.
/// <c>ADVISOR_MODEL_CASES=20000</c> runs as many, <c>ADVISOR_MODEL_SEED</c> repeats the seed that a failure prints.
/// </summary>
public sealed class ServiceModelTests
{
    [Fact]
    public void Each_change_is_made_once_and_explained_and_each_alert_is_sent_and_resolved_once() =>
        Prop.ForAll(
                ModelStep.Lives,
                life =>
                {
                    var violations = Task.Run(() => FindViolationsAsync(life)).GetAwaiter().GetResult();
                    return (violations.Count == 0).Label(string.Join('\n', violations));
                }
            )
            .Check(ModelRuns.CreateConfig(40));

    private static async Task<IReadOnlyList<string>> FindViolationsAsync(ModelStep[] life)
    {
        var world = new ModelWorld(new MemoryStateStore());
        foreach (var step in life)
        {
            await world.RunAsync(step);
            if (world.Truth.Violations.Count > 0)
            {
                return world.Truth.Violations;
            }
        }

        await world.CalmDownAsync();
        await world.Truth.CheckEndAsync();
        return world.Truth.Violations;
    }
}
