using Advisor.Cli.Commands.Evaluate;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;

namespace Advisor.Cli.Commands.Iac;

/// <summary>One number of a template to be changed, or why it is not.</summary>
/// <param name="Resource">Name of the resource.</param>
/// <param name="Target">Size that the template is to state; the SKU is empty where the user named the units only.</param>
/// <param name="Declared">Where the template states it; null when no template does, or the size is to stay and none states another.</param>
/// <param name="Obstacle">Why nothing is changed, in words; null when the number is changed.</param>
public sealed record SizePatch(string Resource, Size Target, DeclaredSize? Declared, string? Obstacle)
{
    /// <summary>Units that the template is to state.</summary>
    public int Units => Target.Units;

    /// <summary>Whether there is nothing to do: the template states the units, or the size is to stay and none states another.</summary>
    public bool IsDone => Obstacle is null && (Declared is null || Declared.Units == Units);

    /// <summary>Finds what a template has to state so that it agrees with a recommendation.</summary>
    public static SizePatch Create(IReadOnlyList<DeclaredSize> declared, RecommendedSize wanted)
    {
        var target = wanted.Target!.Value;
        var found = declared.Where(size => size.Matches(wanted.Id)).ToList();
        var stays = wanted.InForce?.IsSame(target) == true;
        return found switch
        {
            [] or [{ IsIgnored: true }] or [{ Expression: not null }] when stays => new(wanted.Name, target, null, null),
            [var size] => new(wanted.Name, target, size, FindObstacle(declared, wanted, target, size)),
            [] => new(wanted.Name, target, null, "no template has it by this name"),
            _ => new(wanted.Name, target, null, $"{Wording.FormatCount(found.Count, "template")} have it"),
        };
    }

    /// <summary>
    /// Says which unit counts are sold next to those that the user named; null where they are sold, the template's SKU is not known, or
    /// the size is Advisor's.
    /// </summary>
    public string? FindUnsold(RuleSet rules)
    {
        if (Target.Sku.Length > 0 || Declared is not { } declared)
        {
            return null;
        }

        var catalog = rules.GetCatalog(declared.Service);
        var sku = declared.Sku is { } name ? catalog.Find(name) : null;
        var skus = declared.Sku is null ? catalog.Skus : catalog.Skus.Where(one => one == sku);
        return WhatIfCheck.DescribeUnsold(sku?.Name, skus, Units) is { } unsold ? $"{Resource}: {unsold}" : null;
    }

    /// <summary>Returns the texts of the files with every number changed that can be.</summary>
    public static IReadOnlyList<(CodeFile File, string Text)> Apply(IEnumerable<SizePatch> patches) =>
        [
            .. patches
                .Where(patch => patch is { Obstacle: null, IsDone: false })
                .GroupBy(patch => patch.Declared!.File)
                .Select(group => (group.Key, Replace(group.Key.Text, group))),
        ];

    // From the end, so that the positions before stay valid.
    private static string Replace(string text, IEnumerable<SizePatch> patches) =>
        patches
            .OrderByDescending(patch => patch.Declared!.Number!.Value.Start)
            .Aggregate(
                text,
                (changed, patch) =>
                    changed
                        .Remove(patch.Declared!.Number!.Value.Start, patch.Declared.Number.Value.Length)
                        .Insert(patch.Declared.Number.Value.Start, patch.Units.ToString())
            );

    private static string? FindObstacle(IReadOnlyList<DeclaredSize> declared, RecommendedSize wanted, Size target, DeclaredSize size) =>
        wanted.InForce is { } now && !now.HasSkuOf(target) ? "the recommendation is of another SKU: change it by hand"
        : size.Units != target.Units && target.Sku.Length > 0 && size.StatesOtherSkuThan(target)
            ? $"the template states {size.Sku}: change its SKU and units by hand"
        : wanted.AdvisoryReason is { } reason && size.Units != target.Units ? $"advisory only: {reason}"
        : size.IsIgnored ? "the template leaves the units alone: let Advisor apply the change"
        : size.Expression is { } expression ? $"the units come from '{expression}': specify the file that gives its value"
        : size.Units == target.Units ? null
        : size.Number is not { } number ? "it states no units: add the number once"
        : size.File.IsOutside ? $"its number is in {size.File.Path}, a module that others may use too: specify the folder that has them all"
        : declared.Any(other => !ReferenceEquals(other, size) && other.File == size.File && other.Number?.Start == number.Start)
            ? "another resource takes its units from the same value"
        : size.SharedWith is { } shared ? $"{shared.File.Path}:{shared.Line} takes '{shared.Name}' too: change it by hand"
        : size.Limits.Select(limit => limit.FindProblem(target.Units)).OfType<string>().FirstOrDefault() is { } limited
            ? $"{limited}: change that by hand as well"
        : null;
}
