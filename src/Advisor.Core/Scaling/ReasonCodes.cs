namespace Advisor.Core.Scaling;

/// <summary>The stable codes of <see cref="Reason"/>. A code is never reused for another meaning.</summary>
public static class ReasonCodes
{
    public const string WithinCapacity = "WithinCapacity";
    public const string ForecastExceedsCapacity = "ForecastExceedsCapacity";
    public const string StandingOverload = "StandingOverload";
    public const string Oversized = "Oversized";
    public const string InsufficientData = "InsufficientData";
    public const string StaleMetrics = "StaleMetrics";
    public const string SuspectMetric = "SuspectMetric";
    public const string RepeatedObservation = "RepeatedObservation";
    public const string ChangeInProgress = "ChangeInProgress";
    public const string AutoscaleEnabled = "AutoscaleEnabled";
    public const string RoutingWall = "RoutingWall";
    public const string InferredWorkload = "InferredWorkload";
    public const string NoSizeSuffices = "NoSizeSuffices";
}
