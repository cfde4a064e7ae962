using Advisor.Service.Store.Rows;

namespace Advisor.Service.StateTransfer;

/// <summary>Writes a whole state as JSON Lines, which <see cref="StateImport"/> reads into a store of either kind.</summary>
public static class StateExport
{
    /// <summary>Writes every row; the number of rows is returned, and written as the last line.</summary>
    /// <param name="progress">Receives the number of rows so far, now and then.</param>
    /// <exception cref="StateStoreException">The store cannot be read, or is empty.</exception>
    public static async Task<int> WriteAsync(IStateStore store, TextWriter writer, IProgress<int>? progress, CancellationToken cancellation)
    {
        var (rows, buckets) = (0, await StateRows.RequireBucketsAsync(store, cancellation));
        await writer.WriteLineAsync(ExportFormat.WriteHead(buckets));
        await foreach (var row in StateRows.ReadAsync(store, buckets, cancellation))
        {
            await writer.WriteLineAsync(ExportFormat.WriteRow(row).AsMemory(), cancellation);
            rows++;
            progress?.Report(rows);
        }

        await writer.WriteLineAsync(ExportFormat.WriteEnd(rows));
        await writer.FlushAsync(cancellation);
        return rows;
    }
}
