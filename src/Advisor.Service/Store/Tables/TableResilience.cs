using Advisor.Service.Http;
using Azure;
using Polly;
using Polly.Retry;
using Polly.Timeout;

namespace Advisor.Service.Store.Tables;

/// <summary>Retries and timeout of requests to the table service.</summary>
internal static class TableResilience
{
    private static readonly TimeSpan MaxWait = TimeSpan.FromMinutes(1);

    public static ResiliencePipeline Create(TableStateStoreOptions options)
    {
        var builder = new ResiliencePipelineBuilder { TimeProvider = options.Time };
        if (options.Retries > 0)
        {
            builder.AddRetry(
                new RetryStrategyOptions
                {
                    MaxRetryAttempts = options.Retries,
                    Delay = options.FirstDelay,
                    MaxDelay = TimeSpan.FromSeconds(10),
                    BackoffType = DelayBackoffType.Exponential,
                    UseJitter = true,
                    ShouldHandle = new PredicateBuilder()
                        .Handle<RequestFailedException>(error => error.Status is 0 or 408 or 429 or >= 500)
                        .Handle<TimeoutRejectedException>()
                        .Handle<IOException>(),
                    DelayGenerator = retry => ValueTask.FromResult(FindRetryAfter(retry.Outcome.Exception, options.Time.GetUtcNow())),
                }
            );
        }

        return builder.AddTimeout(options.TryTimeout).Build();
    }

    // A minute at most, since the whole program waits for the state.
    private static TimeSpan? FindRetryAfter(Exception? error, DateTimeOffset now) =>
        (error as RequestFailedException)?.GetRawResponse() is { } response
        && RetryAfterHeader.Read(name => response.Headers.TryGetValue(name, out var value) ? value : null, now) is { } wait
            ? wait < MaxWait
                ? wait
                : MaxWait
            : null;
}
