using System.Reflection;
using System.Runtime.InteropServices;
using SQLitePCL;

namespace Advisor.Service.Store.Sqlite;

/// <summary>Uses the SQLite of the operating system, which the system keeps patched, instead of a bundled copy.</summary>
internal static class SystemSqlite
{
    /// <summary>Name by which the provider asks for SQLite.</summary>
    private const string Library = "e_sqlite3";

    /// <summary>SQLITE_FCNTL_HAS_MOVED: compares the inode of the open file with that of its path.</summary>
    private const int HasMovedCode = 20;

    private static readonly Lazy<Exception?> Loaded = new(Load);

    /// <summary>Loads the library on the first call.</summary>
    /// <exception cref="Advisor.Service.Store.Rows.StateStoreException">The system has no SQLite.</exception>
    public static void Use()
    {
        if (Loaded.Value is { } failure)
        {
            throw new Advisor.Service.Store.Rows.StateStoreException(
                "Failed",
                OperatingSystem.IsWindows()
                    ? "The system's SQLite library was not found: winsqlite3.dll, a part of Windows 10, Windows Server 2016 and later."
                    : "The system's SQLite library was not found: install it (Debian and Ubuntu: libsqlite3-0).",
                isTransient: false,
                failure
            );
        }
    }

    /// <summary>
    /// Whether the path of a connection no longer leads to the file that it has open. Always false on Windows, where an open file stays.
    /// </summary>
    public static bool HasMoved(sqlite3 connection) =>
        FileControl(connection, null, HasMovedCode, out var hasMoved) == raw.SQLITE_OK && hasMoved != 0;

    /// <summary>Returns the library names to try, in order, on the current system.</summary>
    internal static IReadOnlyList<string> GetLibraryNames() =>
        OperatingSystem.IsWindows() ? ["winsqlite3.dll"]
        : OperatingSystem.IsMacOS() ? ["/usr/lib/libsqlite3.dylib", "libsqlite3.dylib"]
        : ["libsqlite3.so.0", "libsqlite3.so"];

    private static Exception? Load()
    {
        try
        {
            NativeLibrary.SetDllImportResolver(typeof(SQLite3Provider_e_sqlite3).Assembly, Resolve);
            NativeLibrary.SetDllImportResolver(typeof(SystemSqlite).Assembly, Resolve);
            raw.SetProvider(new SQLite3Provider_e_sqlite3());
            return null;
        }
        catch (Exception error) when (error is DllNotFoundException or EntryPointNotFoundException or TypeInitializationException)
        {
            return error;
        }
    }

    private static nint Resolve(string name, Assembly assembly, DllImportSearchPath? path)
    {
        if (name == Library)
        {
            foreach (var candidate in GetLibraryNames())
            {
                if (NativeLibrary.TryLoad(candidate, out var handle))
                {
                    return handle;
                }
            }
        }

        return 0;
    }

    [DllImport(Library, EntryPoint = "sqlite3_file_control")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int FileControl(sqlite3 connection, string? database, int operation, out int result);
}
