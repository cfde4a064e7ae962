using System.Diagnostics;
using System.Diagnostics.Metrics;
using Advisor.Service.Evaluation;

namespace Advisor.Service.Telemetry;

/// <summary>Metrics and traces of the service itself; <see cref="TelemetryNames"/> defines their names.</summary>
public static class ServiceTelemetry
{
    private static readonly Meter Meter = new(TelemetryNames.Source);

    private static readonly Counter<long> Evaluations = Meter.CreateCounter<long>(
        "advisor.evaluations",
        "{resource}",
        "Resource evaluations by result: decided, waiting (nothing new to decide on) or failed."
    );

    private static readonly Counter<long> Decisions = Meter.CreateCounter<long>(
        "advisor.decisions",
        "{decision}",
        "Decisions by action and first reason."
    );

    private static readonly Counter<long> Changes = Meter.CreateCounter<long>(
        "advisor.changes",
        "{change}",
        "Completed changes by outcome."
    );

    private static readonly Counter<long> Deliveries = Meter.CreateCounter<long>(
        "advisor.deliveries",
        "{delivery}",
        "Delivery attempts by outcome."
    );

    private static readonly Histogram<double> DataAges = Meter.CreateHistogram(
        "advisor.data.age",
        "s",
        "Age of the newest metrics that a decision uses, from the start of their minute to the evaluation.",
        advice: new InstrumentAdvice<double> { HistogramBucketBoundaries = [60, 120, 180, 240, 300, 600, 900, 1800, 3600] }
    );

    private static readonly Histogram<double> TickDurations = Meter.CreateHistogram(
        "advisor.tick.duration",
        "s",
        "Duration of a tick, up to the completion of its last batch.",
        advice: new InstrumentAdvice<double> { HistogramBucketBoundaries = [1, 2, 5, 10, 20, 30, 60, 120, 180, 300, 600] }
    );

    private static readonly Counter<long> Heartbeats = Meter.CreateCounter<long>("advisor.heartbeat", "{tick}", "Completed ticks.");

    private static readonly Counter<long> Faults = Meter.CreateCounter<long>(
        "advisor.tick.faults",
        "{fault}",
        "Steps of a watch or serve tick that failed unexpectedly; the tick continued."
    );

    private static readonly Gauge<long> OutboxOpen = Meter.CreateGauge<long>(
        "advisor.outbox.open",
        "{row}",
        "Open outbox rows at the last tick."
    );

    private static readonly Gauge<double> OutboxAge = Meter.CreateGauge<double>(
        "advisor.outbox.age",
        "s",
        "Age of the oldest open outbox row; 0 if none was open."
    );

    /// <summary>Traces of the service's steps.</summary>
    public static ActivitySource Activities { get; } = new(TelemetryNames.Source);

    public static void RecordEvaluation(string outcome) =>
        Evaluations.Add(1, new KeyValuePair<string, object?>(TelemetryNames.OutcomeTag, outcome));

    /// <param name="dataAge">Age of the newest minute of metrics; null when there is none.</param>
    public static void RecordEvaluation(ResourceEvaluation evaluation, TimeSpan? dataAge)
    {
        RecordEvaluation(
            evaluation.Problem is not null ? "failed"
            : evaluation.Decision is null ? "waiting"
            : "decided"
        );
        if (evaluation.Decision is { } decision)
        {
            var reason = decision.Reasons.Count > 0 ? decision.Reasons[0].Code : "none";
            Decisions.Add(1, new(TelemetryNames.ActionTag, decision.Action.ToString()), new(TelemetryNames.ReasonTag, reason));
        }

        if (dataAge is { } age)
        {
            DataAges.Record(age.TotalSeconds);
        }
    }

    public static void RecordChange(string outcome) =>
        Changes.Add(1, new KeyValuePair<string, object?>(TelemetryNames.OutcomeTag, outcome));

    public static void RecordDelivery(string outcome) =>
        Deliveries.Add(1, new KeyValuePair<string, object?>(TelemetryNames.OutcomeTag, outcome));

    /// <summary>Records a completed tick: the heartbeat that an alert watches.</summary>
    public static void RecordTick(TimeSpan took)
    {
        Heartbeats.Add(1);
        TickDurations.Record(took.TotalSeconds);
    }

    /// <param name="step">Step of the tick, one of a fixed set.</param>
    public static void RecordFault(string step, Exception error) =>
        Faults.Add(1, new(TelemetryNames.OperationTag, step), new(TelemetryNames.ErrorTag, error.GetType().Name));

    public static void RecordOutbox(int open, TimeSpan oldest)
    {
        OutboxOpen.Record(open);
        OutboxAge.Record(oldest.TotalSeconds);
    }
}
