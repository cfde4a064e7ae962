namespace Advisor.State.Rows;

/// <summary>What a list of rows came to.</summary>
/// <param name="Records">Those that can be read.</param>
/// <param name="Problems">A sentence for each that cannot: of a newer version, or damaged.</param>
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
