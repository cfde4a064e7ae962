using System.Collections.Concurrent;
using System.Net.Http;
using Advisor.Core.Text;
using Azure;
using Polly;
using Polly.CircuitBreaker;
using Polly.Retry;
using Polly.Timeout;

namespace Advisor.Azure.Resilience;

/// <summary>Whose limits a call counts against: Azure meters by endpoint and subscription; an endpoint that is down is down for all.</summary>
internal readonly record struct CallTarget(string Endpoint, string Subscription);

/// <summary>
/// Every call to Azure goes through here, whichever client makes it. From the outside in: retry (reads only), the circuit of the endpoint, the
/// shared limits of rate and concurrency, the timeout of the attempt. A client reports an answer that is no success as
/// <see cref="RequestFailedException"/>.
/// </summary>
internal sealed class AzureCalls(TimeProvider time, ResilienceLimits limits) : IDisposable
{
    private readonly ConcurrentDictionary<string, (ResiliencePipeline Read, ResiliencePipeline Once)> pipelines = new(StringComparer.OrdinalIgnoreCase);
    private readonly ConcurrentDictionary<CallTarget, TokenBucket> buckets = new();
    private readonly ResiliencePipeline attempt =
        new ResiliencePipelineBuilder { TimeProvider = time }.AddTimeout(limits.AttemptTimeout).Build();

    private readonly SemaphoreSlim slots = new(limits.Concurrency, limits.Concurrency);
    private int sent;

    /// <summary>Attempts made so far, of all kinds.</summary>
    public int Sent => Volatile.Read(ref sent);

    /// <summary>Makes a call that changes nothing; passing faults are tried again.</summary>
    public ValueTask<T> ReadAsync<T>(CallName name, CallTarget target, Func<CancellationToken, Task<T>> call, CancellationToken cancellation) =>
        RunAsync(Pipelines(target.Endpoint).Read, name, target, call, cancellation);

    /// <summary>Makes a call that changes something: sent once, whatever comes back.</summary>
    public ValueTask<T> ChangeAsync<T>(CallName name, CallTarget target, Func<CancellationToken, Task<T>> call, CancellationToken cancellation) =>
        RunAsync(Pipelines(target.Endpoint).Once, name, target, call, cancellation);

    public void Dispose() => slots.Dispose();

    private ValueTask<T> RunAsync<T>(
        ResiliencePipeline pipeline, CallName name, CallTarget target, Func<CancellationToken, Task<T>> call, CancellationToken cancellation)
    {
        var bucket = buckets.GetOrAdd(target, _ => new TokenBucket(time, limits.CallsPerSecond, limits.Burst, limits.LongestRetryAfter));
        return pipeline.ExecuteAsync(token => new ValueTask<T>(AttemptAsync(name, bucket, call, token)), cancellation);
    }

    private async Task<T> AttemptAsync<T>(CallName name, TokenBucket bucket, Func<CancellationToken, Task<T>> call, CancellationToken cancellation)
    {
        await bucket.WaitAsync(cancellation);
        await slots.WaitAsync(cancellation);
        int? status = null;
        try
        {
            Interlocked.Increment(ref sent);
            var answer = await attempt.ExecuteAsync(token => new ValueTask<T>(call(token)), cancellation);
            status = 200;
            return answer;
        }
        catch (RequestFailedException failure)
        {
            status = failure.Status > 0 ? failure.Status : null;
            if (status == 429)
            {
                bucket.Pause(AskedWait(failure) ?? TimeSpan.Zero);
            }

            throw;
        }
        catch (Exception odd) when (odd is not OutOfMemoryException && !AzureFailures.IsExpected(odd, CancellationToken.None))
        {
            // Whatever a client or a reader trips over in an answer is a failure of this call, and of nothing else.
            throw new BadAnswerException($"The answer to {name.Operation} could not be read ({odd.GetType().Name}: {UntrustedText.Redacted(odd.Message)}).", odd);
        }
        finally
        {
            AzureTelemetry.Calls.Record(name.Api, name.Operation, status);
            slots.Release();
        }
    }

    private (ResiliencePipeline Read, ResiliencePipeline Once) Pipelines(string endpoint) => pipelines.GetOrAdd(endpoint, _ =>
    {
        var once = new ResiliencePipelineBuilder { TimeProvider = time }.AddCircuitBreaker(Circuit()).Build();
        return limits.Retries == 0
            ? (once, once)
            : (new ResiliencePipelineBuilder { TimeProvider = time }.AddRetry(Retry()).AddPipeline(once).Build(), once);
    });

    private RetryStrategyOptions Retry() => new()
    {
        MaxRetryAttempts = limits.Retries,
        Delay = limits.FirstDelay,
        MaxDelay = limits.LongestDelay,
        BackoffType = DelayBackoffType.Exponential,
        UseJitter = true,
        ShouldHandle = arguments => ValueTask.FromResult(IsWorthAnother(arguments.Outcome.Exception)),
        DelayGenerator = arguments => ValueTask.FromResult(AskedWait(arguments.Outcome.Exception)),
    };

    private CircuitBreakerStrategyOptions Circuit() => new()
    {
        FailureRatio = limits.BreakAt,
        MinimumThroughput = limits.BreakAfter,
        SamplingDuration = TimeSpan.FromSeconds(30),
        BreakDuration = limits.BreakFor,
        ShouldHandle = arguments => ValueTask.FromResult(IsEndpointDown(arguments.Outcome.Exception)),
    };

    private bool IsWorthAnother(Exception? exception) => exception switch
    {
        RequestFailedException { Status: 429 or 503 } throttled => (AskedWait(throttled) ?? TimeSpan.Zero) <= limits.LongestRetryAfter,
        RequestFailedException { Status: 408 or 500 or 502 or 504 } => true,
        RequestFailedException { Status: 0 } broken => limits.RetriesUnreachable || !NobodyListens(broken),
        _ => exception is TimeoutRejectedException,
    };

    // A refusal with a reason (4xx, and 501: it does not do what was asked) is an endpoint at work; only silence and faults count towards opening its circuit.
    private static bool IsEndpointDown(Exception? exception) =>
        exception is RequestFailedException { Status: 0 or (>= 500 and not 501) } or TimeoutRejectedException;

    private static bool NobodyListens(Exception exception) =>
        exception.GetBaseException() is System.Net.Sockets.SocketException
        || exception.InnerException is HttpRequestException { HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError };

    private TimeSpan? AskedWait(Exception? exception) =>
        exception is RequestFailedException failure ? RetryAfter.Of(failure.GetRawResponse(), time.GetUtcNow()) : null;
}
