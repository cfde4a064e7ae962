using Advisor.Core.Capacity.Billing;
using Advisor.Lab.LocalAzure.Resources;

namespace Advisor.Lab.LocalAzure;

/// <summary>Options of the loopback Azure. The defaults are those of 'advisor local'.</summary>
public sealed record LocalAzureOptions
{
    /// <summary>Port on 127.0.0.1; 0 = any free port.</summary>
    public int Port { get; init; }

    /// <summary>Id of the only subscription, a GUID.</summary>
    public string SubscriptionId { get; init; } = "00000000-0000-4000-8000-00000000ad01";

    /// <summary>Resources; null = the fixed set of ten, <see cref="Scenarios.LocalScenario.Ten"/>.</summary>
    public IReadOnlyList<LocalResourceSpec>? Resources { get; init; }

    /// <summary>Clock; one that does not advance gives a fixed time.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>
    /// Minutes of demand per minute of the clock, above 0; changes are faster by the same factor. Metrics keep the timestamps of the clock.
    /// </summary>
    public double Speed { get; init; } = 1;

    /// <summary>Duration of a change at speed 1; zero = immediate.</summary>
    public TimeSpan ScalingTime { get; init; } = TimeSpan.FromSeconds(20);

    /// <summary>Resources per page of a list, 1 or more.</summary>
    public int PageSize { get; init; } = 100;

    /// <summary>Unit quota of a region: 150, Azure's default; -1 = no limit.</summary>
    public int RegionalUnitQuota { get; init; } = 150;

    /// <summary>
    /// Resource providers for which the subscription is not registered: calls to them are refused. Microsoft.Insights alone has calls here.
    /// </summary>
    public IReadOnlyList<string> UnregisteredProviders { get; init; } = [];

    /// <summary>Actions that the roles of the caller permit, on every resource; <c>*</c> stands for any characters.</summary>
    public IReadOnlyList<string> PermittedActions { get; init; } = ["*"];

    /// <summary>How the bill of this Azure counts the units of a day, which Cost Management states.</summary>
    public BillingModel Billing { get; init; } = BillingModel.Prorated;

    /// <summary>
    /// Replaces the body of a response, to test how a client handles it; called with the call, its path and the body; null = unchanged.
    /// </summary>
    public Func<CallKind, string, byte[], byte[]>? Rewrite { get; init; }

    /// <exception cref="ArgumentException">A value is out of range.</exception>
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
