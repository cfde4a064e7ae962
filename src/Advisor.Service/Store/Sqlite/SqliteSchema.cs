using Advisor.Service.Store.Rows;

namespace Advisor.Service.Store.Sqlite;

/// <summary>
/// Layout of the file: step i migrates version i to i + 1, and the columns of a released step stay. The version is SQLite's own
/// <c>user_version</c>; <c>application_id</c> marks the file as Advisor's. Its tables are not STRICT, which SQLite has since 3.37: systems
/// that .NET supports have older ones, which would refuse the file. The types of values are those that the statements bind.
/// </summary>
internal static class SqliteSchema
{
    private const int ApplicationId = 0x41647673; // "Advs"

    private static readonly string[] Steps =
    [
        """
            CREATE TABLE rows (
                partition TEXT NOT NULL,
                key TEXT NOT NULL,
                version INTEGER NOT NULL,
                at INTEGER NOT NULL,      -- ticks of 100 ns, UTC
                etag INTEGER NOT NULL,    -- from the counter, so that no value ever returns
                payload BLOB NOT NULL,
                PRIMARY KEY (partition, key)
            );
            CREATE TABLE counter (value INTEGER NOT NULL);
            INSERT INTO counter (value) VALUES (0);
            """,
    ];

    public static int CurrentVersion => Steps.Length;

    /// <summary>Migrates a file to the newest layout in one transaction; of several processes that open it at once, one does.</summary>
    /// <returns>Whether this one began it, in a file without any layout.</returns>
    /// <exception cref="StateStoreException">The file belongs to a newer version of Advisor, or to another program.</exception>
    public static bool Migrate(SqliteSession session)
    {
        if (ReadNumber(session, "PRAGMA user_version") == CurrentVersion && ReadNumber(session, "PRAGMA application_id") == ApplicationId)
        {
            return false;
        }

        using var transaction = new SqliteWrite(session);
        var version = ReadNumber(session, "PRAGMA user_version");
        Check(session);
        for (var step = version; step < CurrentVersion; step++)
        {
            session.Get(Steps[step]).ExecuteNonQuery();
        }

        session.Get($"PRAGMA user_version = {CurrentVersion}; PRAGMA application_id = {ApplicationId}").ExecuteNonQuery();
        transaction.Commit();
        return version == 0;
    }

    /// <summary>Checks that a file is Advisor's or empty, and changes nothing.</summary>
    /// <exception cref="StateStoreException">The file belongs to a newer version of Advisor, or to another program.</exception>
    public static void Check(SqliteSession session)
    {
        var version = ReadNumber(session, "PRAGMA user_version");
        if (version > CurrentVersion)
        {
            throw new StateStoreException(
                "NewerVersion",
                $"{session.Connection.DataSource} was created by a newer Advisor (schema version {version}; "
                    + $"this program supports {CurrentVersion}). Update Advisor.",
                isTransient: false
            );
        }

        var isEmpty = ReadNumber(session, "SELECT count(*) FROM sqlite_master") == 0;
        if (!isEmpty && ReadNumber(session, "PRAGMA application_id") != ApplicationId)
        {
            throw new StateStoreException(
                "Corrupt",
                $"{session.Connection.DataSource} is a database of another program. Use another path.",
                isTransient: false
            );
        }
    }

    private static int ReadNumber(SqliteSession session, string sql) =>
        session.Get(sql).ExecuteScalar() is long number ? (int)number : throw SqliteFaults.CreateCorrupt(session.Connection.DataSource);
}
