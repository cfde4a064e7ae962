using Advisor.State.Rows;

namespace Advisor.Storage.Tests.Contract;

public abstract partial class StateStoreContract
{
    [Fact]
    public async Task A_commit_is_all_or_nothing_and_names_the_write_that_failed()
    {
        var etag = (await CommitAsync(Insert("there", 1))).ETags[0]!;

        var result = await CommitAsync(Insert("new", 1), Put("other", 1), Insert("there", 2), RowWrite.Delete("gone"));

        Assert.Equal((CommitFailure.Exists, 2), (result.Failure, result.FailedWrite));
        Assert.Empty(result.ETags);
        Assert.Null(await store.GetAsync(P, "new", Cancel));
        Assert.Null(await store.GetAsync(P, "other", Cancel));
        Assert.Equal(etag, (await store.GetAsync(P, "there", Cancel))!.ETag);
    }

    [Fact]
    public async Task A_commit_of_every_kind_gives_the_etag_of_each_row()
    {
        var old = (await CommitAsync(Insert("a", 1), Insert("b", 1))).ETags;

        var result = await CommitAsync(Replace("a", 2, old[0]!), RowWrite.Delete("b", old[1]), Insert("c", 1), Put("d", 1));

        Assert.True(result.IsCommitted);
        Assert.Null(result.ETags[1]);
        Assert.Equal([result.ETags[0], result.ETags[2], result.ETags[3]], (await QueryAsync(QueryAll())).Select(row => row.ETag));
    }

    [Fact]
    public async Task Of_many_insertions_at_once_exactly_one_wins()
    {
        var other = await place.OpenAsync();
        var results = await Task.WhenAll(
            Enumerable.Range(0, 24).Select(i => (i % 2 == 0 ? store : other).CommitAsync(P, [Insert("k", i)], Cancel))
        );

        Assert.Single(results, result => result.IsCommitted);
        Assert.All(results.Where(result => !result.IsCommitted), result => Assert.Equal(CommitFailure.Exists, result.Failure));
    }

    [Fact]
    public async Task Of_many_replacements_of_one_etag_exactly_one_wins_and_its_content_stands()
    {
        var etag = (await CommitAsync(Insert("k", 0))).ETags[0]!;
        var other = await place.OpenAsync();
        for (byte round = 1; round <= 5; round++)
        {
            var results = await Task.WhenAll(
                Enumerable
                    .Range(0, 12)
                    .Select(i => (i % 2 == 0 ? store : other).CommitAsync(P, [Replace("k", (round * 20) + i, etag)], Cancel))
            );

            var winner = Assert.Single(Enumerable.Range(0, 12), i => results[i].IsCommitted);
            Assert.Equal((round * 20) + winner, await ReadAsync("k"));
            etag = results[winner].ETags[0]!;
        }
    }

    [Fact]
    public async Task Increments_of_writers_that_race_are_all_counted()
    {
        await CommitAsync(Insert("k", 0));
        var stores = new[] { store, await place.OpenAsync() };

        await Task.WhenAll(
            Enumerable
                .Range(0, 6)
                .Select(async i =>
                {
                    for (var n = 0; n < 10; )
                    {
                        var row = (await stores[i % 2].GetAsync(P, "k", Cancel))!;
                        n += (await stores[i % 2].CommitAsync(P, [Replace("k", row.Payload.Span[0] + 1, row.ETag)], Cancel)).IsCommitted
                            ? 1
                            : 0;
                    }
                })
        );

        // 6 writers, 10 increments each.
        Assert.Equal(60, await ReadAsync("k"));
    }

    [Fact]
    public async Task A_commit_holds_100_writes_or_2_MiB_and_no_more()
    {
        var hundred = Enumerable.Range(0, 100).Select(i => Insert($"k-{i:D3}", i)).ToArray();
        var large = Enumerable.Range(0, 34).Select(i => RowWrite.Insert($"l-{i}", 1, At, new byte[RowLimits.MaxPayloadBytes])).ToArray();

        Assert.True((await CommitAsync(hundred)).IsCommitted);
        Assert.True((await CommitAsync(large)).IsCommitted); // 34 x 61,440 = 2,088,960 of 2,097,152 bytes
        await Assert.ThrowsAsync<ArgumentException>(() => CommitAsync([.. hundred, Insert("k-100", 1)]));
        await Assert.ThrowsAsync<ArgumentException>(() => CommitAsync([.. large, RowWrite.Insert("l-34", 1, At, new byte[8_193])]));
        await Assert.ThrowsAsync<ArgumentException>(() => CommitAsync());
        await Assert.ThrowsAsync<ArgumentException>(() => CommitAsync(Insert("twice", 1), Insert("twice", 2)));
    }
}
