using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;

namespace Advisor.Core.Reports;

/// <summary>Load and size to compare with those of today; a part that is not stated is as it is.</summary>
/// <param name="Sku">Name of the SKU; null = the one in force.</param>
/// <param name="Units">Unit count; null = the steady size of the load and the SKU.</param>
/// <param name="Connections">Change of the connections; null = as measured.</param>
/// <param name="Messages">Change of the messages; null = in proportion to the connections.</param>
public sealed record WhatIfCase(string? Sku, int? Units, LoadChange? Connections = null, LoadChange? Messages = null)
{
    /// <summary>Whether the load is another than the measured one.</summary>
    public bool ChangesLoad => Connections is not null || Messages is not null;
}

/// <summary>
/// Another load or size of a resource: the steady size, and utilization and cost of one size at the load of the newest minute.
/// </summary>
/// <param name="Case">What was asked.</param>
/// <param name="Factors">Factors on the measured load.</param>
/// <param name="Sku">SKU compared.</param>
/// <param name="Units">Units compared: those asked for, else the steady size, else those in force.</param>
/// <param name="Utilization">Used / (target x limit), of the scaled load; null = unknown.</param>
/// <param name="LimitingFactor">Limiting factor at that size.</param>
/// <param name="Cost">Units and messages for 30 days; null when no price is known.</param>
/// <param name="Steady">The size to keep for the scaled load on that SKU; null when nothing of the look-back is known.</param>
public sealed record WhatIf(
    WhatIfCase Case,
    LoadFactors Factors,
    string Sku,
    int Units,
    PerLimit<Ratio> Utilization,
    Limit LimitingFactor,
    MonthlyCost? Cost,
    SteadySize? Steady
)
{
    /// <summary>
    /// Messages of 2 KB on the busiest day of the scaled load, and those that the SKU sends in a day before it refuses others, as the Free
    /// tier does; null where it sends them all.
    /// </summary>
    public (double BusiestDay, long PerDay)? RefusedMessages { get; init; }

    /// <summary>Alternatives, cheapest first, where no size of the SKU is enough for the load; empty where one is.</summary>
    public IReadOnlyList<Alternative> Alternatives { get; init; } = [];

    /// <summary>Whether the newest minute is above the target of routing at a size beyond which routing does not increase.</summary>
    public bool ExceedsRouting { get; init; }
}
