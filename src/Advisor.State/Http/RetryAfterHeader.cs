using System.Globalization;

namespace Advisor.State.Http;

/// <summary>
/// How long an HTTP answer asks to wait: <c>Retry-After</c> in seconds or as a date, or Azure's own headers in milliseconds. The one place
/// that reads these headers, for Azure and for the receivers of notifications alike, and so the one place that limits them.
/// </summary>
public static class RetryAfterHeader
{
    /// <summary>
    /// The longest wait that is obeyed: 15 minutes. A longer one is an error of the sender, and a minute-by-minute service cannot keep it.
    /// </summary>
    public static readonly TimeSpan MaxWait = TimeSpan.FromMinutes(15);

    private static readonly string[] Milliseconds = ["retry-after-ms", "x-ms-retry-after-ms"];

    // RFC 9110, section 5.6.7: the form to send, and the two old ones that a recipient must accept.
    private static readonly string[] Dates = ["r", "dddd, dd-MMM-yy HH:mm:ss 'GMT'", "ddd MMM d HH:mm:ss yyyy"];

    /// <param name="header">The value of a header by its name, null where it is absent.</param>
    /// <param name="now">What a date is compared with.</param>
    /// <returns>Zero to <see cref="MaxWait"/>; null where the response has none, or none that can be read.</returns>
    public static TimeSpan? Read(Func<string, string?> header, DateTimeOffset now)
    {
        foreach (var name in Milliseconds)
        {
            if (ParseNumber(header(name)) is { } milliseconds)
            {
                return Limit(milliseconds / 1000);
            }
        }

        var value = header("Retry-After");
        return ParseNumber(value) is { } seconds ? Limit(seconds)
            : DateTimeOffset.TryParseExact(
                value,
                Dates,
                CultureInfo.InvariantCulture,
                DateTimeStyles.AssumeUniversal | DateTimeStyles.AllowWhiteSpaces,
                out var at
            )
                ? Limit((at - now).TotalSeconds)
            : null;
    }

    /// <summary>
    /// What is left of a wait that was remembered. More than <see cref="MaxWait"/> was not remembered by this clock: null, as after its
    /// end.
    /// </summary>
    public static TimeSpan? GetRemaining(DateTimeOffset until, DateTimeOffset now) =>
        until > now && until - now <= MaxWait ? until - now : null;

    private static TimeSpan Limit(double seconds) =>
        seconds <= 0 ? TimeSpan.Zero
        : seconds < MaxWait.TotalSeconds ? TimeSpan.FromSeconds(seconds)
        : MaxWait;

    // A number of any length: what a double cannot hold is infinite, and limited like the rest.
    private static double? ParseNumber(string? text) =>
        text?.Trim() is [>= '0' and <= '9', ..] digits
        && double.TryParse(digits, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
            ? number
            : null;
}
