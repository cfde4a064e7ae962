using System.Globalization;
using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Runtime.Yaml;

namespace Advisor.Runtime.Configuration;

/// <summary>A tag of a resource that could not be used; the resource keeps what the file says.</summary>
/// <param name="ResourceId">The resource.</param>
/// <param name="Source">The tag, or the setting of advisor.yaml, at fault.</param>
/// <param name="Reason">One sentence: what is wrong and what would be right.</param>
public sealed record SettingsProblem(string ResourceId, string Source, string Reason)
{
    public override string ToString() => $"{ResourceId}: {Source}: {Reason}";
}

/// <summary>Reads the tags of a resource that begin with <c>advisor-</c>. Anyone who may tag may write anything: nothing here throws.</summary>
internal sealed class TagReader(string resourceId, RuleSet rules)
{
    private const string Prefix = "advisor-";

    private readonly List<SettingsProblem> problems = [];

    /// <summary>All tags that are read, in the order of the manual.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        "advisor-mode", "advisor-min-units", "advisor-max-units", "advisor-workload", "advisor-targets", "advisor-counts-server-leg", "advisor-edition",
        "advisor-allow-tier-change", "advisor-monthly-budget", "advisor-billing", "advisor-time-zone", "advisor-team", "advisor-pause", "advisor-max-step",
        "advisor-lead-minutes",
    ];

    public IReadOnlyList<SettingsProblem> Problems => problems;

    public SettingsPatch Read(IEnumerable<KeyValuePair<string, string>> tags)
    {
        var patch = new SettingsPatch();
        foreach (var (name, value) in tags.Where(tag => tag.Key.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase)))
        {
            patch = Read(patch, name, (value ?? "").Trim());
        }

        if (patch.LeastUnits > patch.GreatestUnits)
        {
            Report("advisor-min-units", $"{patch.LeastUnits} is more than advisor-max-units, {patch.GreatestUnits}; both tags are ignored.");
            patch = patch with { LeastUnits = null, GreatestUnits = null };
        }

        return patch;
    }

    private SettingsPatch Read(SettingsPatch patch, string name, string value) => name.ToLowerInvariant() switch
    {
        "advisor-mode" => patch with { Mode = Take(name, value, Words.Conversion(Words.Modes)) },
        "advisor-min-units" => patch with { LeastUnits = Take<int>(name, value, Units) },
        "advisor-max-units" => patch with { GreatestUnits = Take<int>(name, value, Units) },
        "advisor-workload" => patch with { Workload = TakeReference(name, value, WorkloadReader.Parse) },
        "advisor-targets" => patch with { Targets = Take<TargetOverrides>(name, value, TargetsReader.Parse) ?? default },
        "advisor-counts-server-leg" => patch with { CountsServerLeg = Take<bool>(name, value, Flag) },
        "advisor-edition" => patch with { Edition = TakeReference<string>(name, value, SettingsReader.Edition(rules)!) },
        "advisor-allow-tier-change" => patch with { AllowTierChange = Take<bool>(name, value, Flag) },
        "advisor-monthly-budget" => patch with { MonthlyBudget = Take<Money>(name, value, Budget) },
        "advisor-billing" => patch with { Billing = Take(name, value, Words.Conversion(Words.Billing)) },
        "advisor-time-zone" => patch with { TimeZone = TakeReference<TimeZoneInfo>(name, value, PlanReader.Zone) },
        "advisor-team" => patch with { Team = TakeReference(name, value, Team) },
        "advisor-pause" => patch with { Pause = Take(name, value, Words.Conversion(Words.Pauses)) is { } paused ? new ScalingPause(paused, "the tag advisor-pause") : null },
        "advisor-max-step" => patch with { MaxStep = Take<int>(name, value, Units) },
        "advisor-lead-minutes" => patch with { Lead = Take<int>(name, value, LeadMinutes) is { } minutes ? TimeSpan.FromMinutes(minutes) : null },
        _ => Unknown(patch, name),
    };

    private SettingsPatch Unknown(SettingsPatch patch, string name)
    {
        var near = Spelling.Nearest(name, Names);
        Report(name, near is null ? $"There is no such tag; there are {string.Join(", ", Names)}." : $"There is no such tag; did you mean {near}?");
        return patch;
    }

    private T? Take<T>(string name, string value, MapReader.Conversion<T?> convert)
        where T : struct
    {
        var result = convert(value, out var reason);
        return Accepted(name, reason) ? result : null;
    }

    private T? TakeReference<T>(string name, string value, MapReader.Conversion<T?> convert)
        where T : class
    {
        var result = convert(value, out var reason);
        return Accepted(name, reason) ? result : null;
    }

    private bool Accepted(string name, string? reason)
    {
        if (reason is not null)
        {
            Report(name, reason + " The tag is ignored.");
        }

        return reason is null;
    }

    private void Report(string name, string reason) => problems.Add(new SettingsProblem(resourceId, "tag " + name, reason));

    private static int? Units(string text, out string? reason) => Whole(text, 1, SettingsReader.MostUnits, out reason);

    private static int? LeadMinutes(string text, out string? reason) => Whole(text, 0, SettingsReader.MostLeadMinutes, out reason);

    private static int? Whole(string text, int least, int most, out string? reason)
    {
        var good = int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= least && number <= most;
        reason = good ? null : $"'{text}' must be a whole number from {least} to {most}.";
        return number;
    }

    private static bool? Flag(string text, out string? reason)
    {
        reason = bool.TryParse(text, out var flag) ? null : $"'{text}' is neither true nor false.";
        return flag;
    }

    private static string Team(string text, out string? reason)
    {
        reason = text.Length > 0 ? null : "The name of the team is empty.";
        return text;
    }

    // 500 USD
    private static Money? Budget(string text, out string? reason)
    {
        var parts = text.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        reason = "'" + text + "' must be an amount and a currency, such as 500 USD.";
        if (parts.Length != 2 || !decimal.TryParse(parts[0], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var amount)
            || amount is not (> 0 and <= SettingsReader.MostMoney))
        {
            return null;
        }

        var currency = Currency.Conversion(parts[1], out var fault);
        reason = fault;
        return new Money(amount, currency);
    }
}
