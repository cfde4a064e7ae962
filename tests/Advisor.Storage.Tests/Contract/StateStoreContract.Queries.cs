using Advisor.State.Rows;

namespace Advisor.Storage.Tests.Contract;

public abstract partial class StateStoreContract
{
    [Fact]
    public async Task A_range_has_its_first_key_and_not_its_last_in_ordinal_order()
    {
        // Ordinal: '-' < '.' < digits < upper case < '_' < lower case < '~'.
        string[] keys = ["a", "A", "a-1", "a.1", "a1", "a~", "b", "_", "9"];
        await CommitAsync([.. keys.Select(key => Insert(key, 1))]);
        await store.CommitAsync("p-2", [Insert("a-elsewhere", 1)], Cancel);

        Assert.Equal(["9", "A", "_", "a", "a-1", "a.1", "a1", "a~", "b"], (await QueryAsync(QueryAll())).Select(row => row.Key));
        Assert.Equal(["a-1", "a.1"], (await QueryAsync(new RowQuery(P, "a-1", "a1"))).Select(row => row.Key));
        Assert.Equal(["a-1"], (await QueryAsync(RowQuery.FromPrefix(P, "a-"))).Select(row => row.Key));
        Assert.Empty(await QueryAsync(new RowQuery(P, "c", "d")));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(30)]
    [InlineData(1000)]
    public async Task Pages_of_any_size_give_every_row_once(int limit)
    {
        await CommitAsync([.. Enumerable.Range(0, 30).Select(i => Insert($"k-{i:D2}", i))]);

        var keys = new List<string>();
        string? after = null;
        do
        {
            var page = await store.QueryAsync(QueryAll() with { Limit = limit, After = after }, Cancel);
            Assert.True(page.Rows.Count <= limit);
            keys.AddRange(page.Rows.Select(row => row.Key));
            after = page.Next;
        } while (after is not null);

        Assert.Equal(Enumerable.Range(0, 30).Select(i => $"k-{i:D2}"), keys);
    }

    [Fact]
    public async Task More_rows_than_a_page_can_hold_are_paged()
    {
        for (var hundred = 0; hundred < 11; hundred++)
        {
            await CommitAsync([.. Enumerable.Range(hundred * 100, 100).Select(i => Insert($"k-{i:D4}", i))]);
        }

        var first = await store.QueryAsync(QueryAll(), Cancel);
        var second = await store.QueryAsync(QueryAll() with { After = first.Next }, Cancel);

        Assert.Equal((1000, "k-0999"), (first.Rows.Count, first.Next));
        Assert.Equal((100, null), (second.Rows.Count, second.Next));
    }

    [Fact]
    public async Task A_query_for_keys_leaves_the_payloads_out()
    {
        var etag = (await CommitAsync(Insert("k", 9))).ETags[0];

        var row = Assert.Single(await QueryAsync(QueryAll() with { KeysOnly = true }));

        Assert.Equal(("k", 1, At, etag, 0), (row.Key, row.Version, row.At, row.ETag, row.Payload.Length));
    }

    [Fact]
    public async Task A_page_of_no_rows_or_too_many_is_refused()
    {
        await Assert.ThrowsAsync<ArgumentException>(() => store.QueryAsync(QueryAll() with { Limit = 0 }, Cancel));
        await Assert.ThrowsAsync<ArgumentException>(() => store.QueryAsync(QueryAll() with { Limit = 1001 }, Cancel));
    }
}
