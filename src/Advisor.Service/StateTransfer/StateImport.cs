using System.Text;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.StateTransfer;

/// <summary>
/// Reads an exported state into an empty store. The row that makes the store Advisor's is written last, so that an import that was
/// interrupted can be made again; it overwrites what it wrote before. A mark keeps another file, and Advisor, out of such a store, and ends
/// an import that another has replaced.
/// </summary>
public static class StateImport
{
    /// <summary>Reads a file without writing: to be done before <see cref="RunAsync"/>.</summary>
    /// <returns>Its rows, and those that this version could not read in the new state either.</returns>
    /// <exception cref="InvalidDataException">The file is not an exported state, is damaged, or ends too early.</exception>
    public static Task<StateCheck> CheckAsync(TextReader reader, CancellationToken cancellation) =>
        StateCheck.RunAsync(
            ExportFormat
                .ReadAsync(reader, cancellation)
                .Select(row => new Row(row.Partition, row.Key, row.Version, ReadTime(row), row.Payload, ETag: ""))
        );

    /// <summary>Writes every row of a file, and returns their number.</summary>
    /// <param name="fileId">Tells the file from others, such as a hash of its content.</param>
    /// <param name="progress">Receives the number of rows so far.</param>
    /// <exception cref="InvalidDataException">The file is damaged; the store has no layout then, and takes another import.</exception>
    /// <exception cref="StateStoreException">The store cannot be written, is not empty, or holds a part of another file.</exception>
    public static async Task<int> RunAsync(
        IStateStore store,
        TextReader reader,
        string fileId,
        IProgress<int>? progress,
        CancellationToken cancellation
    )
    {
        if (await StateRows.FindBucketsAsync(store, cancellation) is not null)
        {
            throw new StateStoreException("NotEmpty", "there is a state already; import into a new one", isTransient: false);
        }

        var mark = await ImportMark.WriteAsync(store, Encoding.UTF8.GetBytes(fileId), cancellation);
        var (rows, layout) = (0, default(ExportRow));
        var batch = new ImportBatch(store, mark);
        await foreach (var row in ExportFormat.ReadAsync(reader, cancellation))
        {
            if (row.IsLayout)
            {
                layout = row;
            }
            else
            {
                await batch.AddAsync(row, cancellation);
            }

            rows++;
            progress?.Report(rows);
        }

        await batch.FlushAsync(cancellation);
        var ended = await store.CommitAsync(
            StateKeys.Fleet,
            [CreateWrite(layout!), RowWrite.Delete(ImportMark.Key, mark)], // the file ends only after it had a layout
            cancellation
        );
        return ended.IsCommitted ? rows : throw ImportMark.CreateReplaced();
    }

    private static RowWrite CreateWrite(ExportRow row) => RowWrite.Put(row.Key, row.Version, ReadTime(row), row.Payload);

    private static DateTimeOffset ReadTime(ExportRow row) => new(row.At, TimeSpan.Zero);

    /// <summary>Rows that follow each other in one partition, written together.</summary>
    private sealed class ImportBatch(IStateStore store, string mark)
    {
        private readonly List<RowWrite> writes = [];
        private string partition = "";
        private int bytes;

        public async Task AddAsync(ExportRow row, CancellationToken cancellation)
        {
            if (
                row.Partition != partition
                || writes.Count == RowLimits.MaxCommitWrites
                || bytes + row.Payload.Length > RowLimits.MaxCommitBytes / 2
            )
            {
                await FlushAsync(cancellation);
                partition = row.Partition;
            }

            writes.Add(CreateWrite(row));
            bytes += row.Payload.Length;
        }

        public async Task FlushAsync(CancellationToken cancellation)
        {
            if (writes.Count > 0)
            {
                // One that was suspended for long would write old rows over those of a service that has started since.
                await ImportMark.CheckIsOwnAsync(store, mark, cancellation);
                await store.CommitAsync(partition, writes, cancellation);
            }

            writes.Clear();
            bytes = 0;
        }
    }
}
