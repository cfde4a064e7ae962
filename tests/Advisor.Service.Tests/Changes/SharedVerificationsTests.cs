using Advisor.Core.Settings;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Changes;

/// <summary>What the changes of a subscription write when they take effect.</summary>
public sealed class SharedVerificationsTests
{
    // Where hundreds take effect in one tick, a row that each of them writes is contended: the 65th writer of a moment fails, and with it
    // the tick. At 08:10 both resources reach the start of a floor of 3 units.
    [Fact]
    public async Task Changes_that_take_effect_write_no_row_that_all_of_them_share_where_none_has_failed()
    {
        var store = new SharedRows(new MemoryStateStore());
        var world = new ServiceWorld(store);
        var opening = ServiceWorld.Start.AddMinutes(10);
        var settings = new ResourceSettings { Windows = [new("opening", opening, opening.AddHours(1), 3, false) { Lead = TimeSpan.Zero }] };
        world.Azure.Add("a", 1, _ => 300, settings);
        world.Azure.Add("b", 1, _ => 300, settings);

        await world.RunAsync(20);

        Assert.Equal(2, world.Azure.Patches.Count);
        Assert.Empty(await (await world.OpenStateAsync()).Changes.ListOpenAsync(TestContext.Current.CancellationToken));
        Assert.Equal(0, store.Writes);
    }

    /// <summary>Counts the writes to the rows of the change rate and of the verifications.</summary>
    private sealed class SharedRows(IStateStore inner) : IStateStore
    {
        public int Writes { get; private set; }

        public Task<Row?> GetAsync(string partition, string key, CancellationToken cancellation) =>
            inner.GetAsync(partition, key, cancellation);

        public Task<CommitResult> CommitAsync(string partition, IReadOnlyList<RowWrite> writes, CancellationToken cancellation)
        {
            Writes += partition == StateKeys.ChangeRate ? writes.Count : 0;
            return inner.CommitAsync(partition, writes, cancellation);
        }

        public Task<RowPage> QueryAsync(RowQuery query, CancellationToken cancellation) => inner.QueryAsync(query, cancellation);
    }
}
