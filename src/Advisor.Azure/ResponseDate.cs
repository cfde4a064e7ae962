using System.Globalization;
using Azure;

namespace Advisor.Azure;

/// <summary>The Date header of a response, which something between here and Azure may have changed.</summary>
internal static class ResponseDate
{
    /// <summary>
    /// Returns the date; null if the header is absent, occurs more than once, or is not an HTTP date. Unlike the property of Azure.Core,
    /// this never throws.
    /// </summary>
    public static DateTimeOffset? Find(Response response) =>
        response.Headers.TryGetValues("Date", out var values)
        && values.ToArray() is [var text]
        && DateTimeOffset.TryParseExact(text, "r", CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var date)
            ? date
            : null;
}
