using Advisor.Core.Text;

namespace Advisor.Configuration.Resources;

/// <summary>
/// Tags that keep Advisor from a change. What one that cannot be read was to prevent is not known, so it may have been any scale-in.
/// </summary>
internal static class ProtectiveTags
{
    private const int MaxShownValue = 60;

    private static readonly HashSet<string> Names = SettingTable
        .Rows.Where(row => row.Name is "mode" or "minUnits" or "maxUnits" or "pause" or "pin" or "scaleIn.windows")
        .SelectMany(row => row.Tags)
        .ToHashSet(StringComparer.OrdinalIgnoreCase);

    /// <summary>Returns such a tag with its value, such as "advisor-min-units ('10 units')"; null for any other tag.</summary>
    public static string? Describe(string name, string? value) =>
        Names.Contains(name)
            ? $"{name.ToLowerInvariant()} ('{UntrustedText.Shorten(UntrustedText.Sanitize(value ?? "").Trim(), MaxShownValue)}')"
            : null;
}
