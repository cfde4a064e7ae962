using System.IO.Compression;
using System.Text.Json.Nodes;
using Advisor.Service.StateTransfer;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.Store.Contract;
using Advisor.Service.Tests.Store.Rows;
using Advisor.Tests;

namespace Advisor.Service.Tests.StateTransfer;

/// <summary>
/// A state of version 0.1, an hour of the ten loopback resources, as its SQLite file and as its export. Both are never rewritten: a later
/// version reads them.
/// </summary>
public sealed class StateTransferTests(AzuriteFixture azurite)
{
    // Of the hour: the rows that the tick log, the decisions and the states of ten resources leave.
    private const int Rows = 159;

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(typeof(MemoryPlace))]
    [InlineData(typeof(SqlitePlace))]
    [InlineData(typeof(TablePlace))]
    public async Task A_state_of_0_1_is_imported_checked_and_exported_as_it_was(Type kind)
    {
        await using var place = Open(kind);
        var store = await place.OpenAsync();
        var export = Decompress("State-0.1.jsonl.gz");

        Assert.Equal(Rows, await StateImport.RunAsync(store, new StringReader(export), "file", null, Cancel));

        var check = await StateCheck.RunAsync(store, Cancel);
        Assert.Empty(check.Problems);
        Assert.Equal(Rows, check.Counts.Values.Sum());
        Assert.DoesNotContain("unknown rows", check.Counts.Keys);
        Assert.Equal(export, await ExportAsync(store));
        var state = await AdvisorState.OpenAsync(store, 64, DateTimeOffset.UnixEpoch, Cancel);
        Assert.Equal(10, (await state.Snapshots.ListAsync(null, 100, Cancel)).Snapshots.Count);
    }

    [Fact]
    public async Task The_file_of_0_1_is_opened_and_read_whole()
    {
        await using var place = new SqlitePlace();
        await File.WriteAllBytesAsync(place.File, DecompressBytes("State-0.1.db.gz"), Cancel);

        var store = await place.OpenAsync();

        Assert.Equal(0, (await StateCheck.RunAsync(store, Cancel)).Damaged);
        Assert.Equal(Decompress("State-0.1.jsonl.gz"), await ExportAsync(store));
    }

    [Theory]
    [InlineData(4, 3)] // twice
    [InlineData(3, 9)] // out of order
    [InlineData(-2, 2)] // in a partition that has ended
    public async Task A_row_that_comes_twice_or_out_of_order_is_refused_before_anything_is_written(int at, int copied)
    {
        var lines = Decompress("State-0.1.jsonl.gz").Split('\n', StringSplitOptions.RemoveEmptyEntries);
        lines[at < 0 ? lines.Length + at : at] = lines[copied];

        var fault = await Assert.ThrowsAsync<InvalidDataException>(async () =>
            await StateImport.CheckAsync(new StringReader(string.Join('\n', lines)), Cancel)
        );

        Assert.EndsWith(" comes twice, or out of order.", fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_import_that_was_interrupted_leaves_no_state_and_can_be_made_again()
    {
        var (store, export) = (new MemoryStateStore(), Decompress("State-0.1.jsonl.gz"));
        var half = string.Join('\n', export.Split('\n').Take(80));

        var fault = await Assert.ThrowsAsync<InvalidDataException>(() =>
            StateImport.RunAsync(store, new StringReader(half), "file", null, Cancel)
        );

        Assert.Equal("The file ends after 79 rows, without its last line: the export did not finish.", fault.Message);
        await Assert.ThrowsAsync<StateStoreException>(() => StateCheck.RunAsync(store, Cancel));

        // Neither Advisor nor another file goes on with what is there.
        var opened = await Assert.ThrowsAsync<StateStoreException>(() =>
            AdvisorState.OpenAsync(store, 1, DateTimeOffset.UnixEpoch, Cancel)
        );
        Assert.Equal("an import was interrupted: import the same file again", opened.Message);
        var other = await Assert.ThrowsAsync<StateStoreException>(() =>
            StateImport.RunAsync(store, new StringReader(export), "other", null, Cancel)
        );
        Assert.StartsWith("an import was interrupted: it was of another file", other.Message, StringComparison.Ordinal);
        await StateImport.RunAsync(store, new StringReader(export), "file", null, Cancel);
        Assert.Equal(export, await ExportAsync(store));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task An_import_that_was_suspended_writes_nothing_once_another_was_made_in_its_place(bool atItsEnd)
    {
        var (store, export) = (new MemoryStateStore(), Decompress("State-0.1.jsonl.gz"));
        var lines = export.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        var after = "";

        // Before its first rows are written, or the last of them: of the lines, one is the head and one the end. Advisor is started on what
        // the other import has made, and changes a row.
        var suspension = new Suspension(
            atItsEnd ? lines.Length - 2 : 5,
            () =>
            {
                StateImport.RunAsync(store, new StringReader(export), "file", null, Cancel).GetAwaiter().GetResult();
                var last = JsonNode.Parse(lines[^2])!;
                var changed = RowWrite.Put((string)last["key"]!, 1, DateTimeOffset.UnixEpoch, new byte[] { 1 });
                store.CommitAsync((string)last["partition"]!, [changed], Cancel).GetAwaiter().GetResult();
                after = ExportAsync(store).GetAwaiter().GetResult();
            }
        );
        var fault = await Assert.ThrowsAsync<StateStoreException>(() =>
            StateImport.RunAsync(store, new StringReader(export), "file", suspension, Cancel)
        );

        Assert.Equal("another import was made in place of this one, which has ended", fault.Message);
        Assert.Equal(after, await ExportAsync(store));
    }

    private sealed class Suspension(int at, Action meanwhile) : IProgress<int>
    {
        public void Report(int value)
        {
            if (value == at)
            {
                meanwhile();
            }
        }
    }

    [Fact]
    public async Task A_state_is_not_overwritten()
    {
        var store = new MemoryStateStore();
        await AdvisorState.OpenAsync(store, 1, DateTimeOffset.UnixEpoch, Cancel);

        var fault = await Assert.ThrowsAsync<StateStoreException>(() =>
            StateImport.RunAsync(store, new StringReader(Decompress("State-0.1.jsonl.gz")), "file", null, Cancel)
        );

        Assert.Equal(("NotEmpty", false), (fault.Code, fault.IsTransient));
    }

    [Theory]
    [InlineData(0, "", "The first line is not the head of an exported state.")]
    [InlineData(0, """{"advisorState":2,"buckets":1}""", "The file has version 2; this program reads version 1.")]
    [InlineData(2, "not JSON", "Line 3 is no row of a state.")]
    [InlineData(2, """{"partition":"a/b","key":"k","version":1,"at":0,"payload":""}""", "Line 3 is no row of a state.")]
    [InlineData(2, """{"partition":"fleet","key":"k","version":1,"at":-1,"payload":""}""", "Line 3 is no row of a state.")]
    [InlineData(2, """{"rows":7}""", "Line 3 states 7 rows, and 1 are before it.")]
    public async Task A_file_that_is_no_export_is_one_line(int at, string line, string problem)
    {
        var lines = Decompress("State-0.1.jsonl.gz").Split('\n');
        lines[at] = line;

        var fault = await Assert.ThrowsAsync<InvalidDataException>(async () =>
            await StateImport.CheckAsync(new StringReader(string.Join('\n', lines)), Cancel)
        );

        Assert.Equal(problem, fault.Message);
    }

    [Fact]
    [Fault("state-damaged")]
    public async Task A_damaged_row_and_one_of_a_later_version_are_counted_and_named()
    {
        var store = new MemoryStateStore();
        await AdvisorState.OpenAsync(store, 1, DateTimeOffset.UnixEpoch, Cancel);
        await store.CommitAsync(
            "fleet",
            [
                RowWrite.Put("pause", 1, DateTimeOffset.UnixEpoch, "{"u8.ToArray()),
                RowWrite.Put("heartbeat", 9, DateTimeOffset.UnixEpoch, "{}"u8.ToArray()),
                RowWrite.Put("from-tomorrow", 1, DateTimeOffset.UnixEpoch, default),
            ],
            Cancel
        );

        var check = await StateCheck.RunAsync(store, Cancel);

        Assert.Equal(3, check.Damaged);
        Assert.Contains(
            check.Problems,
            problem => problem.StartsWith("The pause in row fleet/pause cannot be read", StringComparison.Ordinal)
        );
        Assert.Contains(
            check.Problems,
            problem => problem.Contains("has version 9; this program reads version 1", StringComparison.Ordinal)
        );
        Assert.Contains("Row fleet/from-tomorrow is of a kind that this version does not know.", check.Problems);
    }

    [Fact]
    public void Every_codec_is_read_by_some_kind_of_row()
    {
        var source = File.ReadAllText(RepositoryFiles.GetPath("src", "Advisor.Service", "StateTransfer", "RowKind.cs"));

        Assert.All(GoldenRows.All, row => Assert.Contains($"RecordCodecs.{row.Name})", source, StringComparison.Ordinal));
    }

    private IStorePlace Open(Type kind) =>
        kind == typeof(TablePlace) ? new TablePlace(azurite) : (IStorePlace)Activator.CreateInstance(kind)!;

    private static async Task<string> ExportAsync(IStateStore store)
    {
        var writer = new StringWriter { NewLine = "\n" };
        await StateExport.WriteAsync(store, writer, null, Cancel);
        return writer.ToString();
    }

    private static string Decompress(string name) => System.Text.Encoding.UTF8.GetString(DecompressBytes(name));

    private static byte[] DecompressBytes(string name)
    {
        using var file = File.OpenRead(RepositoryFiles.GetPath("tests", "Advisor.Service.Tests", "Golden", name));
        using var zip = new GZipStream(file, CompressionMode.Decompress);
        using var content = new MemoryStream();
        zip.CopyTo(content);
        return content.ToArray();
    }
}
