namespace Advisor.LocalAzure.Faults;

/// <summary>What goes wrong. Wire names are these in camel case.</summary>
public enum FaultKind
{
    /// <summary>The answer comes after <see cref="Fault.Delay"/>.</summary>
    Delay,

    /// <summary>500 InternalServerError.</summary>
    ServerError,

    /// <summary>503 ServiceUnavailable.</summary>
    Unavailable,

    /// <summary>The JSON stops in the middle.</summary>
    Truncate,

    /// <summary>The connection is reset before an answer.</summary>
    Reset,

    /// <summary>429 TooManyRequests with Retry-After; where <see cref="Fault.PerSecond"/> is set, only beyond that rate.</summary>
    Throttle,

    /// <summary>401 AuthenticationFailed where the call carries no token.</summary>
    RequireToken,

    /// <summary>401 ExpiredAuthenticationToken.</summary>
    ExpiredToken,

    /// <summary>403 AuthorizationFailed.</summary>
    Forbidden,

    /// <summary>404 ResourceNotFound or SubscriptionNotFound, as if it had been deleted.</summary>
    NotFound,

    /// <summary>409: another update runs, whatever the provisioning state says.</summary>
    Conflict,

    /// <summary>409 ScopeLocked: a resource lock.</summary>
    ScopeLocked,

    /// <summary>403 RequestDisallowedByPolicy.</summary>
    Policy,

    /// <summary>400: the units of the region are used up.</summary>
    Quota,

    /// <summary>A change is accepted and never ends.</summary>
    StuckUpdate,

    /// <summary>A change is accepted and fails.</summary>
    FailedUpdate,

    /// <summary>A metric fails inside a 200, with an error code and no series.</summary>
    MetricError,

    /// <summary>The buckets of a metric carry only their time.</summary>
    MetricMissing,
}

/// <summary>A fault, and the calls that it meets. All filters that are set must match; a fault without a filter meets every call.</summary>
public sealed record Fault(FaultKind Kind)
{
    /// <summary>Only calls of this kind; null = those of any kind for which the fault makes sense.</summary>
    public CallKind? Call { get; init; }

    /// <summary>Only calls whose path contains this text, without regard to case: a resource name, an id, a region.</summary>
    public string? Resource { get; init; }

    /// <summary>Only this metric (MetricError, MetricMissing); null = all metrics.</summary>
    public string? Metric { get; init; }

    /// <summary>How many calls it meets before it is over; null = until it is removed.</summary>
    public int? Times { get; init; }

    /// <summary>How long Delay waits.</summary>
    public TimeSpan Delay { get; init; }

    /// <summary>What Throttle writes as Retry-After, whole seconds, 1 or more.</summary>
    public int RetryAfterSeconds { get; init; } = 1;

    /// <summary>
    /// What Throttle writes as Retry-After instead of a number of seconds, such as a date, to the letter; null =
    /// <see cref="RetryAfterSeconds"/>.
    /// </summary>
    public string? RetryAfter { get; init; }

    /// <summary>Throttle as a token bucket: calls a second that are let through in the long run; null = none.</summary>
    public double? PerSecond { get; init; }

    /// <summary>Throttle as a token bucket: calls that are let through at once.</summary>
    public int Burst { get; init; } = 1;
}
