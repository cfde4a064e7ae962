using System.Text;
using Advisor.Service.Store.Rows;
using Advisor.Service.Store.Sqlite;
using Advisor.Tests;
using Microsoft.Data.Sqlite;

namespace Advisor.Service.Tests.Store.Sqlite;

public sealed class SqliteFaultsGoldenTests
{
    /// <summary>What a person reads of each error of SQLite and the file system, and whether the same may succeed later.</summary>
    [Fact]
    public void The_faults_of_a_file_are_those_that_were_reviewed()
    {
        var text = new StringBuilder();
        Exception[] faults =
        [
            .. new[] { 1, 3, 5, 6, 8, 10, 11, 13, 14, 19, 23, 26 }.Select(code => new SqliteException($"SQLite says {code}.", code)),
            new UnauthorizedAccessException("No right."),
            new InvalidCastException("Not a number."),
            new OverflowException("Too large."),
            new IOException("No such device."),
        ];
        foreach (var fault in faults)
        {
            var thrown = Assert.Throws<StateStoreException>(() => SqliteFaults.Translate<int>("state.db", () => throw fault));
            var name = fault is SqliteException sqlite ? $"SQLite {sqlite.SqliteErrorCode}" : fault.GetType().Name;
            text.Append($"{name}: {thrown.Code}{(thrown.IsTransient ? ", transient" : "")}: {thrown.Message}\n");
            Assert.Same(fault, thrown.InnerException);
        }

        Assert.Equal(5, SqliteFaults.Translate("state.db", () => 5));
        Assert.Throws<InvalidOperationException>(() =>
            SqliteFaults.Translate<int>("state.db", () => throw new InvalidOperationException())
        );
        Golden.AssertMatches("Advisor.Service.Tests", "sqlite-faults.txt", text.ToString());
    }
}
