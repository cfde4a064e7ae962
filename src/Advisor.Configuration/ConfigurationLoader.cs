using Advisor.Configuration.Reports;
using Advisor.Configuration.Resources;
using Advisor.Configuration.Routing;
using Advisor.Configuration.Rules;
using Advisor.Configuration.Schedules;
using Advisor.Configuration.Yaml;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Rules;
using Advisor.Core.Settings;

namespace Advisor.Configuration;

/// <summary>Configuration, or all problems of its file.</summary>
/// <param name="Configuration">Validated configuration; null if there is any problem.</param>
/// <param name="Problems">All problems, by line; empty if the file is valid.</param>
public sealed record ConfigurationLoadResult(AdvisorConfiguration? Configuration, IReadOnlyList<DocumentProblem> Problems);

/// <summary>Loads and validates advisor.yaml. Reads the whole file and reports all problems at once.</summary>
public static class ConfigurationLoader
{
    /// <summary>File name used in the working folder.</summary>
    public const string DefaultFileName = "advisor.yaml";

    /// <summary>Loads a file.</summary>
    /// <param name="path">Path of the file; problems show it in this form.</param>
    /// <param name="rules">Rules that the file refers to and whose prices it may replace.</param>
    public static ConfigurationLoadResult Load(string path, RuleSet rules)
    {
        var log = new ProblemLog(path);
        if (!File.Exists(path))
        {
            log.Add(null, "", "The file does not exist; `advisor init` writes one.");
            return new ConfigurationLoadResult(null, log.All);
        }

        return RuleFiles.ReadFromDisk(path, log) is { } text ? Parse(text, rules, path) : new ConfigurationLoadResult(null, log.All);
    }

    /// <summary>Loads text.</summary>
    /// <param name="text">Text of an advisor.yaml.</param>
    /// <param name="rules">Rules that the file refers to and whose prices it may replace.</param>
    /// <param name="file">File name shown in problems.</param>
    public static ConfigurationLoadResult Parse(string text, RuleSet rules, string file = DefaultFileName) =>
        Parse(text, rules, new ProblemLog(file));

    internal static ConfigurationLoadResult Parse(string text, RuleSet rules, ProblemLog log)
    {
        if (MapReader.FromDocument(text, log) is not { } root)
        {
            return new ConfigurationLoadResult(null, log.All);
        }

        var (scope, cloud) = ScopeReader.Read(root);
        var priced = QuotaReader.Read(root, PriceReader.Read(root, rules));
        var defaultMap = root.ReadMap("defaults", required: false);
        var defaults = ReadDefaults(defaultMap, priced);
        var notifications = NotificationReader.Read(root);
        var routing = RoutingReader.Read(root, notifications, priced);
        RoutingReader.CheckTeam(defaultMap, defaults.Team, routing);
        var configuration = new AdvisorConfiguration
        {
            Rules = priced,
            Cloud = cloud,
            Scope = scope,
            TrustTags = root.ReadChoice("trustTags", EnumNames.TagTrusts, required: false) ?? TagTrust.All,
            Costs = root.ReadChoice("costs", EnumNames.CostSources, required: false) ?? CostSource.Estimate,
            Defaults = defaults,
            DefaultLines = defaultMap?.ListLines() ?? AdvisorConfiguration.NoLines,
            Resources = ReadResources(root, priced, defaults.ApplyTo(ResourceSettings.Default), routing),
            Schedules = ScheduleReader.ReadSchedules(root),
            Events = ScheduleReader.ReadEvents(root),
            Mutes = MuteReader.Read(root, rules, routing),
            MonthlyBudget = BudgetReader.Read(root, priced),
            ChangeRate = ReadChangeRate(root.ReadMap("fleet", required: false)),
            Routing = routing,
            Notifications = notifications,
            Reports = ReportReader.Read(root, routing),
            Notes = log.Notes,
        };
        root.ReportUnknownKeys();
        return new ConfigurationLoadResult(log.Count == 0 ? configuration : null, [.. log.All.OrderBy(problem => problem.Line ?? 0)]);
    }

    private static SettingsPatch ReadDefaults(MapReader? map, RuleSet rules)
    {
        if (map is null)
        {
            return new SettingsPatch();
        }

        var patch = ResourceSettingsReader.Read(map, rules);
        CheckTogether(map, ResourceSettings.Default, patch, "defaults");
        map.ReportUnknownKeys();
        return patch;
    }

    private static ResourceEntries ReadResources(MapReader root, RuleSet rules, ResourceSettings defaults, RoutingSettings? routing)
    {
        var read = new List<ResourceEntry>();
        var contradictory = new List<(MapReader Map, ResourceEntry Entry)>();
        foreach (var map in root.EnumerateMaps("resources", required: false))
        {
            // Without a match, which is reported, there is no configuration.
            var match = map.ReadText("match") ?? "*";
            var patch = ResourceSettingsReader.Read(map, rules);
            RoutingReader.CheckTeam(map, patch.Team, routing);
            map.ReportUnknownKeys();
            read.Add(new ResourceEntry(new ResourcePattern(match), patch) { Lines = map.ListLines() });
            contradictory.AddRange(IsContradictory(patch.ApplyTo(defaults)) ? [(map, read[^1])] : []);
        }

        ResourceEntries entries = [.. read];
        foreach (var (map, entry) in contradictory)
        {
            // Of a wildcard it is not known which of its resources an earlier entry matches too.
            var earlier = entry.Match.IsLiteral
                ? entries.FindMatching(entry.Match.Text).TakeWhile(other => !ReferenceEquals(other, entry))
                : [];
            var before = earlier.Aggregate(defaults, (settings, other) => other.Settings.ApplyTo(settings));
            CheckTogether(map, before, entry.Settings, before == defaults ? "defaults" : "entries before it");
        }

        return entries;
    }

    private static void CheckTogether(MapReader map, ResourceSettings before, SettingsPatch patch, string what)
    {
        var together = patch.ApplyTo(before);
        if (IsContradictory(together) && !(patch.MinUnits > patch.MaxUnits))
        {
            map.Report(
                patch.MinUnits is null ? "maxUnits" : "minUnits",
                $"With the {what}, minUnits is {together.MinUnits} and maxUnits {together.MaxUnits}; the minimum exceeds the maximum."
            );
        }
    }

    private static bool IsContradictory(ResourceSettings settings) => settings.MinUnits > settings.MaxUnits;

    private static ChangeRateSettings ReadChangeRate(MapReader? map)
    {
        var changes = map?.ReadInteger("maxChangesPerHour", 1, 100_000, required: false);
        var units = map?.ReadInteger("maxUnitsPerHour", 1, 1_000_000, required: false);
        map?.ReportUnknownKeys();
        return new ChangeRateSettings(changes, units);
    }
}
