using System.Xml;

namespace Advisor.Lab.LocalAzure.Monitor;

/// <summary>Bucket widths of metrics queries.</summary>
internal static class TimeGrain
{
    public const string Full = "FULL";

    public static IReadOnlyList<string> All { get; } = ["PT1M", "PT5M", "PT15M", "PT30M", "PT1H", "PT6H", "PT12H", "P1D"];

    /// <summary>Returns the minutes of a grain in ISO 8601 or hh:mm:ss; null when it is not supported.</summary>
    public static int? ParseMinutes(string grain) =>
        All.Select(name => (int)XmlConvert.ToTimeSpan(name).TotalMinutes)
            .Where(minutes => TryParse(grain, out var span) && span.TotalMinutes == minutes)
            .Select(minutes => (int?)minutes)
            .FirstOrDefault();

    /// <summary>Returns the name of a whole time span, such as PT4H, for the response to FULL.</summary>
    public static string FormatName(long minutes) => XmlConvert.ToString(TimeSpan.FromMinutes(minutes));

    private static bool TryParse(string text, out TimeSpan span)
    {
        try
        {
            span = text.StartsWith('P') ? XmlConvert.ToTimeSpan(text) : TimeSpan.Parse(text);
            return true;
        }
        catch (Exception e) when (e is FormatException or OverflowException)
        {
            span = default;
            return false;
        }
    }
}
