using System.Globalization;
using Advisor.Configuration.Schedules;
using Advisor.Configuration.Yaml;
using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;

namespace Advisor.Configuration.Resources;

/// <summary>
/// Reads the tags of a resource that begin with <c>advisor-</c>. Anyone with permission to tag may write any text, so nothing here throws.
/// </summary>
/// <param name="file">Settings of the resource by advisor.yaml alone.</param>
internal sealed class TagReader(string resourceId, RuleSet rules, ResourceSettings file)
{
    public const string Prefix = "advisor-";

    private static readonly ResourcePin NoPin = new(0, "the tag advisor-pin");

    private readonly List<SettingsProblem> problems = [];
    private readonly List<(string Tag, string Text)> unread = [];

    /// <summary>All tags that are read.</summary>
    public static IReadOnlyList<string> Names { get; } = [.. SettingTable.Rows.SelectMany(row => row.Tags).Distinct()];

    public IReadOnlyList<SettingsProblem> Problems => problems;

    public SettingsPatch Read(IEnumerable<KeyValuePair<string, string>> tags)
    {
        var patch = new SettingsPatch();
        foreach (var (name, value) in tags.Where(tag => tag.Key.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase)))
        {
            try
            {
                patch = Read(patch, name, (value ?? "").Trim());
            }
            catch (Exception fault) when (fault is ArgumentException or FormatException or ArithmeticException)
            {
                unread.Add((name, ProtectiveTags.Describe(name, value)));
                Report(name, $"'{value}' cannot be read: {fault.Message.ReplaceLineEndings(" ")} The tag is ignored.");
            }
        }

        if (patch.Pin is { Units: 0, Until: not null })
        {
            Report("advisor-pin-until", "It has no effect without advisor-pin, the units to keep.");
        }

        patch = patch.Pin?.Units == 0 ? patch with { Pin = null } : patch;

        if (patch.MinUnits > patch.MaxUnits)
        {
            Report("advisor-min-units", $"{patch.MinUnits} is more than advisor-max-units, {patch.MaxUnits}; both tags are ignored.");
            unread.Add(("advisor-min-units", $"advisor-min-units ('{patch.MinUnits}', more than advisor-max-units)"));
            patch = patch with { MinUnits = null, MaxUnits = null };
        }

