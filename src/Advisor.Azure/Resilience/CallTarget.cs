namespace Advisor.Azure.Resilience;

/// <summary>
/// Scope of the limits of a call: Azure meters by endpoint and subscription, and writes apart from reads, while an endpoint that is down is
/// down for all of them.
/// </summary>
internal readonly record struct CallTarget(string Endpoint, string Subscription, bool IsWrite = false)
{
    /// <summary>Part of the endpoint that fails by itself, with a circuit of its own and the limits of the whole; null = none.</summary>
    public string? Part { get; init; }

    /// <summary>
    /// Whether calls for one subscription may fail while those for others do not: each has a circuit of its own then. Where the endpoint
    /// does not answer at all, it is down for all of them.
    /// </summary>
    public bool FailsAlone { get; init; }
}
