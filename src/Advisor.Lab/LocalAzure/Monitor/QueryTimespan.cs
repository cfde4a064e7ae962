using System.Globalization;
using System.Xml;

namespace Advisor.Lab.LocalAzure.Monitor;

/// <summary>
/// Parses the parameter <c>timespan</c> of the single metrics call: a pair of times, a time and a duration in either order, or a duration
/// that ends now, such as PT900.0S, as sent by Azure's client for Python. It may be escaped twice, as the Azure CLI 2.45 does.
/// </summary>
internal static class QueryTimespan
{
    private static readonly TimeSpan MaxDuration = TimeSpan.FromDays(1000);

    /// <summary>Returns the text of start and end; null when the text does not contain one.</summary>
    public static (string? Start, string? End) Parse(string timespan, DateTimeOffset now) =>
        Uri.UnescapeDataString(timespan).Split('/') switch
        {
            [var start, var end] when ParseDuration(end) is { } length && ParseTime(start) is { } from => (
                start,
                FormatTime(from + length)
            ),
            [var start, var end] when ParseDuration(start) is { } length && ParseTime(end) is { } to => (FormatTime(to - length), end),
            [var start, var end] => (start, end),
            [var one] when ParseDuration(one) is { } length => (FormatTime(now - length), null),
            _ => (timespan.Length > 0 ? timespan : null, null),
        };

    private static string FormatTime(DateTimeOffset at) => at.ToString("O");

    private static DateTimeOffset? ParseTime(string text) =>
        DateTimeOffset.TryParse(
            text,
            CultureInfo.InvariantCulture,
            DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal,
            out var time
        )
            ? time
            : null;

    private static TimeSpan? ParseDuration(string text)
    {
        try
        {
            return text.StartsWith('P') && XmlConvert.ToTimeSpan(text) is var length && length > TimeSpan.Zero && length < MaxDuration
                ? length
                : null;
        }
        catch (Exception e) when (e is FormatException or OverflowException)
        {
            return null;
        }
    }
}
