using Advisor.Service.Store.Rows;

namespace Advisor.Service.Store.Sqlite;

/// <summary>File permissions of the state, for the owner only: it contains names, sizes and messages of a whole fleet.</summary>
internal static class SqliteFiles
{
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    // Devices and the files of the kernel: they look like empty files.
    private static readonly string[] DeviceFolders = ["/dev/", "/proc/", "/sys/"];

    private static ReadOnlySpan<byte> Header => "SQLite format 3\0"u8;

    /// <summary>
    /// Creates a missing file for its owner only; checks that an existing one is a file of SQLite, or empty, and that a log is not without
    /// its file. Changes nothing about an existing file, which may be another program's.
    /// </summary>
    /// <exception cref="StateStoreException">
    /// It is a link, a device, a folder or a file of another kind; or there is only its log.
    /// </exception>
    /// <exception cref="UnauthorizedAccessException">The file cannot be created or read.</exception>
    public static void CheckOrCreate(string path)
    {
        if (Directory.Exists(path))
        {
            throw CreateRefusal(path, "is a folder");
        }

        var file = new FileInfo(path);
        if (file.LinkTarget is not null)
        {
            throw CreateRefusal(path, "is a link, which may lead to a file of others");
        }

        if (!OperatingSystem.IsWindows() && DeviceFolders.Any(folder => path.StartsWith(folder, StringComparison.Ordinal)))
        {
            throw CreateRefusal(path, "is in a folder of devices");
        }

        if (file is not { Exists: true, Length: > 0 } && new FileInfo(path + "-wal") is { Exists: true, Length: > 0 })
        {
            // SQLite writes the file before its log. It would empty the log: the rows in it, the newest ones, would be lost.
            throw new StateStoreException(
                "Missing",
                $"{path} is {(file.Exists ? "empty" : "missing")}, but the log beside it holds rows of it: {path}-wal. Put the file back, "
                    + "or restore a copy; or move the log away, to begin a new state.",
                isTransient: false
            );
        }

        if (!file.Exists)
        {
            Create(path);
        }
        else if (file.Length > 0 && !HasHeader(path))
        {
            throw SqliteFaults.CreateCorrupt(path);
        }
    }

    /// <summary>
    /// Removes the permissions of others from the file and those beside it. SQLite gives -wal and -shm the permissions of the file.
    /// </summary>
    /// <param name="path">File that is Advisor's.</param>
    public static void Protect(string path)
    {
        foreach (var file in new[] { path, path + "-wal", path + "-shm" }.Where(File.Exists))
        {
            RestrictAccess(file);
        }
    }

    private static void Create(string path)
    {
        var options = new FileStreamOptions
        {
            Mode = FileMode.OpenOrCreate,
            Access = FileAccess.ReadWrite,
            Share = FileShare.ReadWrite,
        };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = OwnerOnly; // files inherit the permissions of their folder on Windows
        }

        new FileStream(path, options).Dispose();
    }

    private static bool HasHeader(string path)
    {
        using var stream = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        Span<byte> start = stackalloc byte[Header.Length];
        return stream.ReadAtLeast(start, start.Length, throwOnEndOfStream: false) == start.Length && start.SequenceEqual(Header);
    }

    private static StateStoreException CreateRefusal(string path, string why) =>
        new("Failed", $"{path} {why}. Use the path of a file, which Advisor creates.", isTransient: false);

    private static void RestrictAccess(string file)
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        try
        {
            var mode = File.GetUnixFileMode(file);
            if ((mode & ~(OwnerOnly | UnixFileMode.UserExecute)) != UnixFileMode.None)
            {
                File.SetUnixFileMode(file, mode & OwnerOnly);
            }
        }
        catch (Exception e) when (e is UnauthorizedAccessException or IOException)
        {
            // The file belongs to another user, who decides; or it was deleted in between, as -wal is when its last user closes it.
        }
    }
}
