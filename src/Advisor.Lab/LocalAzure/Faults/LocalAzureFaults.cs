namespace Advisor.Lab.LocalAzure.Faults;

/// <summary>The active faults. Thread-safe; the first one added takes precedence.</summary>
public sealed class LocalAzureFaults
{
    private readonly Lock gate = new();
    private readonly List<Entry> entries = [];
    private readonly TimeProvider time;
    private readonly Action release;

    internal LocalAzureFaults(TimeProvider time, Action release)
    {
        this.time = time;
        this.release = release;
    }

    /// <summary>Faults that can still apply.</summary>
    public IReadOnlyList<Fault> Active
    {
        get
        {
            lock (gate)
            {
                return [.. entries.Select(e => e.Remaining is null ? e.Fault : e.Fault with { Times = e.Remaining })];
            }
        }
    }

    /// <exception cref="ArgumentOutOfRangeException">Times, burst or Retry-After below 1; a negative delay or rate.</exception>
    public void Add(Fault fault)
    {
        if (fault.Times < 1 || fault.Delay < TimeSpan.Zero || fault.RetryAfterSeconds < 1 || fault.Burst < 1 || fault.PerSecond < 0)
        {
            throw new ArgumentOutOfRangeException(
                nameof(fault),
                fault,
                "Times, Burst and RetryAfterSeconds are 1 or more, Delay and PerSecond 0 or more."
            );
        }

        lock (gate)
        {
            entries.Add(new Entry(fault));
        }
    }

    /// <summary>Rejects the batch metrics call for a missing right on the subscription; everything else works.</summary>
    public void ForbidBatch() => Add(new Fault(FaultKind.Forbidden) { Call = CallKind.MetricBatch });

    /// <summary>Lets a burst and then a sustained rate of calls through and answers 429 to the rest, as Resource Manager does.</summary>
    public void Throttle(int burst, double perSecond, CallKind? call = null) =>
        Add(
            new Fault(FaultKind.Throttle)
            {
                Call = call,
                Burst = burst,
                PerSecond = perSecond,
            }
        );

    /// <summary>Ends all faults; stuck changes are abandoned.</summary>
    public void Clear()
    {
        lock (gate)
        {
            entries.Clear();
        }

        release();
    }

    /// <summary>Finds the first fault of these kinds for a call and counts it as applied; null when there is none.</summary>
    /// <param name="subject">Path of the call, or id of a resource.</param>
    internal TriggeredFault? TryTrigger(ReadOnlySpan<FaultKind> kinds, CallKind call, string subject, string? metric = null)
    {
        lock (gate)
        {
            foreach (var entry in entries)
            {
                if (
                    kinds.Contains(entry.Fault.Kind)
                    && entry.Matches(call, subject, metric)
                    && entry.TryTrigger(time.GetUtcNow(), out var retryAfter)
                )
                {
                    if (entry.Remaining is not null && --entry.Remaining == 0)
                    {
                        entries.Remove(entry);
                    }

                    return new TriggeredFault(entry.Fault, retryAfter);
                }
            }

            return null;
        }
    }

    /// <param name="RetryAfterSeconds">Retry-After of the response, in seconds.</param>
    internal sealed record TriggeredFault(Fault Fault, int RetryAfterSeconds);

    private sealed class Entry(Fault fault)
    {
        private readonly TokenBucket? bucket = fault.PerSecond is { } rate ? new TokenBucket(fault.Burst, rate) : null;

        public Fault Fault => fault;

        public int? Remaining { get; set; } = fault.Times;

        public bool Matches(CallKind call, string subject, string? metric) =>
            (fault.Call is null || fault.Call == call)
            && (fault.Resource is null || subject.Contains(fault.Resource, StringComparison.OrdinalIgnoreCase))
            && (fault.Metric is null || string.Equals(fault.Metric, metric, StringComparison.OrdinalIgnoreCase));

        // A bucket applies only when it is empty.
        public bool TryTrigger(DateTimeOffset now, out int retryAfter)
        {
            retryAfter = fault.RetryAfterSeconds;
            if (bucket is null)
            {
                return true;
            }

            var strikes = !bucket.TryTake(now);
            retryAfter = bucket.SecondsUntilNext;
            return strikes;
        }
    }
}
