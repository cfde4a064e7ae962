using System.Globalization;
using Advisor.Configuration.Yaml;
using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Configuration.Resources;

/// <summary>Reads target utilizations: a map in advisor.yaml, or the compact form of a tag.</summary>
internal static class TargetsReader
{
    /// <summary>Reads the map under <c>targets</c>; without it, no target is stated.</summary>
    public static TargetOverrides Read(MapReader? map)
    {
        var targets = default(TargetOverrides);
        foreach (var (name, limit) in EnumNames.Limits)
        {
            if (map?.ReadNumber(name, TargetUtilizations.Min, TargetUtilizations.GetMax(limit), required: false) is { } target)
            {
                targets = targets.WithTarget(limit, new Ratio(target));
            }
        }

        map?.ReportUnknownKeys();
        return targets;
    }

    /// <summary>Parses <c>name:ratio</c>, parts joined by commas: <c>serverLoad:0.6,connections:0.8</c>.</summary>
    /// <param name="text">Text in the compact form.</param>
    /// <param name="reason">Error in the text; null if it was parsed.</param>
    public static TargetOverrides? Parse(string text, out string? reason)
    {
        var targets = default(TargetOverrides);
        reason = null;
        foreach (var piece in text.Split(',', StringSplitOptions.TrimEntries))
        {
            if (
                piece.Split(':', StringSplitOptions.TrimEntries) is not [var name, var number]
                || !EnumNames.Limits.TryGetValue(name, out var limit)
            )
            {
                reason =
                    $"'{piece}' must be a limit and its target, such as connections:0.8; "
                    + $"limits are {string.Join(", ", EnumNames.Limits.Keys)}.";
                return null;
            }

            var max = TargetUtilizations.GetMax(limit);
            if (
                !FiniteNumber.TryParse(number, NumberStyles.AllowDecimalPoint, out var target)
                || target < TargetUtilizations.Min
                || target > max
            )
            {
                reason = $"The target of {name} must be a number from {TargetUtilizations.Min} to {max}, not '{number}'.";
                return null;
            }

            targets = targets.WithTarget(limit, new Ratio(target));
        }

        return targets;
    }
}
