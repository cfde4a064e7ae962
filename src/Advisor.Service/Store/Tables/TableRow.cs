using Advisor.Service.Store.Rows;
using Azure.Data.Tables;

namespace Advisor.Service.Store.Tables;

/// <summary>Row as a table entity: PartitionKey, RowKey, V (version), At, P (payload) and W, the commit that wrote it.</summary>
internal static class TableRow
{
    /// <summary>Columns selected by a keys-only query.</summary>
    public static readonly string[] KeyColumns = ["PartitionKey", "RowKey", "V", "At"];

    /// <summary>Reads a row from an entity.</summary>
    /// <param name="table">Name of the table, for the error.</param>
    /// <exception cref="StateStoreException">The entity was not written by Advisor.</exception>
    public static Row Read(TableEntity entity, string table)
    {
        try
        {
            return new Row(
                entity.PartitionKey ?? throw new FormatException("PartitionKey is absent."),
                entity.RowKey ?? throw new FormatException("RowKey is absent."),
                entity.GetInt32("V") ?? throw new FormatException("V is absent."),
                entity.GetDateTimeOffset("At") ?? throw new FormatException("At is absent."),
                entity.GetBinary("P") ?? ReadOnlyMemory<byte>.Empty,
                entity.ETag.ToString()
            );
        }
        catch (Exception error) when (error is FormatException or InvalidOperationException)
        {
            throw new StateStoreException(
                "Corrupt",
                $"The table {table} holds an entity that Advisor did not write. Use a table of its own for Advisor.",
                isTransient: false,
                error
            );
        }
    }

    public static string? FindCommit(TableEntity entity) => entity.TryGetValue("W", out var commit) ? commit as string : null;
}
