using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using Advisor.Core.Text;
using Advisor.Service.Http;
using Advisor.Service.Telemetry;
using Azure;
using Polly;
using Polly.CircuitBreaker;
using Polly.Retry;
using Polly.Timeout;

namespace Advisor.Azure.Resilience;

/// <summary>
/// Pipeline of all calls to Azure, for every client. From the outside in: of reads the circuit breaker of a silent endpoint and the retry;
/// the circuit breaker of the endpoint, the shared limits of rate and concurrency, the timeout of the attempt. Clients throw
/// <see cref="RequestFailedException"/> for a response without success.
/// </summary>
/// <param name="onRetry">Called before each retry with a sentence about it; null = not.</param>
internal sealed class AzureCalls(TimeProvider time, ResilienceLimits limits, Action<string>? onRetry = null) : IDisposable
{
    /// <summary>Status by which the batch call of Azure Monitor throttles, mostly without Retry-After.</summary>
    public const int Overloaded = 529;

    private static readonly ApiCallMetric Counter = new(new Meter(TelemetryNames.Source));

    private readonly ConcurrentDictionary<(string, string?, string?), (ResiliencePipeline Read, ResiliencePipeline Once)> pipelines = new();
    private readonly ConcurrentDictionary<(string, string?), ResiliencePipeline> silences = new();
    private readonly ConcurrentDictionary<(string, string, bool), CallRateLimiter> rateLimiters = new();
    private readonly ResiliencePipeline attempt = new ResiliencePipelineBuilder { TimeProvider = time }
        .AddTimeout(limits.AttemptTimeout)
        .Build();

    private readonly TimeProvider breakerTime = new ForwardTimeProvider(time);

    private readonly SemaphoreSlim concurrency = new(limits.Concurrency, limits.Concurrency);

    /// <summary>Makes a call without side effects; transient failures are retried.</summary>
    public ValueTask<T> ReadAsync<T>(
        CallName name,
        CallTarget target,
        Func<CancellationToken, Task<T>> call,
        CancellationToken cancellation
    ) => RunAsync(GetPipelines(target).Read, name, target, call, cancellation);

    /// <summary>Makes a call without side effects; returns what <paramref name="describe"/> makes of an expected failure.</summary>
    public async Task<T> ReadAsync<T>(
        CallName name,
        CallTarget target,
        Func<CancellationToken, Task<T>> call,
        Func<Exception, T> describe,
        CancellationToken cancellation
    )
    {
        try
        {
            return await ReadAsync(name, target, call, cancellation);
        }
        catch (Exception exception) when (AzureFailures.IsExpected(exception, cancellation))
        {
            return describe(exception);
        }
    }

    /// <summary>Makes a call with side effects: sent once, whatever the response.</summary>
    public ValueTask<T> SendOnceAsync<T>(
        CallName name,
        CallTarget target,
        Func<CancellationToken, Task<T>> call,
        CancellationToken cancellation
    ) => RunAsync(GetPipelines(target).Once, name, target, call, cancellation);

    public void Dispose() => concurrency.Dispose();

    private ValueTask<T> RunAsync<T>(
        ResiliencePipeline pipeline,
        CallName name,
        CallTarget target,
        Func<CancellationToken, Task<T>> call,
        CancellationToken cancellation
    )
    {
        var bucket = rateLimiters.GetOrAdd(
            (target.Endpoint, target.Subscription, target.IsWrite),
            _ => new CallRateLimiter(time, limits.CallsPerSecond, limits.Burst, limits.MaxRetryAfter)
        );
        return pipeline.ExecuteAsync(token => new ValueTask<T>(AttemptAsync(name, bucket, call, token)), cancellation);
    }

    private async Task<T> AttemptAsync<T>(
        CallName name,
        CallRateLimiter bucket,
        Func<CancellationToken, Task<T>> call,
        CancellationToken cancellation
    )
    {
        await bucket.WaitAsync(cancellation);
        await concurrency.WaitAsync(cancellation);
        int? status = null;
        try
        {
            var answer = await attempt.ExecuteAsync(token => new ValueTask<T>(call(token)), cancellation);
            status = 200;
            return answer;
        }
        catch (RequestFailedException failure)
        {
            status = failure.Status > 0 ? failure.Status : null;
            if (status is 429 or Overloaded)
            {
                bucket.Pause(ReadRetryAfter(failure) ?? TimeSpan.Zero);
            }

            throw;
        }
        catch (Exception ex) when (ex is not OutOfMemoryException && !AzureFailures.IsExpected(ex, CancellationToken.None))
        {
            // Any exception of a client or parser on a response is a failure of this call only.
            throw new InvalidResponseException(
                $"The answer to {name.Operation} could not be read ({ex.GetType().Name}: {UntrustedText.Redact(ex.Message)}).",
                ex
            );
        }
        finally
        {
            Counter.Record(name.Api, name.Operation, status);
            concurrency.Release();
        }
    }

