namespace Advisor.Service.Store.Rows;

/// <summary>Result of reading a list of rows.</summary>
/// <param name="Records">Records that were read.</param>
/// <param name="Problems">One sentence per row that could not be read: of a newer version, or damaged.</param>
public sealed record RecordList<T>(IReadOnlyList<T> Records, IReadOnlyList<string> Problems)
{
    internal static RecordList<T> Read(IReadOnlyList<Row> rows, Func<Row, T> read)
    {
        var (records, problems) = (new List<T>(rows.Count), new List<string>());
        foreach (var row in rows)
        {
            try
            {
                records.Add(read(row));
            }
            catch (StateStoreException e) when (!e.IsTransient)
            {
                problems.Add(e.Message);
            }
        }

        return new RecordList<T>(records, problems);
    }
}