        var hasScaleInWindows = (patch.ScaleInWindows ?? file.ScaleInWindows) is not null;
        return patch with
        {
            UnreadableTag = unread.Find(one => ProtectiveTags.Contain(one.Tag, hasScaleInWindows)).Text,
            HasUnreadableBudget = unread.Exists(one => one.Tag.Equals(Prefix + "monthly-budget", StringComparison.OrdinalIgnoreCase)),
        };
    }

    private SettingsPatch Read(SettingsPatch patch, string name, string value)
    {
        T? Read<T>(MapReader.Conversion<T> convert) => Convert(name, value, convert);

        return name.ToLowerInvariant() switch
        {
            "advisor-mode" => patch with { Mode = Read(EnumNames.CreateConversion(EnumNames.Modes)) },
            "advisor-min-units" => patch with { MinUnits = Read(ParseUnits) },
            "advisor-max-units" => patch with { MaxUnits = Read(ParseUnits) },
            "advisor-workload" => patch with { Workload = Read(WorkloadReader.Parse) },
            "advisor-targets" => patch with { Targets = Read(TargetsReader.Parse) ?? default },
            "advisor-counts-server-leg" => patch with { CountsServerLeg = Read(ParseBoolean) },
            "advisor-edition" => patch with { Edition = Read(ResourceSettingsReader.CreateEditionConversion(rules)) },
            "advisor-allow-tier-change" => patch with { AllowTierChange = Read(ParseBoolean) },
            "advisor-monthly-budget" => patch with { MonthlyBudget = Read(ParseBudget) },
            "advisor-billing" => patch with { Billing = Read(EnumNames.CreateConversion(EnumNames.BillingModels)) },
            "advisor-time-zone" => patch with { TimeZone = Read(ScheduleReader.ParseTimeZone) },
            "advisor-team" => patch with { Team = Read(ParseTeam) },
            "advisor-pause" => patch with
            {
                Pause = Read(EnumNames.CreateConversion(EnumNames.Pauses)) is { } paused
                    ? new ResourcePause(paused, "the tag advisor-pause") { Until = patch.Pause?.Until }
                    : patch.Pause,
            },
            // An end alone pauses both directions.
            "advisor-pause-until" => patch with
            {
                Pause = Read(InstantText.CreateConversion(null, first: false)) is { } until
                    ? (patch.Pause ?? new ResourcePause(PausedScaling.All, "the tag advisor-pause-until")) with
                    {
                        Until = until,
                    }
                    : patch.Pause,
            },
            "advisor-pin" => patch with { Pin = (patch.Pin ?? NoPin) with { Units = Read(ParseUnits) ?? 0 } },
            "advisor-pin-until" => patch with
            {
                Pin = (patch.Pin ?? NoPin) with { Until = Read(InstantText.CreateConversion(null, first: false)) },
            },
            "advisor-max-step" => patch with { MaxStep = Read(ParseUnits) },
            "advisor-lead-minutes" => patch with { Lead = Read(ParseLeadMinutes) is { } minutes ? TimeSpan.FromMinutes(minutes) : null },
            "advisor-steady-hours" => patch with { SteadyHours = Read(WeeklyHoursReader.Parse) },
            "advisor-steady-max-overload" => patch with { SteadyMaxOverload = Read(ShareReader.Parse) },
            "advisor-min-saving" => patch with { MinSaving = Read(SavingReader.Parse) ?? default },
            "advisor-trust" => patch with { Trust = Read(EnumNames.CreateConversion(EnumNames.Trusts)) },
            "advisor-scale-in-windows" => patch with { ScaleInWindows = Read(WeeklyHoursReader.Parse) },
            "advisor-failover" => patch with { Failover = Read(EnumNames.CreateConversion(EnumNames.Failovers)) },
            "advisor-endpoint-group" => patch with { EndpointGroup = Read(EndpointGroupName.Parse) },
            "advisor-endpoint-sizes" => patch with { EndpointSizes = Read(EnumNames.CreateConversion(EnumNames.EndpointSizes)) },
            _ => ReportUnknown(patch, name, value),
        };
    }

    // A misspelled name limits nothing, so it counts as the tag that it was probably to be. All share the prefix, which makes none nearer.
    private SettingsPatch ReportUnknown(SettingsPatch patch, string name, string value)
    {
        var near = NameSuggestions.FindNearest(name[Prefix.Length..], Names.Select(known => known[Prefix.Length..]));
        if (near is not null)
        {
            near = Prefix + near;
            unread.Add((near, ProtectiveTags.Describe(name, value, near)));
        }

        Report(name, near is null ? $"Unknown tag; known tags: {string.Join(", ", Names)}." : $"Unknown tag; did you mean {near}?");
        return patch;
    }

    private T? Convert<T>(string name, string value, MapReader.Conversion<T> convert)
    {
        var result = convert(value, out var reason);
        if (reason is null)
        {
            return result;
        }

        unread.Add((name, ProtectiveTags.Describe(name, value)));
        Report(name, reason + " The tag is ignored.");
        return default;
    }

    private void Report(string name, string reason) => problems.Add(new SettingsProblem(resourceId, "tag " + name, reason));

    private static int? ParseUnits(string text, out string? reason) => ParseInteger(text, 1, ResourceSettingsReader.MaxUnits, out reason);

    private static int? ParseLeadMinutes(string text, out string? reason) =>
        ParseInteger(text, 0, ResourceSettingsReader.MaxLeadMinutes, out reason);

    private static int? ParseInteger(string text, int min, int max, out string? reason)
    {
        var good = int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= min && number <= max;
        reason = good ? null : $"'{text}' must be a whole number from {min} to {max}.";
        return number;
    }

    private static bool? ParseBoolean(string text, out string? reason)
    {
        reason = bool.TryParse(text, out var flag) ? null : $"'{text}' is neither true nor false.";
        return flag;
    }

    private static string ParseTeam(string text, out string? reason)
    {
        reason = text.Length > 0 ? null : "The name of the team is empty.";
        return text;
    }

    // Such as 500 USD.
    private Money? ParseBudget(string text, out string? reason)
    {
        var parts = text.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        reason = "'" + text + "' must be an amount and a currency, such as 500 USD.";
        if (
            parts.Length != 2
            || !decimal.TryParse(parts[0], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var amount)
            || amount is not (> 0 and <= ResourceSettingsReader.MaxAmount)
        )
        {
            return null;
        }

        var currency = CurrencyCode.Parse(parts[1], out var fault);
        reason = fault ?? BudgetReader.FindProblem(currency, rules);
        return new Money(amount, currency);
    }
}
