using Advisor.State.Http;
using Azure;

namespace Advisor.Azure.Resilience;

/// <summary>What an answer of Azure asks to wait.</summary>
internal static class RetryAfterReader
{
    /// <summary>Zero to <see cref="RetryAfterHeader.MaxWait"/>; null where the answer does not say.</summary>
    public static TimeSpan? Read(Response? response, DateTimeOffset now) =>
        response is null ? null : RetryAfterHeader.Read(name => response.Headers.TryGetValue(name, out var value) ? value : null, now);
}
