namespace Advisor.Core.Capacity.Billing;

/// <summary>How units are billed within a day.</summary>
public enum BillingModel
{
    /// <summary>By unit-seconds (Web PubSub; the bench).</summary>
    Prorated,

    /// <summary>A day is charged at its largest unit count (reported for SignalR): a scale-in saves nothing before 00:00 UTC.</summary>
    DailyPeak,
}
