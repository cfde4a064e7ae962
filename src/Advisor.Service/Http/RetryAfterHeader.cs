using System.Globalization;

namespace Advisor.Service.Http;

/// <summary>
/// Reads the wait requested by an HTTP response: <c>Retry-After</c> in seconds or as a date, or Azure's own headers in milliseconds. Used,
/// with its limit, for Azure and for the receivers of notifications.
/// </summary>
public static class RetryAfterHeader
{
    /// <summary>
    /// Maximum wait: 15 minutes. A longer one is an error of the sender and not practical for a service with one-minute ticks.
    /// </summary>
    public static readonly TimeSpan MaxWait = TimeSpan.FromMinutes(15);

    private static readonly string[] Milliseconds = ["retry-after-ms", "x-ms-retry-after-ms"];

    // RFC 9110, section 5.6.7: the current format, and the two obsolete ones that a recipient must accept.
    private static readonly string[] Dates = ["r", "dddd, dd-MMM-yy HH:mm:ss 'GMT'", "ddd MMM d HH:mm:ss yyyy"];

    /// <summary>Reads the requested wait from the headers of a response.</summary>
    /// <param name="header">Returns the value of a header by name; null if it is absent.</param>
    /// <param name="now">Time to compare a date with.</param>
    /// <returns>Zero to <see cref="MaxWait"/>; null if the response has no such header, or none that can be parsed.</returns>
    public static TimeSpan? Read(Func<string, string?> header, DateTimeOffset now)
    {
        foreach (var name in Milliseconds)
        {
            if (ParseNumber(header(name)) is { } milliseconds)
            {
                return ClampWait(milliseconds / 1000);
            }
        }

        var value = header("Retry-After");
        return ParseNumber(value) is { } seconds ? ClampWait(seconds)
            : DateTimeOffset.TryParseExact(
                value,
                Dates,
                CultureInfo.InvariantCulture,
                DateTimeStyles.AssumeUniversal | DateTimeStyles.AllowWhiteSpaces,
                out var at
            )
                ? ClampWait((at - now).TotalSeconds)
            : null;
    }

    /// <summary>
    /// Returns the remaining time of a stored wait. More than <see cref="MaxWait"/> cannot have been stored by this clock: null, as after
    /// the end.
    /// </summary>
    public static TimeSpan? GetRemaining(DateTimeOffset until, DateTimeOffset now) =>
        until > now && until - now <= MaxWait ? until - now : null;

    private static TimeSpan ClampWait(double seconds) =>
        seconds <= 0 ? TimeSpan.Zero
        : seconds < MaxWait.TotalSeconds ? TimeSpan.FromSeconds(seconds)
        : MaxWait;

    // A number too large for a double is infinite, and limited like any other.
    private static double? ParseNumber(string? text) =>
        text?.Trim() is [>= '0' and <= '9', ..] digits
        && double.TryParse(digits, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
            ? number
            : null;
}
