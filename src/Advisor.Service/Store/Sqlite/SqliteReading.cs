using Advisor.Service.Store.Rows;
using Microsoft.Data.Sqlite;

namespace Advisor.Service.Store.Sqlite;

/// <summary>
/// Reading of a file that cannot be written, or whose folder cannot. With a log beside it, SQLite reads what other processes write. Without
/// one no process has the file open, and SQLite cannot create what it needs to share it: it is told that nobody writes, and
/// <see cref="RequireUnchanged"/> finds one who did.
/// </summary>
internal sealed class SqliteReading
{
    private readonly string path;
    private readonly bool isShared;
    private readonly (long Length, DateTime WrittenAt) stamp;

    /// <param name="path">Full path of the file.</param>
    /// <exception cref="StateStoreException">
    /// The file cannot be read, is a link or no file, or belongs to another program or a newer version of Advisor.
    /// </exception>
    public SqliteReading(string path)
    {
        (this.path, isShared) = (path, HasLog(path));
        ConnectionString = new SqliteConnectionStringBuilder
        {
            DataSource = isShared ? path : CreateAddress(path),
            Mode = SqliteOpenMode.ReadOnly,
            Pooling = false,
        }.ToString();
        stamp = SqliteFaults.Translate(
            path,
            () =>
            {
                SqliteFiles.CheckOrCreate(path);
                return ReadStamp();
            }
        );
        Opened = SqliteFaults.Translate(path, () => SqliteSession.Open(ConnectionString, SqliteSchema.Check));
    }

    public string ConnectionString { get; }

    /// <summary>The first connection, for its caller to close.</summary>
    public SqliteSession Opened { get; }

    /// <summary>Checks that what was read is of one moment.</summary>
    /// <exception cref="StateStoreException">Another process wrote the file meanwhile.</exception>
    public void RequireUnchanged()
    {
        if (!isShared && (HasLog(path) || ReadStamp() != stamp))
        {
            throw new StateStoreException(
                "Busy",
                $"{path}: another process wrote the file while it was read. Try again.",
                isTransient: true
            );
        }
    }

    // Each part is escaped, since a name may look like an escape: a%41b.
    private static string CreateAddress(string path) =>
        $"file:///{string.Join('/', path.Replace('\\', '/').TrimStart('/').Split('/').Select(Uri.EscapeDataString))}?immutable=1";

    private static bool HasLog(string path) => File.Exists(path + "-wal");

    private (long Length, DateTime WrittenAt) ReadStamp()
    {
        var file = new FileInfo(path);
        return file.Exists ? (file.Length, file.LastWriteTimeUtc) : default;
    }
}
