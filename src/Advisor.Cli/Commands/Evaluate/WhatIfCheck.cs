using Advisor.Configuration.Yaml;
using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Rules;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Evaluate;

/// <summary>Checks that the cases of <c>--what-if</c> can be bought, and says for which resource one does not apply.</summary>
internal static class WhatIfCheck
{
    /// <summary>Rejects sizes that no resource could have, before anything is read.</summary>
    /// <exception cref="CommandException">The SKU does not exist, or no SKU is sold with this number of units.</exception>
    public static void Validate(RuleSet rules, IReadOnlyList<WhatIfCase> cases)
    {
        var all = rules.Catalogs.SelectMany(catalog => catalog.Skus).DistinctBy(sku => sku.Name).ToList();
        foreach (var asked in cases)
        {
            var named = asked.Sku is null
                ? all
                : [.. all.Where(sku => string.Equals(sku.Name, asked.Sku, StringComparison.OrdinalIgnoreCase))];
            if (named.Count == 0)
            {
                var nearest = NameSuggestions.FindNearest(asked.Sku!, all.Select(sku => sku.Name));
                var hint = nearest is null
                    ? $"; there is {string.Join(", ", all.Select(sku => sku.Name))}"
                    : $". Did you mean '{nearest}'?";
                throw CommandException.CreateUsage($"--what-if: there is no SKU '{UntrustedText.Sanitize(asked.Sku!)}'{hint}");
            }

            if (asked.Units is { } units && DescribeUnsold(asked.Sku is null ? null : named[0].Name, named, units) is { } unsold)
            {
                throw CommandException.CreateUsage($"--what-if: {unsold}");
            }
        }
    }

    /// <summary>Adds a note for each resource to which a case does not apply.</summary>
    public static EvaluationReport AddNotes(EvaluationReport report, RuleSet rules, IReadOnlyList<WhatIfCase> cases) =>
        report with
        {
            Notes =
            [
                .. report.Notes,
                .. from resource in report.Resources
                where resource.Decision is not null
                from asked in cases
                where resource.WhatIfs.All(whatIf => whatIf.Case != asked)
                let note = FindNote(resource, rules, asked)
                where note is not null
                select $"{resource.Name}: {note}",
            ],
        };

    private static string? FindNote(ResourceReport resource, RuleSet rules, WhatIfCase asked) =>
        rules.GetCatalog(resource.Service).Find(asked.Sku ?? resource.Sku) is not { } sku
            ? null
            : DescribeUnsold(sku.Name, [sku], asked.Units ?? resource.Units)
                ?? (asked.ChangesLoad ? "--what-if has no reading to scale." : null);

    /// <summary>Says which unit counts are sold next to one that is not; null where it is sold, or where there is no SKU.</summary>
    /// <param name="name">Name of the SKU; null = any of them.</param>
    internal static string? DescribeUnsold(string? name, IEnumerable<Sku> skus, int units)
    {
        var steps = skus.SelectMany(sku => sku.Ladder.Steps).Distinct().Order().ToList();
        if (steps.Count == 0 || steps.Contains(units))
        {
            return null;
        }

        int[] near = [.. steps.Where(s => s < units).TakeLast(1), .. steps.Where(s => s > units).Take(1)];
        return $"{(name is null ? "no SKU is" : $"{name} is not")} sold with {Wording.FormatCount(units, "unit")}; "
            + $"the nearest {Wording.FormatIsOrAre(near.Length)} {string.Join(" and ", near)}.";
    }
}
