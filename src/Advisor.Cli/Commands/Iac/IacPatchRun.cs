using System.Text.Json.Nodes;
using Advisor.Cli.Inputs;
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
            throw CommandException.CreateNotFound(
                $"{UntrustedText.Sanitize(missing.Resource)}: {missing.Obstacle}. They have "
                    + (
                        declared.Count == 0
                            ? "no resource."
                            : $"{UntrustedText.Sanitize(string.Join(", ", declared.Select(size => size.Label)))}."
                    )
            );
        }

        if (patches.Select(patch => patch.FindUnsold(RulesInput.Load(cli, null))).OfType<string>().FirstOrDefault() is { } unsold)
        {
            throw CommandException.CreateUsage(UntrustedText.Sanitize(unsold));
        }

        var changes = SizePatch.Apply(patches).Select(changed => TemplateChange.Create(changed.File, changed.Text)).ToList();
        if (!isDiff && changes.Count > 0)
        {
            TemplateChange.WriteAll(changes);
        }

        if (isDiff)
        {
            foreach (var change in changes)
            {
                cli.Out.Write(LineDiff.Render(FormatDiffPath(cli, change), change.Before, change.After));
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
        foreach (var patch in patches.Where(patch => !patch.IsDone).OrderBy(patch => patch.Obstacle is not null))
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
    private static string FormatDiffPath(CliContext cli, TemplateChange change)
    {
        var relative = Path.GetRelativePath(cli.Folder, change.Target);
        return (relative.Split(Path.DirectorySeparatorChar)[0] == ".." ? change.Template.Path : relative).Replace('\\', '/');
    }

    private static void WriteJson(CliContext cli, IReadOnlyList<SizePatch> patches) =>
        JsonOutput.Write(cli.Out, new JsonObject { ["patches"] = JsonOutput.CreateList(patches, CreateNode) });

    private static JsonObject CreateNode(SizePatch patch)
    {
        var json = new JsonObject
        {
            ["resource"] = patch.Resource,
            ["units"] = patch.Units,
            ["sku"] = patch.Target.Sku.Length == 0 ? null : patch.Target.Sku,
            ["changed"] = patch is { Obstacle: null, IsDone: false },
            ["file"] = patch.Declared?.File.Path,
        };
        if (patch.Declared is { } declared)
        {
            json["line"] = declared.Line;
        }

        json["obstacle"] = patch.Obstacle;
        return json;
    }
}
