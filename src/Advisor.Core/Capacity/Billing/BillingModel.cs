namespace Advisor.Core.Capacity.Billing;

/// <summary>How units are billed within a UTC day.</summary>
public enum BillingModel
{
    /// <summary>By the second (Web PubSub; the benchmark).</summary>
    Prorated,

    /// <summary>By the highest unit count of the day (reported for SignalR): a scale-in saves nothing before 00:00 UTC.</summary>
    DailyPeak,
}
