using Advisor.Configuration.Schedules;
using Advisor.Configuration.Yaml;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;

namespace Advisor.Configuration.Resources;

/// <summary>Reads the settings of <c>defaults</c> and of the entries of <c>resources</c>.</summary>
internal static class ResourceSettingsReader
{
    public const int MaxUnits = ResourcePin.MaxUnits;
    public const int MaxLeadMinutes = 1440;
    public const decimal MaxAmount = 1_000_000_000;

    public static SettingsPatch Read(MapReader map, RuleSet rules)
    {
        var (steadyHours, maxOverload) = ReadSteady(map.ReadMap("steady", required: false));
        var zone = map.ReadValue("timeZone", required: false, ScheduleReader.ParseTimeZone);
        var patch = new SettingsPatch
        {
            Mode = map.ReadChoice("mode", EnumNames.Modes, required: false),
            MinUnits = map.ReadInteger("minUnits", 1, MaxUnits, required: false),
            MaxUnits = map.ReadInteger("maxUnits", 1, MaxUnits, required: false),
            Workload = WorkloadReader.Read(map, "workload"),
            Targets = TargetsReader.Read(map.ReadMap("targets", required: false)),
            CountsServerLeg = map.ReadBoolean("countsServerLeg", required: false),
            Edition = map.ReadValue("edition", required: false, CreateEditionConversion(rules)),
            AllowTierChange = map.ReadBoolean("allowTierChange", required: false),
            MonthlyBudget = BudgetReader.Read(map, rules),
            Billing = map.ReadChoice("billing", EnumNames.BillingModels, required: false),
            Prices = ReadObjectivePrices(map.ReadMap("objective", required: false)),
            TimeZone = zone,
            Team = map.ReadText("team", required: false),
            Pause = ReadPause(map, zone),
            Pin = ReadPin(map, zone),
            MaxStep = map.ReadInteger("maxStep", 1, MaxUnits, required: false),
            Lead = ReadLead(map),
            Trust = map.ReadChoice("trust", EnumNames.Trusts, required: false),
            Failover = map.ReadChoice("failover", EnumNames.Failovers, required: false),
            EndpointGroup = map.ReadValue("endpointGroup", required: false, EndpointGroupName.Parse),
            EndpointSizes = map.ReadChoice("endpointSizes", EnumNames.EndpointSizes, required: false),
            MinSaving = SavingReader.Read(map),
            SteadyHours = steadyHours,
            SteadyMaxOverload = maxOverload,
            ScaleInWindows = ReadScaleIn(map.ReadMap("scaleIn", required: false)),
        };
        if (patch.MinUnits > patch.MaxUnits)
        {
            map.Report("minUnits", $"{patch.MinUnits} is more than maxUnits, {patch.MaxUnits}.");
        }

        return patch;
    }

    // An end alone pauses both directions.
    private static ResourcePause? ReadPause(MapReader map, TimeZoneInfo? zone)
    {
        var paused = map.ReadChoice("pause", EnumNames.Pauses, required: false);
        var until = map.ReadValue("pauseUntil", required: false, InstantText.CreateConversion(zone, first: false));
        return paused is null && until is null
            ? null
            : new ResourcePause(paused ?? PausedScaling.All, "pause in advisor.yaml") { Until = until };
    }

    private static ResourcePin? ReadPin(MapReader map, TimeZoneInfo? zone)
    {
        var units = map.ReadInteger("pin", 1, MaxUnits, required: false);
        var until = map.ReadValue("pinUntil", required: false, InstantText.CreateConversion(zone, first: false));
        if (units is null && until is not null)
        {
            map.Report("pinUntil", "This has no effect without pin, the units to keep.");
        }

        return units is { } pinned ? new ResourcePin(pinned, "pin in advisor.yaml") { Until = until } : null;
    }

    /// <summary>Reads the lead of an announced window; null if not stated.</summary>
    public static TimeSpan? ReadLead(MapReader map) =>
        map.ReadInteger("leadMinutes", 0, MaxLeadMinutes, required: false) is { } minutes ? TimeSpan.FromMinutes(minutes) : null;

    /// <summary>Creates the conversion for the name of an edition of the capacity tables.</summary>
    public static MapReader.Conversion<string> CreateEditionConversion(RuleSet rules) =>
        (string text, out string? reason) =>
        {
            var known = rules.Tables.Select(table => table.Edition).ToList();
            var name = known.Find(edition => string.Equals(edition, text, StringComparison.OrdinalIgnoreCase));
            reason = name is null ? $"'{text}' is not an edition of the capacity tables; use one of {string.Join(", ", known)}." : null;
            return name ?? text;
        };

    // The hours to size for, and the share of minutes that may be overloaded.
    private static (WeeklyHours? Hours, Ratio? MaxOverload) ReadSteady(MapReader? map)
    {
        var hours = map is null ? null : WeeklyHoursReader.Read(map, "hours", required: false);
        var share = map?.ReadValue("maxOverload", required: false, ShareReader.Parse);
        map?.RequireEither("hours", "maxOverload");
        map?.ReportUnknownKeys();
        return (hours, share);
    }

    private static WeeklyHours? ReadScaleIn(MapReader? map)
    {
        var windows = map is null ? null : WeeklyHoursReader.Read(map, "windows", required: true);
        map?.ReportUnknownKeys();
        return windows;
    }

    // All three or none: only their ratios are meaningful.
    private static ObjectivePrices? ReadObjectivePrices(MapReader? map)
    {
        var unit = map?.ReadNumber("unit", 0.001, 1e6);
        var overload = map?.ReadNumber("overload", 0, 1e6);
        var removal = map?.ReadNumber("removal", 0, 1e6);
        map?.ReportUnknownKeys();
        return unit is null || overload is null || removal is null ? null : new ObjectivePrices(unit.Value, overload.Value, removal.Value);
    }
}
