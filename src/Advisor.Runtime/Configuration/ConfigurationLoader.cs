using System.Diagnostics.CodeAnalysis;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Runtime.Rules;
using Advisor.Runtime.Yaml;

namespace Advisor.Runtime.Configuration;

/// <summary>The configuration, or everything that is wrong with its file.</summary>
/// <param name="Configuration">The checked configuration; null where there is any problem.</param>
/// <param name="Problems">All problems, by line; empty where the file is good.</param>
public sealed record ConfigurationLoadResult(AdvisorConfiguration? Configuration, IReadOnlyList<DocumentProblem> Problems)
{
    [MemberNotNullWhen(true, nameof(Configuration))]
    public bool Succeeded => Configuration is not null;
}

/// <summary>Turns advisor.yaml into a checked configuration. Reads it to its end and reports all problems at once.</summary>
public static class ConfigurationLoader
{
    /// <summary>The name that is looked for in the working folder.</summary>
    public const string DefaultFileName = "advisor.yaml";

    /// <summary>Loads a file.</summary>
    /// <param name="path">The file; problems name it in this form.</param>
    /// <param name="rules">The rules that it refers to and whose prices it may replace.</param>
    public static ConfigurationLoadResult Load(string path, RuleSet rules)
    {
        var log = new ProblemLog(path);
        if (!File.Exists(path))
        {
            log.Add(null, "", "There is no such file; `advisor init` writes one.");
            return new ConfigurationLoadResult(null, log.All);
        }

        return RuleFiles.OnDisk(path, log) is { } text ? Parse(text, rules, path) : new ConfigurationLoadResult(null, log.All);
    }

    /// <summary>Loads from text.</summary>
    /// <param name="text">The text of an advisor.yaml.</param>
    /// <param name="rules">The rules that it refers to and whose prices it may replace.</param>
    /// <param name="file">What problems call it.</param>
    public static ConfigurationLoadResult Parse(string text, RuleSet rules, string file = DefaultFileName)
    {
        var log = new ProblemLog(file);
        if (MapReader.OfDocument(text, log) is not { } root)
        {
            return new ConfigurationLoadResult(null, log.All);
        }

        var (scope, cloud) = ScopeReader.Read(root);
        var priced = PriceReader.Read(root, rules);
        var defaults = Defaults(root, priced);
        var configuration = new AdvisorConfiguration
        {
            Rules = priced,
            Cloud = cloud,
            Scope = scope,
            Defaults = defaults,
            Resources = Resources(root, priced, defaults.Over(ResourceSettings.Default)),
            Schedules = PlanReader.Schedules(root),
            Events = PlanReader.Events(root),
            Mutes = MuteReader.Read(root, rules.Alerts),
            Limits = Limits(root.Map("fleet", required: false)),
            Routing = RoutingReader.Read(root),
        };
        root.Done();
        return new ConfigurationLoadResult(log.Count == 0 ? configuration : null, [.. log.All.OrderBy(problem => problem.Line ?? 0)]);
    }

    private static SettingsPatch Defaults(MapReader root, RuleSet rules)
    {
        if (root.Map("defaults", required: false) is not { } map)
        {
            return new SettingsPatch();
        }

        var patch = SettingsReader.Read(map, rules);
        CheckTogether(map, patch.Over(ResourceSettings.Default), patch, rules);
        map.Done();
        return patch;
    }

    private static ResourceEntries Resources(MapReader root, RuleSet rules, ResourceSettings defaults)
    {
        var entries = new List<ResourceEntry>();
        foreach (var map in root.EachMap("resources", required: false))
        {
            var match = map.Text("match");
            var patch = SettingsReader.Read(map, rules);
            CheckTogether(map, patch.Over(defaults), patch, rules);
            map.Done();
            if (match is not null)
            {
                entries.Add(new ResourceEntry(new ResourcePattern(match), patch));
            }
        }

        return [.. entries];
    }

    private static void CheckTogether(MapReader map, ResourceSettings together, SettingsPatch patch, RuleSet rules)
    {
        var stated = patch.LeastUnits is null ? "maxUnits" : "minUnits";
        if (together.LeastUnits > together.GreatestUnits && !(patch.LeastUnits > patch.GreatestUnits))
        {
            map.Report(stated, $"With the defaults, minUnits is {together.LeastUnits} and maxUnits {together.GreatestUnits}; the least is above the greatest.");
        }

        if (patch.MonthlyBudget is { } budget)
        {
            CheckCurrency(map, budget, rules);
        }
    }

    private static void CheckCurrency(MapReader map, Money budget, RuleSet rules)
    {
        var currencies = rules.Catalogs.SelectMany(c => c.Skus).Select(sku => sku.UnitPricePerDay?.Currency).OfType<string>().Distinct(StringComparer.Ordinal).ToList();
        if (!currencies.Contains(budget.Currency))
        {
            map.Report("monthlyBudget", $"The budget is in {budget.Currency}, the prices are in {string.Join(" and ", currencies)}; state yours under prices.");
        }
    }

    private static FleetLimits Limits(MapReader? map)
    {
        var changes = map?.Whole("maxChangesPerHour", 1, 100_000, required: false);
        var units = map?.Whole("maxUnitsPerHour", 1, 1_000_000, required: false);
        map?.Done();
        return new FleetLimits(changes, units);
    }
}
