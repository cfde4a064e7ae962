namespace Advisor.Storage.Sqlite;

/// <summary>
/// The permissions of the state's files, for the owner alone: they hold names, sizes and messages of a whole fleet.
/// </summary>
internal static class SqliteFiles
{
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>
    /// Makes an absent file for its owner alone, and takes the rights of others from one that is there. SQLite gives -wal and -shm the
    /// rights of the file.
    /// </summary>
    /// <exception cref="UnauthorizedAccessException">The file cannot be made.</exception>
    public static void Protect(string path)
    {
        if (OperatingSystem.IsWindows())
        {
            // A file has the rights of its folder there.
            return;
        }

        if (!File.Exists(path))
        {
            var options = new FileStreamOptions
            {
                Mode = FileMode.OpenOrCreate,
                Access = FileAccess.ReadWrite,
                Share = FileShare.ReadWrite,
                UnixCreateMode = OwnerOnly,
            };
            new FileStream(path, options).Dispose();
        }

        foreach (var file in new[] { path, path + "-wal", path + "-shm" }.Where(File.Exists))
        {
            RestrictAccess(file);
        }
    }

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
            // Another's file: its owner decides. Or it went in between, as -wal does when its last user closes it.
        }
    }
}
