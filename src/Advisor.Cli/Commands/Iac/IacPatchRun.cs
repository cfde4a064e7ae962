using System.Text;
using Advisor.Cli.Output;
using Advisor.Core.Quantities;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Iac;

/// <summary>Changes the units in templates to those that are recommended, and nothing else in them.</summary>
internal static class IacPatchRun
{
    /// <param name="wanted">Sizes that the templates are to state.</param>
    /// <param name="isDiff">Whether the changes are printed as a diff for <c>git apply</c>, and no file is written.</param>
    /// <returns>One of <see cref="ExitCodes"/>: <see cref="ExitCodes.Partial"/> where a size could not be changed.</returns>
    /// <exception cref="CommandException">A file is missing, malformed or cannot be written, or has no such resource.</exception>
    public static int Run(CliContext cli, IReadOnlyList<string> paths, IReadOnlyList<RecommendedSize> wanted, bool isDiff, bool json)
    {
        var declared = new DeclaredSizes(CodeFile.ReadAll(cli, paths)).Find();
        var patches = wanted.Where(size => size.Target is not null).Select(size => SizePatch.Create(declared, size)).ToList();
        if (wanted is [{ InForce: null }] && patches is [{ Declared: null } missing])
        {
            throw new CommandException(
                ExitCodes.NotFound,
                $"{UntrustedText.Sanitize(missing.Resource)}: {missing.Obstacle}. They have "
                    + (
                        declared.Count == 0
                            ? "no resource."
                            : $"{UntrustedText.Sanitize(string.Join(", ", declared.Select(size => size.Label)))}."
                    )
            );
        }

        var changed = SizePatch.Apply(patches);
        foreach (var (file, text) in isDiff ? [] : changed)
        {
            Write(file, text);
        }

        if (isDiff)
        {
            foreach (var (file, text) in changed)
            {
                cli.Out.Write(LineDiff.Render(FormatDiffPath(cli, file), file.Text, text));
            }
        }
        else if (json)
        {
            WriteJson(cli, patches);
        }

        WriteLines(isDiff || json ? cli.Error : cli.Out, patches);
        return patches.Any(patch => patch.Obstacle is not null) ? ExitCodes.Partial : ExitCodes.Success;
    }

    private static void WriteLines(TextWriter output, IReadOnlyList<SizePatch> patches)
    {
        foreach (var patch in patches.Where(patch => !patch.IsDone))
        {
            var name = UntrustedText.Sanitize(patch.Resource);
            output.WriteLine(
                patch.Obstacle is { } obstacle
                    ? $"not changed: {name} to {FormatSize(patch.Target)}: {UntrustedText.Sanitize(obstacle)}"
                    : $"{UntrustedText.Sanitize(patch.Declared!.File.Path)}:{patch.Declared.Line}: {name} "
                        + $"{UntrustedText.Sanitize(patch.Declared.Number!.Value.Text)} -> {Wording.FormatCount(patch.Units, "unit")}"
                        + (
                            patch.Declared.DefaultOf is { } parameter
                                ? $" (the default of '{UntrustedText.Sanitize(parameter)}'; a deployment may pass another)"
                                : ""
                        )
            );
        }

        if (patches.All(patch => patch.IsDone))
        {
            output.WriteLine("Nothing to change: the templates state the recommended units.");
        }
    }

    private static string FormatSize(Size size) =>
        size.Sku.Length == 0 ? Wording.FormatCount(size.Units, "unit") : UntrustedText.Sanitize(size.ToString());

    // Relative to the working folder, as git apply wants it; one outside of it as the user named it.
    private static string FormatDiffPath(CliContext cli, CodeFile file)
    {
        var relative = Path.GetRelativePath(cli.Folder, FindTarget(file));
        return (relative.Split(Path.DirectorySeparatorChar)[0] == ".." ? file.Path : relative).Replace('\\', '/');
    }

    // The file itself, where the path is a symbolic link.
    private static string FindTarget(CodeFile file) =>
        File.ResolveLinkTarget(file.FullPath, returnFinalTarget: true)?.FullName ?? file.FullPath;

    // Into a file beside it first, so that a full disk leaves the template as it was. It takes the permissions of the template.
    private static void Write(CodeFile file, string text)
    {
        var target = FindTarget(file);
        var temporary = target + ".advisor";
        try
        {
            var mark = File.ReadAllBytes(target) is [0xEF, 0xBB, 0xBF, ..];
            File.WriteAllText(temporary, text, new UTF8Encoding(mark));
            if (!OperatingSystem.IsWindows())
            {
                File.SetUnixFileMode(temporary, File.GetUnixFileMode(target));
            }

            File.Move(temporary, target, overwrite: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            File.Delete(temporary);
            throw new CommandException(
                ExitCodes.InvalidInput,
                $"'{UntrustedText.Sanitize(file.Path)}' cannot be written ({UntrustedText.Sanitize(e.Message)}): check its permissions.",
                e
            );
        }
    }

    private static void WriteJson(CliContext cli, IReadOnlyList<SizePatch> patches) =>
        JsonOutput.Write(
            cli.Out,
            json =>
            {
                json.WriteStartArray("patches");
                foreach (var patch in patches)
                {
                    json.WriteStartObject();
                    json.WriteString("resource", patch.Resource);
                    json.WriteNumber("units", patch.Units);
                    json.WriteString("sku", patch.Target.Sku.Length == 0 ? null : patch.Target.Sku);
                    json.WriteBoolean("changed", patch is { Obstacle: null, IsDone: false });
                    json.WriteString("file", patch.Declared?.File.Path);
                    if (patch.Declared is { } declared)
                    {
                        json.WriteNumber("line", declared.Line);
                    }

                    json.WriteString("obstacle", patch.Obstacle);
                    json.WriteEndObject();
                }

                json.WriteEndArray();
            }
        );
}
