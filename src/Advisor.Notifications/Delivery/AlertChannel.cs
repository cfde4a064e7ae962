using Advisor.Runtime.Service;
using Polly;
using Polly.CircuitBreaker;
using Polly.Retry;
using Polly.Timeout;

namespace Advisor.Notifications.Delivery;

/// <summary>
/// A way to reach people that does what can be done: from the outside in the order of an incident, retries that honour Retry-After, a circuit that rests a
/// dead receiver, and the timeout of an attempt. Whatever happens comes back as a value. Safe for several callers.
/// </summary>
public sealed class AlertChannel : INotificationChannel
{
    private readonly IAttempt attempt;
    private readonly TimeProvider time;
    private readonly DeliveryLimits limits;
    private readonly IncidentOrder order;
    private readonly ResiliencePipeline<DeliveryReport> pipeline;
    private readonly ResiliencePipeline timeout;
    private long restUntil;

    internal AlertChannel(string name, IAttempt attempt, DeliveryLimits limits, TimeProvider time)
    {
        Name = name;
        (this.attempt, this.limits, this.time) = (attempt, limits, time);
        order = new IncidentOrder(time, limits.KeepOrderFor);
        timeout = new ResiliencePipelineBuilder { TimeProvider = time }.AddTimeout(limits.AttemptTimeout).Build();
        var builder = new ResiliencePipelineBuilder<DeliveryReport> { TimeProvider = time };
        pipeline = (limits.Retries > 0 ? builder.AddRetry(Retry()) : builder).AddCircuitBreaker(Circuit()).Build();
    }

    /// <summary>As the settings call it; no secret.</summary>
    public string Name { get; }

    /// <summary>Sends a message. The same event may come again where an answer was lost; it carries the same dedup key, event id and Message-ID.</summary>
    public async Task<DeliveryReport> SendAsync(AlertMessage message, CancellationToken cancellation) =>
        await order.InTurnAsync(message, () => DeliverAsync(message, cancellation), cancellation)
        ?? DeliveryReport.Later($"{Name}: an earlier message of the same incident is not delivered yet.");

    /// <summary>Says that a message is given up, so that later ones of its incident need not wait for it.</summary>
    public void GiveUp(AlertMessage message) => order.GiveUp(message);

    /// <inheritdoc/>
    public async Task<DeliveryResult> SendAsync(Notification notification, CancellationToken cancellation)
    {
        var report = await SendAsync(AlertMessages.Of(notification), cancellation);
        return new DeliveryResult(report.Status == DeliveryStatus.Delivered, report.MayRetry, report.Problem);
    }

    private async Task<DeliveryReport> DeliverAsync(AlertMessage message, CancellationToken cancellation)
    {
        var rest = new DateTimeOffset(Volatile.Read(ref restUntil), TimeSpan.Zero) - time.GetUtcNow();
        if (rest > TimeSpan.Zero)
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
