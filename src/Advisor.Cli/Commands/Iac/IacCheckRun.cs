using System.Text.Json.Nodes;
using Advisor.Cli.Output;
using Advisor.Core.Quantities;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Iac;

/// <summary>Says of each size in templates what a deployment does to it.</summary>
internal static class IacCheckRun
{
    /// <param name="report">Report with the sizes in force; null = only what the templates state.</param>
    /// <returns>One of <see cref="ExitCodes"/>: <see cref="ExitCodes.CheckFailed"/> where a deployment would reset a size.</returns>
    /// <exception cref="CommandException">A file is missing or not well formed, or there is no size in them.</exception>
    public static int Run(CliContext cli, IReadOnlyList<string> paths, string? report, bool json)
    {
        var known = report is null ? [] : RecommendedSize.ReadAll(cli, report);
        var findings = new DeclaredSizes(CodeFile.ReadAll(cli, paths)).Find().Select(size => Judge(size, known)).ToList();
        if (findings.Count == 0)
        {
            throw CommandException.CreateNotFound(
                "there is no SignalR or Web PubSub resource in these files: specify the template that declares it."
            );
        }

        if (json)
        {
            WriteJson(cli, findings);
        }
        else
        {
            foreach (var finding in findings)
            {
                cli.Out.WriteLine($"{WireName(finding.Effect), -7}  {finding.Place}  {finding.Text}");
            }
        }

        return findings.Any(finding => finding.Effect == Effect.Resets) ? ExitCodes.CheckFailed : ExitCodes.Success;
    }

    private static Finding Judge(DeclaredSize size, IReadOnlyList<RecommendedSize> known)
    {
        var name = UntrustedText.Sanitize(size.Label);
        var inForce = known.FirstOrDefault(resource => size.Matches(resource.Id))?.InForce;
        if (inForce is { } now && size.StatesOtherSkuThan(now) && (size.SkuDefaultOf is null || !SetsOtherUnits(size, now.Units)))
        {
            return JudgeSku(size, name, now);
        }

        if (size.IsIgnored)
        {
            return new(size, null, Effect.None, $"{name}: a deployment leaves the units alone");
        }

        if (size.Expression is { } expression)
        {
            return new(
                size,
                null,
                Effect.Depends,
                $"{name}: the units come from '{UntrustedText.Sanitize(expression)}'; pass those in force to each deployment"
            );
        }

        if (size.Units is not { } units)
        {
            return new(size, null, Effect.Resets, $"{name}: '{UntrustedText.Sanitize(size.Number!.Value.Text)}' is not a number of units");
        }

        var sets = size.Number is null ? $"sets {Format(units)}, since none are stated" : $"sets {Format(units)}";
        var resets = size.DefaultOf is null ? Effect.Resets : Effect.Depends;
        var unless = size.DefaultOf is { } parameter ? $", unless it passes '{UntrustedText.Sanitize(parameter)}'" : "";
        return inForce?.Units switch
        {
            null => new(size, null, resets, $"{name}: each deployment {sets}, whatever the size in force{unless}"),
            { } same when same == units => new(
                size,
                same,
                size.DefaultOf is null ? Effect.None : Effect.Depends,
                $"{name}: a deployment {sets}, the size in force{unless}"
            ),
            { } other => new(
                size,
                other,
                resets,
                $"{name}: the next deployment {sets}, and scales {(other > units ? "in" : "out")} from {Format(other)}{unless}"
            ),
        };
    }

    // A SKU that is a default may be passed; units that are not are reset all the same.
    private static bool SetsOtherUnits(DeclaredSize size, int inForce) =>
        size is { IsIgnored: false, DefaultOf: null, Units: { } units } && units != inForce;

    private static Finding JudgeSku(DeclaredSize size, string name, Size now)
    {
        var sku = UntrustedText.Sanitize(size.Sku!);
        var sets = size is { IsIgnored: false, Units: { } units } ? $"{Format(units)} of {sku}" : sku;
        var text = $"{name}: the next deployment sets {sets}, and leaves {now}";
        if (size.SkuDefaultOf is not { } parameter)
        {
            return new(size, now.Units, Effect.Resets, text);
        }

        string?[] passed = [parameter, size.DefaultOf];
        var names = passed.OfType<string>().Select(one => $"'{UntrustedText.Sanitize(one)}'");
        return new(size, now.Units, Effect.Depends, $"{text}, unless it passes {Wording.JoinWords([.. names])}");
    }

    private static string Format(int units) => Wording.FormatCount(units, "unit");

    private static void WriteJson(CliContext cli, IReadOnlyList<Finding> findings) =>
        JsonOutput.Write(
            cli.Out,
            new JsonObject
            {
                ["sizes"] = JsonOutput.CreateList(
                    findings,
                    finding => new JsonObject
                    {
                        ["file"] = finding.Size.File.Path,
                        ["line"] = finding.Size.Line,
                        ["address"] = finding.Size.Address,
                        ["name"] = finding.Size.Name,
                        ["units"] = finding.Size.IsIgnored ? null : finding.Size.Units,
                        ["unitsInForce"] = finding.InForce,
                        ["effect"] = WireName(finding.Effect),
                        ["text"] = finding.Text,
                    }
                ),
            }
        );

    private static string WireName(Effect effect) => effect.ToString().ToLowerInvariant();

    private enum Effect
    {
        /// <summary>A deployment leaves the size alone.</summary>
        None,

        /// <summary>What a deployment passes decides.</summary>
        Depends,

        Resets,
    }

    /// <param name="InForce">Units in force; null when the report does not have the resource.</param>
    private sealed record Finding(DeclaredSize Size, int? InForce, Effect Effect, string Text)
    {
        public string Place => $"{UntrustedText.Sanitize(Size.File.Path)}:{Size.Line}";
    }
}
