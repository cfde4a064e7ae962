using Advisor.Service.Store.Rows;
using Microsoft.Data.Sqlite;

namespace Advisor.Service.Store.Sqlite;

/// <summary>Translates what SQLite and the file system throw into faults of the state store, with what to do.</summary>
internal static class SqliteFaults
{
    /// <exception cref="StateStoreException">The work failed in SQLite or in the file system.</exception>
    public static T Translate<T>(string path, Func<T> work)
    {
        try
        {
            return work();
        }
        catch (SqliteException error) when (error.SqliteErrorCode is 5 or 6)
        {
            throw new StateStoreException(
                "Busy",
                $"{path}: another process has locked the file for too long. Try again.",
                isTransient: true,
                error
            );
        }
        catch (SqliteException error) when (error.SqliteErrorCode == 13 || (error.SqliteErrorCode == 10 && IsDiskFull(path)))
        {
            // A full disk causes either error, depending on the file that was to be extended.
            throw new StateStoreException(
                StateStoreException.Full,
                $"{path}: its disk is full. Free some space: what was written before is kept.",
                isTransient: true,
                error
            );
        }
        catch (SqliteException error) when (error.SqliteErrorCode == 10)
        {
            throw new StateStoreException(
                "Failed",
                $"{path}: its disk is failing. Check it; what was written before is kept.",
                isTransient: true,
                error
            );
        }
        catch (Exception error) when (error is SqliteException { SqliteErrorCode: 3 or 8 or 14 or 23 } or UnauthorizedAccessException)
        {
            throw new StateStoreException(
                StateStoreException.Forbidden,
                $"{path} cannot be opened for writing. Let the user that runs Advisor write the file and its "
                    + "folder, or use another path.",
                isTransient: false,
                error
            );
        }
        catch (Exception error)
            when (error
                    is SqliteException { SqliteErrorCode: 11 or 19 or 26 }
                        or InvalidCastException
                        or ArithmeticException
                        or ArgumentException
            )
        {
            // SQLite notices damage of a page; that of a value breaks a constraint, or gives another type or an impossible time.
            throw CreateCorrupt(path, error);
        }
        catch (Exception error) when (error is SqliteException or IOException)
        {
            throw new StateStoreException("Failed", $"{path} cannot be used: {error.Message}", isTransient: false, error);
        }
    }

    /// <summary>Creates the error for a file with content that SQLite or Advisor did not write.</summary>
    public static StateStoreException CreateCorrupt(string path, Exception? error = null) =>
        new(
            "Corrupt",
            $"{path} is damaged or not a SQLite file. Stop Advisor, move the file with its -wal and -shm away, and restore a copy; "
                + "or use a new path: Advisor reads past metrics from Azure again.",
            isTransient: false,
            error
        );

    private static bool IsDiskFull(string path)
    {
        const int minSpace = 64 * 1024;
        try
        {
            return new DriveInfo(Path.GetDirectoryName(path)!).AvailableFreeSpace < minSpace;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return false;
        }
    }
}
