using System.Globalization;
using Advisor.Configuration.Yaml;
using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Rules;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Evaluate;

/// <summary>Parses the size of <c>--what-if units=4,sku=Premium_P1</c> and checks that it can be bought.</summary>
internal static class WhatIfArgument
{
    /// <summary>Parses one value; null when it is not a size.</summary>
    public static WhatIfSize? Parse(string text)
    {
        var (sku, units) = ((string?)null, (int?)null);
        foreach (var part in text.Split(','))
        {
            switch (part.Split('=', 2, StringSplitOptions.TrimEntries))
            {
                case ["units", var number]
                    when units is null && int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var count) && count > 0:
                    units = count;
                    break;
                case ["sku", { Length: > 0 } name] when sku is null:
                    sku = name;
                    break;
                default:
                    return null;
            }
        }

        return new(sku, units);
    }

    /// <summary>Rejects sizes that no resource could have, before anything is read.</summary>
    /// <exception cref="CommandException">The SKU does not exist, or no SKU is sold with this number of units.</exception>
    public static void Validate(RuleSet rules, IReadOnlyList<WhatIfSize> sizes)
    {
        var all = rules.Catalogs.SelectMany(catalog => catalog.Skus).DistinctBy(sku => sku.Name).ToList();
        foreach (var size in sizes)
        {
            var named = size.Sku is null
                ? all
                : [.. all.Where(sku => string.Equals(sku.Name, size.Sku, StringComparison.OrdinalIgnoreCase))];
            if (named.Count == 0)
            {
                var nearest = NameSuggestions.FindNearest(size.Sku!, all.Select(sku => sku.Name));
                var hint = nearest is null
                    ? $"; there is {string.Join(", ", all.Select(sku => sku.Name))}"
                    : $". Did you mean '{nearest}'?";
                throw new CommandException(ExitCodes.Usage, $"--what-if: there is no SKU '{UntrustedText.Sanitize(size.Sku!)}'{hint}");
            }

            if (size.Units is { } units && !named.Exists(sku => sku.Ladder.Contains(units)))
            {
                throw new CommandException(
                    ExitCodes.Usage,
                    $"--what-if: {DescribeNotSold(size.Sku is null ? "no SKU" : named[0].Name, named, units)}"
                );
            }
        }
    }

    /// <summary>Adds the requested sizes to each resource of a report; a size that a resource cannot have becomes a note.</summary>
    public static EvaluationReport AddToReport(EvaluationReport report, RuleSet rules, IReadOnlyList<WhatIfSize> sizes)
    {
        if (sizes.Count == 0)
        {
            return report;
        }

        var notes = new List<string>();
        ResourceReport With(ResourceReport resource)
        {
            var found = new List<WhatIf>();
            foreach (var size in sizes)
            {
                if (WhatIf.Compute(rules, resource, size) is { } whatIf)
                {
                    found.Add(whatIf);
                }
                else if (rules.GetCatalog(resource.Service).Find(size.Sku ?? resource.Sku) is { } sku)
                {
                    notes.Add($"{resource.Name}: {DescribeNotSold(sku.Name, [sku], size.Units ?? resource.Units)}");
                }
            }

            return resource with
            {
                WhatIfs = found,
            };
        }

        var resources = report.Resources.Select(With).ToList();
        return report with { Resources = resources, Notes = [.. report.Notes, .. notes] };
    }

    private static string DescribeNotSold(string who, IReadOnlyList<Sku> skus, int units)
    {
        var steps = skus.SelectMany(sku => sku.Ladder.Steps).Distinct().Order().ToList();
        int[] near = [.. steps.Where(s => s < units).TakeLast(1), .. steps.Where(s => s > units).Take(1)];
        var isnt = who.StartsWith("no ", StringComparison.Ordinal) ? "is" : "is not";
        return $"{who} {isnt} sold with {Wording.FormatCount(units, "unit")}; "
            + $"the nearest {Wording.FormatIsOrAre(near.Length)} {string.Join(" and ", near)}.";
    }
}
