using System.Globalization;
using Advisor.Configuration.Yaml;
using Advisor.Core.Settings;

namespace Advisor.Configuration.Resources;

/// <summary>Reads <c>minSaving</c>: a map in advisor.yaml, or the compact form of a tag.</summary>
internal static class SavingReader
{
    public static SavingThresholdPatch Read(MapReader map)
    {
        if (map.ReadMap("minSaving", required: false) is not { } parts)
        {
            return default;
        }

        var amount = parts.ReadAmount("amount", 0, ResourceSettingsReader.MaxAmount, required: false);
        var share = parts.ReadValue("share", required: false, ShareReader.Parse);
        parts.RequireEither("amount", "share");
        parts.ReportUnknownKeys();
        return new SavingThresholdPatch(amount, share);
    }

    /// <summary>Parses <c>10, 5%</c>, or one of the two: an amount of a month, and a percentage; null and a reason if invalid.</summary>
    public static SavingThresholdPatch? Parse(string text, out string? reason)
    {
        var patch = default(SavingThresholdPatch);
        foreach (var piece in text.Split(',', StringSplitOptions.TrimEntries))
        {
            if (piece.EndsWith('%') && patch.Share is null && ShareReader.Parse(piece, out _) is { } share)
            {
                patch = patch with { Share = share };
            }
            else if (
                patch.Amount is null
                && decimal.TryParse(piece, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var amount)
                && amount <= ResourceSettingsReader.MaxAmount
            )
            {
                patch = patch with { Amount = amount };
            }
            else
            {
                reason = $"'{text}' must be an amount of a month, a percentage, or both, such as 10, 5%.";
                return null;
            }
        }

        reason = null;
        return patch;
    }
}
