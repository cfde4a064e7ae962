using System.Globalization;
using Azure;

namespace Advisor.Azure.Resilience;

/// <summary>What an answer asks to wait: <c>Retry-After</c> in seconds or as a date, or Azure's own headers in milliseconds.</summary>
internal static class RetryAfter
{
    private static readonly string[] Milliseconds = ["retry-after-ms", "x-ms-retry-after-ms"];

    /// <summary>The wait, 0 or more; null where the answer does not say.</summary>
    public static TimeSpan? Of(Response? response, DateTimeOffset now)
    {
        if (response is null)
        {
            return null;
        }

        foreach (var name in Milliseconds)
        {
            if (response.Headers.TryGetValue(name, out var text) && Number(text) is { } span)
            {
                return TimeSpan.FromMilliseconds(span);
            }
        }

        if (!response.Headers.TryGetValue("Retry-After", out var value))
        {
            return null;
        }

        if (Number(value) is { } seconds)
        {
            return TimeSpan.FromSeconds(seconds);
        }

        return DateTimeOffset.TryParse(value, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var at)
            ? at > now ? at - now : TimeSpan.Zero
            : null;
    }

    // A day is more than any service asks for; beyond it the number is not meant as a wait.
    private static double? Number(string? text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number) && number <= 86_400_000
            ? number
            : null;
}
