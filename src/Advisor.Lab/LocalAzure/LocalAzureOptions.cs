using Advisor.Core.Capacity.Billing;
using Advisor.Lab.LocalAzure.Resources;

namespace Advisor.Lab.LocalAzure;

/// <summary>Options of the loopback Azure. The defaults are those of 'advisor local'.</summary>
public sealed record LocalAzureOptions
{
    /// <summary>Units of a region that a subscription has without a support ticket.</summary>
    public const int DefaultQuota = 150;

    /// <summary>No limit to the units of a region.</summary>
    public const int NoQuota = -1;

    /// <summary>Port on 127.0.0.1; 0 = any free port.</summary>
    public int Port { get; init; }

    /// <summary>Id of the first subscription, a GUID.</summary>
    public string SubscriptionId { get; init; } = "00000000-0000-4000-8000-00000000ad01";

    /// <summary>Ids of further subscriptions, GUIDs.</summary>
    public IReadOnlyList<string> OtherSubscriptions { get; init; } = [];

    /// <summary>Ids of subscriptions on which the caller has no role: calls to them are refused, and no list has them.</summary>
    public IReadOnlyList<string> UnreadableSubscriptions { get; init; } = [];

    /// <summary>
    /// Management groups; null = <see cref="LocalManagementGroup.DefaultName"/> with every subscription.
    /// </summary>
    public IReadOnlyList<LocalManagementGroup>? ManagementGroups { get; init; }

    /// <summary>Time after which Resource Graph knows a resource that was added while the host is running; default: at once.</summary>
    public TimeSpan ResourceGraphLag { get; init; }

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

    /// <summary>Maximum rows of a page of Resource Graph, 1 or more: 1000, as in Azure.</summary>
    public int ResourceGraphPageSize { get; init; } = 1000;

    /// <summary>Unit counts that are offered of a SKU, by its name, ascending; a SKU that is not named has its usual ones.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<int>> OfferedUnits { get; init; } =
        new Dictionary<string, IReadOnlyList<int>>(StringComparer.OrdinalIgnoreCase);

    /// <summary>Unit quota of a region: 150, Azure's default; -1 = no limit.</summary>
    public int RegionalUnitQuota { get; init; } = DefaultQuota;

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
            : options.ResourceGraphPageSize < 1 ? "A page of Resource Graph has at least one row."
            : options.RegionalUnitQuota < -1 ? "The quota is -1 (none) or more."
            : options.OtherSubscriptions.Prepend(options.SubscriptionId).FirstOrDefault(id => !Guid.TryParse(id, out _)) is { } bad
                ? $"The subscription id '{bad}' is not a GUID."
            : null;
        if (problem is not null)
        {
            throw new ArgumentException(problem, nameof(options));
        }
    }
}
