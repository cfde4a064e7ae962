namespace Advisor.Lab.LocalAzure.Faults;

/// <summary>Kinds of faults. Wire names are these in camel case.</summary>
public enum FaultKind
{
    /// <summary>The response is delayed by <see cref="Fault.Delay"/>.</summary>
    Delay,

    /// <summary>500 InternalServerError.</summary>
    ServerError,

    /// <summary>503 ServiceUnavailable.</summary>
    Unavailable,

    /// <summary>The JSON ends in the middle.</summary>
    Truncate,

    /// <summary>The connection is reset before the response.</summary>
    Reset,

    /// <summary>429 TooManyRequests with Retry-After; if <see cref="Fault.PerSecond"/> is set, only beyond that rate.</summary>
    Throttle,

    /// <summary>529, the throttling of the batch metrics call, without Retry-After.</summary>
    Overloaded,

    /// <summary>401 AuthenticationFailed when the call has no token.</summary>
    RequireToken,

    /// <summary>401 ExpiredAuthenticationToken.</summary>
    ExpiredToken,

    /// <summary>403 AuthorizationFailed.</summary>
    Forbidden,

    /// <summary>401 Unauthorized: no rights on the subscription, as the batch metrics call may state it.</summary>
    Unauthorized,

    /// <summary>404 ResourceNotFound or SubscriptionNotFound, as after a deletion.</summary>
    NotFound,

    /// <summary>409: another update is running, whatever the provisioning state.</summary>
    Conflict,

    /// <summary>409 ScopeLocked: a resource lock.</summary>
    ScopeLocked,

    /// <summary>403 RequestDisallowedByPolicy.</summary>
    Policy,

    /// <summary>400: no units are left in the region.</summary>
    Quota,

    /// <summary>A change is accepted and never completes.</summary>
    StuckUpdate,

    /// <summary>A change is accepted and fails.</summary>
    FailedUpdate,

    /// <summary>A metric fails within a 200 response, with an error code and no series.</summary>
    MetricError,

    /// <summary>The buckets of a metric contain only their time.</summary>
    MetricMissing,

    /// <summary>501 of the batch metrics call where it asks for a metric: as if that lacked the aggregation.</summary>
    MetricRefused,
}

/// <summary>
/// A fault and the calls it applies to. All filters that are set must match; a fault without filters applies to every call.
/// </summary>
public sealed record Fault(FaultKind Kind)
{
    /// <summary>Applies to calls of this kind only; null = all kinds for which the fault is meaningful.</summary>
    public CallKind? Call { get; init; }

    /// <summary>Applies only to calls whose path contains this text, case-insensitive: a resource name, an id, a region.</summary>
    public string? Resource { get; init; }

    /// <summary>Applies to this metric only (MetricError, MetricMissing, MetricRefused); null = all metrics.</summary>
    public string? Metric { get; init; }

    /// <summary>Number of calls after which the fault ends; null = until it is removed.</summary>
    public int? Times { get; init; }

    /// <summary>Delay of the Delay fault.</summary>
    public TimeSpan Delay { get; init; }

    /// <summary>Retry-After of the Throttle fault in whole seconds, 1 or more.</summary>
    public int RetryAfterSeconds { get; init; } = 1;

    /// <summary>
    /// Literal Retry-After of the Throttle fault instead of a number of seconds, such as a date; null = <see cref="RetryAfterSeconds"/>.
    /// </summary>
    public string? RetryAfter { get; init; }

    /// <summary>Throttle as a token bucket: sustained rate in calls per second; null = no bucket.</summary>
    public double? PerSecond { get; init; }

    /// <summary>Throttle as a token bucket: size of the bucket, in calls.</summary>
    public int Burst { get; init; } = 1;
}
