using Advisor.Service.Store.Rows;

namespace Advisor.Service.StateTransfer;

/// <summary>Rows of a state by kind, and those that this version cannot read.</summary>
/// <param name="Counts">Number of rows of each kind, in the order of their names.</param>
/// <param name="Problems">A sentence for each row that cannot be read, at most <see cref="MaxProblems"/>.</param>
/// <param name="Damaged">Number of rows that cannot be read.</param>
public sealed record StateCheck(IReadOnlyDictionary<string, int> Counts, IReadOnlyList<string> Problems, int Damaged)
{
    /// <summary>Maximum number of problems that are kept.</summary>
    public const int MaxProblems = 20;

    /// <summary>Reads every row of a store as Advisor would. Changes nothing.</summary>
    /// <exception cref="StateStoreException">The store cannot be read, or is empty.</exception>
    public static async Task<StateCheck> RunAsync(IStateStore store, CancellationToken cancellation) =>
        await RunAsync(StateRows.ReadAsync(store, await StateRows.RequireBucketsAsync(store, cancellation), cancellation));

    internal static async Task<StateCheck> RunAsync(IAsyncEnumerable<Row> rows)
    {
        var counts = new SortedDictionary<string, int>(StringComparer.Ordinal);
        var (problems, damaged) = (new List<string>(), 0);
        Row? history = null;
        await foreach (var row in rows)
        {
            if ((FindProblem(row, out var kind) ?? RowKind.FindLostHistory(row, history)) is { } problem)
            {
                damaged++;
                if (problems.Count < MaxProblems)
                {
                    problems.Add(problem);
                }
            }

            history = RowKind.IsHistory(row) ? row : history;
            counts[kind] = counts.GetValueOrDefault(kind) + 1;
        }

        return new StateCheck(counts, problems, damaged);
    }

    private static string? FindProblem(Row row, out string name)
    {
        var kind = RowKind.Find(row);
        name = kind?.Name ?? "unknown rows";
        try
        {
            kind?.Read(row);
            return kind is null ? $"Row {row.Partition}/{row.Key} is of a kind that this version does not know." : null;
        }
        catch (StateStoreException error)
        {
            return error.Message;
        }
    }
}
