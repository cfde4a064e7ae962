using Advisor.Service.Http;
using Advisor.Service.Notifications.Delivery;
using Polly;
using Polly.CircuitBreaker;
using Polly.Retry;
using Polly.Timeout;

namespace Advisor.Service.Notifications.Channels;

/// <summary>
/// Notification channel with, from the outside in, retries that honour Retry-After, a circuit breaker, and a timeout per attempt. Every
/// result is a value. Thread-safe; the outbox keeps the order of an incident.
/// </summary>
public sealed class NotificationChannel : INotificationChannel
{
    private readonly IDeliveryAttempt attempt;
    private readonly TimeProvider time;
    private readonly DeliveryLimits limits;
    private readonly ResiliencePipeline<DeliveryResult> pipeline;
    private readonly ResiliencePipeline timeout;
    private long pausedUntil;
    private volatile string? lastFailure;

    internal NotificationChannel(string name, IDeliveryAttempt attempt, DeliveryLimits limits, TimeProvider time)
    {
        Name = name;
        (this.attempt, this.limits, this.time) = (attempt, limits, time);
        timeout = new ResiliencePipelineBuilder { TimeProvider = time }
            .AddTimeout(limits.AttemptTimeout)
            .Build();
        var builder = new ResiliencePipelineBuilder<DeliveryResult> { TimeProvider = new ForwardTimeProvider(time) };
        pipeline = (limits.Retries > 0 ? builder.AddRetry(CreateRetry()) : builder).AddCircuitBreaker(CreateCircuitBreaker()).Build();
    }

    /// <summary>Name in the settings; not a secret.</summary>
    public string Name { get; }

    /// <inheritdoc/>
    public async Task<DeliveryResult> SendAsync(Notification message, CancellationToken cancellation)
    {
        if (RetryAfterHeader.GetRemaining(new DateTimeOffset(Volatile.Read(ref pausedUntil), TimeSpan.Zero), time.GetUtcNow()) is { } rest)
        {
            return DeliveryResult.RetryLater($"{Name}: the receiver asked to wait (Retry-After).", rest) with { IsUntried = true };
        }

        var isTried = false;
        try
        {
            var report = await pipeline.ExecuteAsync(
                token =>
                {
                    isTried = true;
                    return new ValueTask<DeliveryResult>(AttemptAsync(message, token));
                },
                cancellation
            );
            if (report.RetryAfter > limits.MaxRetryAfter)
            {
                Volatile.Write(ref pausedUntil, (time.GetUtcNow() + report.RetryAfter.Value).UtcTicks);
            }

            return report;
        }
        catch (BrokenCircuitException open)
        {
            // People are told of the last attempt: the cause must not be lost behind the circuit. The circuit may have opened between two
            // attempts for this message.
            return DeliveryResult.ChannelUnhealthy($"{Name}: not tried for a moment after repeated failures: {lastFailure}") with
            {
                RetryAfter = open.RetryAfter,
                IsUntried = !isTried,
            };
        }
    }

    private async Task<DeliveryResult> AttemptAsync(Notification message, CancellationToken cancellation)
    {
        try
        {
            return RecordProblem(
                await timeout.ExecuteAsync(token => new ValueTask<DeliveryResult>(attempt.TryAsync(message, token)), cancellation)
            );
        }
        catch (TimeoutRejectedException)
        {
            return RecordProblem(DeliveryResult.RetryLater("no answer in time."));
        }
    }

    private DeliveryResult RecordProblem(DeliveryResult report)
    {
        if (report.Problem is not { } problem)
        {
            return report;
        }

        lastFailure = problem;
        return report with { Problem = $"{Name}: {problem}" };
    }

    private RetryStrategyOptions<DeliveryResult> CreateRetry() =>
        new()
        {
            MaxRetryAttempts = limits.Retries,
            Delay = limits.FirstDelay,
            BackoffType = DelayBackoffType.Exponential,
            UseJitter = true,
            ShouldHandle = arguments =>
                ValueTask.FromResult(
                    arguments.Outcome.Exception is null
                        && arguments.Outcome.Result is { Status: DeliveryStatus.RetryLater, MustWait: false } report
                        && !(report.RetryAfter > limits.MaxRetryAfter)
                ),
            DelayGenerator = arguments => ValueTask.FromResult(arguments.Outcome.Result.RetryAfter),
        };

    // A refusal with a reason, or of one recipient, shows that the receiver works; it does not open the circuit.
    private CircuitBreakerStrategyOptions<DeliveryResult> CreateCircuitBreaker() =>
        new()
        {
            FailureRatio = 0.9,
            MinimumThroughput = limits.BreakMinAttempts,
            SamplingDuration = TimeSpan.FromMinutes(5),
            BreakDuration = limits.BreakDuration,
            ShouldHandle = arguments =>
                ValueTask.FromResult(
                    arguments.Outcome is { Exception: null, Result: { Status: DeliveryStatus.RetryLater, MustWait: false } }
                ),
        };
}
