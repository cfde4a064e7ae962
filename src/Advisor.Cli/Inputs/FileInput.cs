using System.Text;
using Advisor.Core.Text;

namespace Advisor.Cli.Inputs;

/// <summary>Reads a file named by the user. A failure is one line with what to do.</summary>
public static class FileInput
{
    private const long MaxBytes = 256 * 1024 * 1024;

    /// <summary>
    /// Returns the text as UTF-8 without a byte order mark; also reads UTF-16, as written by Windows shells with <c>&gt;</c>.
    /// </summary>
    /// <exception cref="CommandException">The file is missing, unreadable or too large.</exception>
    public static byte[] ReadUtf8(CliContext cli, string path)
    {
        var shown = UntrustedText.Sanitize(path);
        try
        {
            var file = new FileInfo(Find(cli, path));
            if (file.Length > MaxBytes)
            {
                throw CommandException.CreateInvalidInput($"'{shown}' is larger than 256 MB: export fewer metrics or a shorter period.");
            }

            return ToUtf8(File.ReadAllBytes(file.FullName));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException or ArgumentException)
        {
            throw CommandException.CreateInvalidInput(
                $"'{shown}' cannot be read ({UntrustedText.Sanitize(e.Message)}): check its permissions.",
                e
            );
        }
    }

    /// <summary>Returns the full path of a file.</summary>
    /// <param name="missing">The error where there is none; null = that its name and folder are to be checked.</param>
    /// <exception cref="CommandException">There is no file of that name.</exception>
    public static string Find(CliContext cli, string path, string? missing = null)
    {
        var full = cli.ResolvePath(path);
        if (File.Exists(full))
        {
            return full;
        }

        var shown = UntrustedText.Sanitize(path);
        throw CommandException.CreateInvalidInput(
            Directory.Exists(full)
                ? $"'{shown}' is a folder: specify a file in it."
                : missing ?? $"file '{shown}' not found: check its name and folder."
        );
    }

    private static byte[] ToUtf8(byte[] bytes) =>
        bytes switch
        {
            [0xEF, 0xBB, 0xBF, .. var rest] => rest,
            [0xFF, 0xFE, ..] => Encoding.UTF8.GetBytes(Encoding.Unicode.GetString(bytes, 2, bytes.Length - 2)),
            [0xFE, 0xFF, ..] => Encoding.UTF8.GetBytes(Encoding.BigEndianUnicode.GetString(bytes, 2, bytes.Length - 2)),
            _ => bytes,
        };
}
