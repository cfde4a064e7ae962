using System.Xml;

namespace Advisor.LocalAzure.Monitor;

/// <summary>The widths that a bucket can have.</summary>
internal static class TimeGrain
{
    public const string Full = "FULL";

    public static IReadOnlyList<string> All { get; } = ["PT1M", "PT5M", "PT15M", "PT30M", "PT1H", "PT6H", "PT12H", "P1D"];

    /// <summary>Minutes of a grain by its ISO 8601 name or as hh:mm:ss; null where it is none of the allowed ones.</summary>
    public static int? ParseMinutes(string grain) =>
        All.Select(name => (int)XmlConvert.ToTimeSpan(name).TotalMinutes)
            .Where(minutes => TryParse(grain, out var span) && span.TotalMinutes == minutes)
            .Select(minutes => (int?)minutes)
            .FirstOrDefault();

    /// <summary>The name of a whole span, such as PT4H, as the answer to FULL says it.</summary>
    public static string FormatName(long minutes) => XmlConvert.ToString(TimeSpan.FromMinutes(minutes));

    private static bool TryParse(string text, out TimeSpan span)
    {
        try
        {
            span = text.StartsWith('P')
                ? XmlConvert.ToTimeSpan(text)
                : TimeSpan.Parse(text, System.Globalization.CultureInfo.InvariantCulture);
            return true;
        }
        catch (Exception e) when (e is FormatException or OverflowException)
        {
            span = default;
            return false;
        }
    }
}
