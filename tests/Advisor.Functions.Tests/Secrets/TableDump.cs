using System.Text;
using Advisor.Tests;
using Azure.Data.Tables;

namespace Advisor.Functions.Tests.Secrets;

/// <summary>Every row of the state, as the table service gives it to who may read the account.</summary>
internal static class TableDump
{
    /// <returns>Partition, key and all columns as text, the payload decoded.</returns>
    public static async Task<IReadOnlyList<(string Key, string Text)>> ReadAsync(Uri tables, CancellationToken cancellation)
    {
        var table = Open(tables);
        var rows = new List<(string, string)>();
        await foreach (var row in table.QueryAsync<TableEntity>(cancellationToken: cancellation))
        {
            var columns = row.Select(column =>
                $"{column.Key}: {(column.Value is byte[] bytes ? Encoding.UTF8.GetString(bytes) : column.Value)}"
            );
            rows.Add(($"{row.PartitionKey}/{row.RowKey}", string.Join('\n', columns)));
        }

        return rows;
    }

    /// <returns>The number of rows.</returns>
    public static async Task<int> CountAsync(Uri tables, CancellationToken cancellation)
    {
        var count = 0;
        await foreach (var page in Open(tables).QueryAsync<TableEntity>(select: ["RowKey"], cancellationToken: cancellation).AsPages())
        {
            count += page.Values.Count;
        }

        return count;
    }

    private static TableClient Open(Uri tables) => new(tables, "advisor", new TableSharedKeyCredential(Azurite.Account, Azurite.Key));
}
