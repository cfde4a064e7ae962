using System.Text;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Iac;

/// <summary>New text of a file with templates or values.</summary>
internal sealed class TemplateChange
{
    // Set once it is written beside the file.
    private string? temporary;

    private TemplateChange(CodeFile file, string target, string before, string after) =>
        (Template, Target, Before, After) = (file, target, before, after);

    public CodeFile Template { get; }

    /// <summary>Absolute path of the file itself, where the path is a symbolic link.</summary>
    public string Target { get; }

    /// <summary>Text in the file, with its byte order mark.</summary>
    public string Before { get; }

    /// <summary>Text that the file is to have, with the same mark.</summary>
    public string After { get; }

    /// <param name="text">Without a byte order mark.</param>
    /// <exception cref="CommandException">The file is gone, or is not UTF-8, which is what would be written.</exception>
    public static TemplateChange Create(CodeFile file, string text)
    {
        try
        {
            var target = File.ResolveLinkTarget(file.FullPath, returnFinalTarget: true)?.FullName ?? file.FullPath;
            var bytes = File.ReadAllBytes(target);
            var mark = bytes is [0xEF, 0xBB, 0xBF, ..] ? "\uFEFF" : "";
            var before = mark + file.Text;
            return bytes.AsSpan().SequenceEqual(Encoding.UTF8.GetBytes(before))
                ? new TemplateChange(file, target, before, mark + text)
                : throw CommandException.CreateInvalidInput(
                    $"'{UntrustedText.Sanitize(file.Path)}' is not UTF-8: save it as UTF-8, or change its number by hand."
                );
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw Fail(file, e, []);
        }
    }

    /// <summary>Writes all, or none where one cannot be written: each into a file beside it first, and then in its place.</summary>
    /// <exception cref="CommandException">One cannot be written; the message names those that were.</exception>
    public static void WriteAll(IReadOnlyList<TemplateChange> changes)
    {
        var (at, written) = (changes[0], new List<TemplateChange>());
        try
        {
            foreach (var change in changes)
            {
                at = change;
                change.WriteBeside();
            }

            foreach (var change in changes)
            {
                at = change;
                File.Move(change.temporary!, change.Target, overwrite: true);
                written.Add(change);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            foreach (var left in changes.Except(written).Select(change => change.temporary).OfType<string>())
            {
                File.Delete(left);
            }

            throw Fail(at.Template, e, written);
        }
    }

    // Under a name that no file has. It takes the permissions of the template.
    private void WriteBeside()
    {
        var path = $"{Target}.{Path.GetRandomFileName()}";
        using var stream = new FileStream(path, FileMode.CreateNew, FileAccess.Write);
        temporary = path;
        stream.Write(Encoding.UTF8.GetBytes(After));
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(path, File.GetUnixFileMode(Target));
        }
    }

    private static CommandException Fail(CodeFile file, Exception fault, IReadOnlyList<TemplateChange> written) =>
        new(
            ExitCodes.InvalidInput,
            $"'{UntrustedText.Sanitize(file.Path)}' cannot be written ({UntrustedText.Sanitize(fault.Message)}): check its permissions; "
                + (
                    written.Count == 0
                        ? "no template was changed."
                        : $"already changed: {UntrustedText.Sanitize(string.Join(", ", written.Select(change => change.Template.Path)))}."
                ),
            fault
        );
}
