using Advisor.Service.Http;
using Azure;

namespace Advisor.Azure.Resilience;

/// <summary>Reads the wait requested by a response of Azure.</summary>
internal static class RetryAfterReader
{
    // Cost Management states a wait for each of its limits, in seconds; the longest counts.
    private static readonly string[] CostLimits =
    [
        .. new[] { "qpu", "entity", "tenant", "client", "clienttype" }.Select(limit =>
            $"x-ms-ratelimit-microsoft.costmanagement-{limit}-retry-after"
        ),
    ];

    /// <summary>Returns zero to <see cref="RetryAfterHeader.MaxWait"/>; null if the response requests none.</summary>
    public static TimeSpan? Read(Response? response, DateTimeOffset now) =>
        response is null
            ? null
            : CostLimits
                .Append("Retry-After")
                .Select(header => RetryAfterHeader.Read(name => Find(response, name == "Retry-After" ? header : name), now))
                .Max();

    private static string? Find(Response response, string name) => response.Headers.TryGetValue(name, out var value) ? value : null;
}
