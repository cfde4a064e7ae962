namespace Advisor.Core.Capacity.Costs;

/// <summary>UTC days whose costs are asked for, both ends included.</summary>
public readonly record struct CostWindow(DateOnly From, DateOnly To)
{
    /// <summary>Length of a window that is read: 30 days, as those of a month of a bill here.</summary>
    public const int Length = 30;

    /// <summary>
    /// Returns the newest 30 days whose costs are complete: at 2026-11-25 18:00 UTC with a lag of 72 h those from 2026-10-23 to 2026-11-21,
    /// since the costs of 2026-11-22 may come until the end of 2026-11-25.
    /// </summary>
    /// <param name="lag">Time after the end of a day in which its costs may still come.</param>
    public static CostWindow FindComplete(DateTimeOffset now, TimeSpan lag)
    {
        var to = DateOnly.FromDateTime((now - lag).UtcDateTime).AddDays(-1);
        return new(to.AddDays(1 - Length), to);
    }

    public bool Contains(DateOnly day) => day >= From && day <= To;
}
