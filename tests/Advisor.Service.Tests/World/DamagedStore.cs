using System.Text.RegularExpressions;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Tests.World;

/// <summary>A store whose rows of one kind are those of a newer program.</summary>
internal sealed partial class DamagedStore(IStateStore inner) : IStateStore
{
    private readonly HashSet<string> kinds = new(StringComparer.Ordinal);

    /// <summary>Partition and key of the rows that cannot be read, with H for a hash and N for a number; null = all can.</summary>
    public string? Damaged { get; set; }

    /// <summary>Kinds of rows that were ever written.</summary>
    public IReadOnlySet<string> Kinds => kinds;

    public async Task<Row?> GetAsync(string partition, string key, CancellationToken cancellation) =>
        await inner.GetAsync(partition, key, cancellation) is { } row ? Damage(row) : null;

    public Task<CommitResult> CommitAsync(string partition, IReadOnlyList<RowWrite> writes, CancellationToken cancellation)
    {
        lock (kinds)
        {
            kinds.UnionWith(writes.Select(write => GetKind(partition, write.Key)));
        }

        return inner.CommitAsync(partition, writes, cancellation);
    }

    public async Task<RowPage> QueryAsync(RowQuery query, CancellationToken cancellation)
    {
        var page = await inner.QueryAsync(query, cancellation);
        return page with { Rows = [.. page.Rows.Select(Damage)] };
    }

    private Row Damage(Row row) => GetKind(row.Partition, row.Key) == Damaged ? row with { Version = 99 } : row;

    private static string GetKind(string partition, string key) => $"{partition} {Numbers().Replace(Hashes().Replace(key, "H"), "N")}";

    [GeneratedRegex("[0-9a-f]{32}", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Hashes();

    [GeneratedRegex("[0-9]{8,}", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Numbers();
}
