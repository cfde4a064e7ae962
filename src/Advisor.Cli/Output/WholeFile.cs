namespace Advisor.Cli.Output;

/// <summary>
/// Files that are whole or not there: written beside their place under another name, to the disk, and then moved. A full disk or a killed
/// process leaves the file of before as it was. A file that can be written and not replaced is written in place.
/// </summary>
internal static class WholeFile
{
    /// <param name="path">Full path; of a link, what it leads to is replaced. A pipe or a device is written to and stays.</param>
    /// <param name="overwrite">Whether an existing file is replaced; the new one gets its permissions.</param>
    /// <param name="mode">Permissions of a new file; null = the usual ones.</param>
    /// <exception cref="IOException">It cannot be written, or exists and is not to be replaced.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder may not be written.</exception>
    public static async Task<T> WriteAsync<T>(string path, bool overwrite, UnixFileMode? mode, Func<Stream, Task<T>> write)
    {
        var exists = File.Exists(path);
        if (exists && overwrite)
        {
            await using var place = new FileStream(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete);
            if (!place.CanSeek)
            {
                return await write(place);
            }
        }

        var target = exists ? File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? path : path;
        // Two processes that write to one place do not share it; those of two containers may have the same id.
        var partial = $"{target}.{Path.GetRandomFileName()}.partial";
        UnixFileMode? before = exists && !OperatingSystem.IsWindows() ? File.GetUnixFileMode(target) : null;
        try
        {
            T result;
            await using (var stream = Create(partial, before ?? mode))
            {
                if (before is { } kept && !OperatingSystem.IsWindows())
                {
                    // The umask took some of them.
                    File.SetUnixFileMode(stream.SafeFileHandle, kept);
                }

                result = await write(stream);
                await stream.FlushAsync();
                RandomAccess.FlushToDisk(stream.SafeFileHandle);
            }

            await MoveAsync(partial, target, overwrite);
            return result;
        }
        catch (UnauthorizedAccessException) when (exists && overwrite && !File.Exists(partial))
        {
            // The file may be written and its folder not.
            await using var place = new FileStream(target, FileMode.Truncate, FileAccess.Write);
            return await write(place);
        }
        finally
        {
            if (File.Exists(partial))
            {
                File.Delete(partial);
            }
        }
    }

    private static FileStream Create(string file, UnixFileMode? mode)
    {
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = mode;
        }

        return new FileStream(file, options);
    }

    // A file that is mounted by itself, as those of a container are, can be written and not replaced; nor can another user's in a sticky
    // folder.
    private static async Task MoveAsync(string partial, string target, bool overwrite)
    {
        try
        {
            File.Move(partial, target, overwrite);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException && overwrite && File.Exists(target))
        {
            await using var source = File.OpenRead(partial);
            await using var place = new FileStream(target, FileMode.Truncate, FileAccess.Write);
            await source.CopyToAsync(place);
        }
    }
}
