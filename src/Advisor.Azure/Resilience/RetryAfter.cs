using Advisor.Runtime.Http;
using Azure;

namespace Advisor.Azure.Resilience;

/// <summary>What an answer of Azure asks to wait.</summary>
internal static class RetryAfter
{
    /// <summary>Zero to <see cref="RetryAfterHeader.Longest"/>; null where the answer does not say.</summary>
    public static TimeSpan? Of(Response? response, DateTimeOffset now) =>
        response is null ? null : RetryAfterHeader.Read(name => response.Headers.TryGetValue(name, out var value) ? value : null, now);
}
