using Microsoft.AspNetCore.Http;

namespace Advisor.Lab.LocalAzure.Wire;

/// <summary>Headers of every Resource Manager response.</summary>
internal static class AzureHeaders
{
    // Azure's burst of reads and writes; throttling itself is simulated by faults.
    private const int Reads = 250;
    private const int Writes = 200;

    /// <param name="now">Current time of this Azure, for the Date header.</param>
    /// <param name="number">Number of the request, from which its id is made.</param>
    public static void Add(HttpContext http, DateTimeOffset now, long number)
    {
        var headers = http.Response.Headers;
        headers.Date = now.ToString("R");
        var id = $"00000000-0000-4000-8000-{number:x12}";
        headers["x-ms-request-id"] = id;
        headers["x-ms-correlation-request-id"] = id;
        headers["x-ms-routing-request-id"] = $"LOCAL:{id}";
        headers.CacheControl = "no-cache";
        if (http.Request.Headers.TryGetValue("x-ms-client-request-id", out var client))
        {
            headers["x-ms-client-request-id"] = client;
        }

        var write = HttpMethods.IsPatch(http.Request.Method);
        headers[write ? "x-ms-ratelimit-remaining-subscription-writes" : "x-ms-ratelimit-remaining-subscription-reads"] = (
            write ? Writes : Reads
        ).ToString();
    }
}
