namespace Advisor.Storage.Sqlite;

/// <summary>File permissions of the state, for the owner only: it contains names, sizes and messages of a whole fleet.</summary>
internal static class SqliteFiles
{
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>
    /// Creates a missing file for its owner only, and removes the permissions of others from an existing one. SQLite gives -wal and -shm
    /// the permissions of the file.
    /// </summary>
    /// <exception cref="UnauthorizedAccessException">The file cannot be created.</exception>
    public static void Protect(string path)
    {
        if (OperatingSystem.IsWindows())
        {
            // Files inherit the permissions of their folder there.
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
            // The file belongs to another user, who decides; or it was deleted in between, as -wal is when its last user closes it.
        }
    }
}