    private (ResiliencePipeline Read, ResiliencePipeline Once) GetPipelines(CallTarget target)
    {
        var place = (Endpoint: target.Endpoint.ToLowerInvariant(), target.Part);
        return pipelines.GetOrAdd(
            (place.Endpoint, place.Part, target.FailsAlone ? target.Subscription : null),
            _ =>
            {
                var once = new ResiliencePipelineBuilder { TimeProvider = breakerTime }
                    .AddCircuitBreaker(CreateCircuitBreaker())
                    .Build();
                return limits.Retries == 0
                    ? (once, once)
                    : (
                        new ResiliencePipelineBuilder { TimeProvider = breakerTime }
                            .AddPipeline(silences.GetOrAdd(place, _ => BuildSilenceBreaker()))
                            .AddRetry(CreateRetry(target.Endpoint))
                            .AddPipeline(once)
                            .Build(),
                        once
                    );
            }
        );
    }

    private RetryStrategyOptions CreateRetry(string endpoint) =>
        new()
        {
            MaxRetryAttempts = limits.Retries,
            Delay = limits.FirstDelay,
            MaxDelay = limits.MaxDelay,
            BackoffType = DelayBackoffType.Exponential,
            UseJitter = true,
            ShouldHandle = arguments => ValueTask.FromResult(ShouldRetry(arguments.Outcome.Exception)),
            DelayGenerator = arguments => ValueTask.FromResult(ReadRetryAfter(arguments.Outcome.Exception)),
            OnRetry = arguments =>
            {
                var next = $"attempt {arguments.AttemptNumber + 2} of {limits.Retries + 1}";
                onRetry?.Invoke($"{AzureFailures.DescribeShortly(endpoint, arguments.Outcome.Exception)}: {next}");
                return ValueTask.CompletedTask;
            },
        };

    private CircuitBreakerStrategyOptions CreateCircuitBreaker() =>
        new()
        {
            FailureRatio = limits.BreakFailureRatio,
            MinimumThroughput = limits.BreakMinAttempts,
            SamplingDuration = TimeSpan.FromSeconds(30),
            BreakDuration = limits.BreakDuration,
            ShouldHandle = arguments => ValueTask.FromResult(IsEndpointFailure(arguments.Outcome.Exception)),
        };

    // A call whose attempts all time out takes two minutes, and those after it as long again: too few attempts a minute for the other one.
    private ResiliencePipeline BuildSilenceBreaker() =>
        new ResiliencePipelineBuilder { TimeProvider = breakerTime }
            .AddCircuitBreaker(
                new()
                {
                    FailureRatio = 1,
                    MinimumThroughput = 2,
                    SamplingDuration = limits.SilenceWindow,
                    BreakDuration = limits.BreakDuration,
                    ShouldHandle = arguments => ValueTask.FromResult(arguments.Outcome.Exception is TimeoutRejectedException),
                }
            )
            .Build();

    private bool ShouldRetry(Exception? exception) =>
        exception switch
        {
            RequestFailedException { Status: 429 or 503 or Overloaded } throttled => (ReadRetryAfter(throttled) ?? TimeSpan.Zero)
                <= limits.MaxRetryAfter,
            RequestFailedException { Status: 408 or 500 or 502 or 504 } => true,
            RequestFailedException { Status: 0 } broken => limits.RetriesUnreachable || !IsConnectionRefused(broken),
            _ => exception is TimeoutRejectedException,
        };

    // A refusal with a reason (4xx, 501: not supported, 529: throttled) shows that the endpoint works; only timeouts and server errors
    // count towards opening its circuit.
    private static bool IsEndpointFailure(Exception? exception) =>
        exception is RequestFailedException { Status: 0 or (>= 500 and not 501 and not Overloaded) } or TimeoutRejectedException;

    private static bool IsConnectionRefused(Exception exception) =>
        exception.InnerException
            is HttpRequestException { HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError };

    private TimeSpan? ReadRetryAfter(Exception? exception) =>
        exception is RequestFailedException failure ? RetryAfterReader.Read(failure.GetRawResponse(), time.GetUtcNow()) : null;
}
