using Advisor.State.Http;
using Azure;
using Polly;
using Polly.Retry;
using Polly.Timeout;

namespace Advisor.Storage.Tables;

/// <summary>Retries and timeout of requests to the table service.</summary>
internal static class TableResilience
{
    private static readonly TimeSpan MaxWait = TimeSpan.FromMinutes(1);

    public static ResiliencePipeline<Response> Create(TableStateStoreOptions options)
    {
        var builder = new ResiliencePipelineBuilder<Response> { TimeProvider = options.Time };
        if (options.Retries > 0)
        {
            builder.AddRetry(
                new RetryStrategyOptions<Response>
                {
                    MaxRetryAttempts = options.Retries,
                    Delay = options.FirstDelay,
                    MaxDelay = TimeSpan.FromSeconds(10),
                    BackoffType = DelayBackoffType.Exponential,
                    UseJitter = true,
                    ShouldHandle = new PredicateBuilder<Response>()
                        .HandleResult(response => response.Status is 408 or 429 or >= 500)
                        .Handle<RequestFailedException>(error => error.Status == 0)
                        .Handle<TimeoutRejectedException>()
                        .Handle<IOException>(),
                    DelayGenerator = retry => ValueTask.FromResult(FindRetryAfter(retry.Outcome.Result, options.Time.GetUtcNow())),
                    OnRetry = retry =>
                    {
                        retry.Outcome.Result?.Dispose();
                        return ValueTask.CompletedTask;
                    },
                }
            );
        }

        return builder.AddTimeout(options.TryTimeout).Build();
    }

    // A minute at most, since the whole program waits for the state.
    private static TimeSpan? FindRetryAfter(Response? response, DateTimeOffset now) =>
        response is not null
        && RetryAfterHeader.Read(name => response.Headers.TryGetValue(name, out var value) ? value : null, now) is { } wait
            ? wait < MaxWait
                ? wait
                : MaxWait
            : null;
}
