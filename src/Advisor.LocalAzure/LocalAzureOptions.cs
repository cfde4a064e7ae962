using Advisor.LocalAzure.Resources;

namespace Advisor.LocalAzure;

/// <summary>How the loopback Azure is set up. Every default is that of the demo.</summary>
public sealed record LocalAzureOptions
{
    /// <summary>Port on 127.0.0.1; 0 = any that is free.</summary>
    public int Port { get; init; }

    /// <summary>Id of its one subscription, a GUID.</summary>
    public string SubscriptionId { get; init; } = "00000000-0000-4000-8000-00000000ad01";

    /// <summary>What there is; null = the fixed set of ten, <see cref="Scenarios.LocalScenario.Ten"/>.</summary>
    public IReadOnlyList<LocalResourceSpec>? Resources { get; init; }

    /// <summary>The clock; one that stands still gives fixed time.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>
    /// How many minutes of demand pass in a minute of the clock, above 0; changes take as much less. Readings keep the stamps of the clock.
    /// </summary>
    public double Speed { get; init; } = 1;

    /// <summary>How long a change takes at speed 1; zero = at once.</summary>
    public TimeSpan ScalingTime { get; init; } = TimeSpan.FromSeconds(20);

    /// <summary>Resources in a page of a list, 1 or more.</summary>
    public int PageSize { get; init; } = 100;

    /// <summary>Units that a region may have together: 150 as Azure's default; -1 = no limit.</summary>
    public int RegionalUnitQuota { get; init; } = 150;

    /// <summary>
    /// Takes the place of the body of an answer, for tests of what a client makes of it: gets the call, its path and the body; null = as it
    /// is.
    /// </summary>
    public Func<CallKind, string, byte[], byte[]>? Rewrite { get; init; }

    /// <exception cref="ArgumentException">A value outside its range.</exception>
    internal static void Validate(LocalAzureOptions options)
    {
        string? problem =
            options.Port is < 0 or > 65535 ? $"The port {options.Port} is not one of 0 to 65535."
            : !(options.Speed > 0) ? "The speed must be above 0."
            : options.ScalingTime < TimeSpan.Zero ? "The scaling time must not be negative."
            : options.PageSize < 1 ? "A page has at least one resource."
            : options.RegionalUnitQuota < -1 ? "The quota is -1 (none) or more."
            : !Guid.TryParse(options.SubscriptionId, out _) ? $"The subscription id '{options.SubscriptionId}' is not a GUID."
            : null;
        if (problem is not null)
        {
            throw new ArgumentException(problem, nameof(options));
        }
    }
}
