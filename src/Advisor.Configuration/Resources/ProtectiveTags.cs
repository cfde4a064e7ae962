using Advisor.Core.Text;

namespace Advisor.Configuration.Resources;

/// <summary>
/// Tags that keep Advisor from a change. What one that cannot be read, or whose name is misspelled, was to prevent is not known, so it may
/// have been any scale-in.
/// </summary>
internal static class ProtectiveTags
{
    private const int MaxShownValue = 60;

    private static readonly HashSet<string> Names = ListTags("mode", "minUnits", "maxUnits", "pause", "pin", "scaleIn.windows");

    private static readonly HashSet<string> NamesWithWindows = ListTags("timeZone");

    /// <param name="name">Name of a tag, in any case.</param>
    /// <param name="hasScaleInWindows">Whether scale-in windows are in force, whose hours are those of the time zone.</param>
    public static bool Contain(string name, bool hasScaleInWindows) =>
        Names.Contains(name) || (hasScaleInWindows && NamesWithWindows.Contains(name));

    /// <summary>Returns a tag with its value, such as "advisor-min-units ('10 units')".</summary>
    /// <param name="meant">Tag that a misspelled name was probably to be; null = the name is that of a tag.</param>
    public static string Describe(string name, string? value, string? meant = null) =>
        $"{UntrustedText.Sanitize(name.ToLowerInvariant())} "
        + $"('{UntrustedText.Shorten(UntrustedText.Sanitize(value ?? "").Trim(), MaxShownValue)}'"
        + $"{(meant is null ? "" : $", probably {meant}")})";

    private static HashSet<string> ListTags(params string[] settings) =>
        SettingTable.Rows.Where(row => settings.Contains(row.Name)).SelectMany(row => row.Tags).ToHashSet(StringComparer.OrdinalIgnoreCase);
}
