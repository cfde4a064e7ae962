using Advisor.Service.Http;
using Azure;

namespace Advisor.Azure.Resilience;

/// <summary>Reads the wait requested by a response of Azure.</summary>
internal static class RetryAfterReader
{
    /// <summary>Returns zero to <see cref="RetryAfterHeader.MaxWait"/>; null if the response requests none.</summary>
    public static TimeSpan? Read(Response? response, DateTimeOffset now) =>
        response is null ? null : RetryAfterHeader.Read(name => response.Headers.TryGetValue(name, out var value) ? value : null, now);
}
