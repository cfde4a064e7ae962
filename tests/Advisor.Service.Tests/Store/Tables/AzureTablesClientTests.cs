using System.Text.Json;
using Advisor.Service.Store.Rows;
using Advisor.Service.Store.Tables;
using Advisor.Service.Tests.Store.Contract;
using Advisor.Tests;

namespace Advisor.Service.Tests.Store.Tables;

/// <summary>
/// Microsoft's own client for tables (JavaScript) as a judge of ours: each reads in the emulator what the other wrote, and respects its
/// ETags.
/// </summary>
public sealed class AzureTablesClientTests(AzuriteFixture emulator)
{
    private const string Partition = "r~00~2f";

    private static readonly DateTimeOffset Noon = new DateTimeOffset(2026, 3, 1, 12, 0, 0, TimeSpan.Zero).AddTicks(1_234_567);

    [Fact]
    public async Task Each_client_reads_the_rows_of_the_other_with_types_times_and_bytes_whole()
    {
        var (ours, theirs) = await RunAsync();

        // Theirs reads ours: columns and types as they stand in the service, the payload byte by byte.
        var read = theirs.GetProperty("read").EnumerateArray().ToList();
        Assert.Equal(["a~1", "b"], read.Select(row => row.GetProperty("rowKey").GetString()));
        var first = read[0];
        Assert.Equal(("Int32", "3"), ReadColumn(first, "V"));
        Assert.Equal("DateTime", ReadColumn(first, "At").Type);
        Assert.Equal(Noon, DateTimeOffset.Parse(ReadColumn(first, "At").Value));
        Assert.Equal("Binary", ReadColumn(first, "P").Type);
        Assert.Equal(AllBytes, Convert.FromBase64String(ReadColumn(first, "P").Value));
        Assert.Equal(ReadColumn(first, "P"), ReadColumn(theirs.GetProperty("first"), "P")); // of a list, and asked for by its key
        var row = await ours.GetAsync(Partition, "a~1", TestContext.Current.CancellationToken);
        Assert.Equal(row!.ETag, first.GetProperty("etag").GetString());

        // Ours reads theirs: one created, one replaced; one was deleted.
        var page = await ours.QueryAsync(new RowQuery(Partition, "js-", "js."), TestContext.Current.CancellationToken);
        Assert.Equal(["js-1", "js-2"], page.Rows.Select(r => r.Key));
        Assert.Equal((7, Noon), (page.Rows[0].Version, page.Rows[0].At));
        Assert.Equal([0, 1, 254, 255], page.Rows[0].Payload.ToArray());
        Assert.Equal((80, new DateTimeOffset(2026, 3, 1, 13, 0, 0, TimeSpan.Zero)), (page.Rows[1].Version, page.Rows[1].At));
        Assert.Equal([2], page.Rows[1].Payload.ToArray());
        Assert.Equal(theirs.GetProperty("replaced").GetString(), page.Rows[1].ETag);
    }

    [Fact]
    public async Task A_condition_that_does_not_hold_is_refused_to_either()
    {
        var (ours, theirs) = await RunAsync();

        Assert.Equal(
            [(409, "EntityAlreadyExists"), (412, "UpdateConditionNotSatisfied"), (404, "ResourceNotFound")],
            new[] { "existing", "stale", "missing" }
                .Select(name => theirs.GetProperty("refused").GetProperty(name))
                .Select(refusal => (refusal.GetProperty("status").GetInt32(), refusal.GetProperty("code").GetString()))
        );

        // By the ETag that their client was given ours replaces their row, and only once.
        var etag = theirs.GetProperty("replaced").GetString()!;
        RowWrite[] writes = [RowWrite.Replace("js-2", 81, Noon, new byte[] { 1 }, etag)];
        Assert.True((await ours.CommitAsync(Partition, writes, TestContext.Current.CancellationToken)).IsCommitted);
        Assert.Equal(CommitFailure.Changed, (await ours.CommitAsync(Partition, writes, TestContext.Current.CancellationToken)).Failure);
    }

    private static byte[] AllBytes => [.. Enumerable.Range(0, 256).Select(value => (byte)value)];

    private static (string Type, string Value) ReadColumn(JsonElement row, string name) =>
        (row.GetProperty(name).GetProperty("type").GetString()!, row.GetProperty(name).GetProperty("value").GetString()!);

    private async Task<(IStateStore Ours, JsonElement Theirs)> RunAsync()
    {
        var azurite = emulator.GetOrSkip();
        var options = new TableStateStoreOptions { Table = "t" + Guid.NewGuid().ToString("N") };
        var ours = await TableStateStore.OpenEmulatorAsync(
            azurite.Tables,
            Azurite.Account,
            Azurite.Key,
            options,
            TestContext.Current.CancellationToken
        );
        await ours.CommitAsync(
            Partition,
            [RowWrite.Insert("a~1", 3, Noon, AllBytes), RowWrite.Insert("b", 1, Noon, ReadOnlyMemory<byte>.Empty)],
            TestContext.Current.CancellationToken
        );
        var theirs = await NodeScript.RunAsync(
            "azure-tables.js",
            "@azure/data-tables",
            azurite.Tables.AbsoluteUri,
            Azurite.Account,
            Azurite.Key,
            options.Table,
            Partition
        );
        return (ours, theirs);
    }
}
