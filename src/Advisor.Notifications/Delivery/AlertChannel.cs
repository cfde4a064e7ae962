using Advisor.Runtime.Alerts;
using Advisor.Runtime.Http;
using Advisor.Runtime.Service;
using Polly;
using Polly.CircuitBreaker;
using Polly.Retry;
using Polly.Timeout;

namespace Advisor.Notifications.Delivery;

/// <summary>
/// A way to reach people that does what can be done: from the outside in retries that honour Retry-After, a circuit that rests a dead receiver, and the
/// timeout of an attempt. Whatever happens comes back as a value. Safe for several callers; the order of an incident is the outbox's.
/// </summary>
public sealed class AlertChannel : INotificationChannel
{
    private readonly IAttempt attempt;
    private readonly TimeProvider time;
    private readonly DeliveryLimits limits;
    private readonly ResiliencePipeline<DeliveryReport> pipeline;
    private readonly ResiliencePipeline timeout;
    private long restUntil;

    internal AlertChannel(string name, IAttempt attempt, DeliveryLimits limits, TimeProvider time)
    {
        Name = name;
        (this.attempt, this.limits, this.time) = (attempt, limits, time);
        timeout = new ResiliencePipelineBuilder { TimeProvider = time }.AddTimeout(limits.AttemptTimeout).Build();
        var builder = new ResiliencePipelineBuilder<DeliveryReport> { TimeProvider = time };
        pipeline = (limits.Retries > 0 ? builder.AddRetry(Retry()) : builder).AddCircuitBreaker(Circuit()).Build();
    }

    /// <summary>As the settings call it; no secret.</summary>
    public string Name { get; }

    /// <inheritdoc/>
    public async Task<DeliveryReport> SendAsync(AlertMessage message, CancellationToken cancellation)
    {
        if (RetryAfterHeader.Left(new DateTimeOffset(Volatile.Read(ref restUntil), TimeSpan.Zero), time.GetUtcNow()) is { } rest)
        {
            return DeliveryReport.Later($"{Name}: the receiver asked to be left alone for a while.", rest);
        }

        try
        {
            var report = await pipeline.ExecuteAsync(token => new ValueTask<DeliveryReport>(AttemptAsync(message, token)), cancellation);
            if (report.RetryAfter > limits.LongestRetryAfter)
            {
                Volatile.Write(ref restUntil, (time.GetUtcNow() + report.RetryAfter.Value).UtcTicks);
            }

            return report;
        }
        catch (BrokenCircuitException)
        {
            return DeliveryReport.Resting($"{Name}: several attempts failed one after another; nothing is sent there for a while.");
        }
    }

    private async Task<DeliveryReport> AttemptAsync(AlertMessage message, CancellationToken cancellation)
    {
        try
        {
            var report = await timeout.ExecuteAsync(token => new ValueTask<DeliveryReport>(attempt.TryAsync(message, token)), cancellation);
            return report.Problem is { } problem ? report with { Problem = $"{Name}: {problem}" } : report;
        }
        catch (TimeoutRejectedException)
        {
            return DeliveryReport.Later($"{Name}: no answer in time.");
        }
    }

    private RetryStrategyOptions<DeliveryReport> Retry() => new()
    {
        MaxRetryAttempts = limits.Retries,
        Delay = limits.FirstDelay,
        BackoffType = DelayBackoffType.Exponential,
        UseJitter = true,
        ShouldHandle = arguments => ValueTask.FromResult(
            arguments.Outcome.Exception is null
            && arguments.Outcome.Result is { Status: DeliveryStatus.Later } report
            && !(report.RetryAfter > limits.LongestRetryAfter)),
        DelayGenerator = arguments => ValueTask.FromResult(arguments.Outcome.Result.RetryAfter),
    };

    // A refusal with a reason is a receiver at work; it does not open the circuit.
    private CircuitBreakerStrategyOptions<DeliveryReport> Circuit() => new()
    {
        FailureRatio = 0.9,
        MinimumThroughput = limits.BreakAfter,
        SamplingDuration = TimeSpan.FromMinutes(5),
        BreakDuration = limits.BreakFor,
        ShouldHandle = arguments => ValueTask.FromResult(arguments.Outcome.Exception is null && arguments.Outcome.Result.Status == DeliveryStatus.Later),
    };
}
