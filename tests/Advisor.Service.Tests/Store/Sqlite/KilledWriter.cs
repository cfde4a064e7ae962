using Advisor.Service.Store.Rows;
using Advisor.Service.Store.Sqlite;

namespace Advisor.Service.Tests.Store.Sqlite;

/// <summary>
/// A program that writes pairs of rows for as long as it lives, and prints the number of each pair once the store has answered.
/// </summary>
internal static class KilledWriter
{
    public static async Task<int> RunAsync(string path, string name)
    {
        using var store = SqliteStateStore.Open(path);
        for (var i = 0; ; i++)
        {
            var at = DateTimeOffset.UnixEpoch.AddSeconds(i);
            var payload = new byte[2_000];
            var result = await store.CommitAsync(
                "p",
                [RowWrite.Insert($"a-{name}-{i}", 1, at, payload), RowWrite.Insert($"b-{name}-{i}", 1, at, payload)],
                CancellationToken.None
            );
            if (!result.IsCommitted)
            {
                return 1;
            }

            Console.Out.WriteLine(i.ToString());
            await Console.Out.FlushAsync();
        }
    }
}
