using Advisor.Core.Forecasting;

namespace Advisor.Core.Advice;

/// <summary>
/// Required units of the minutes before the 14 days that the state of a resource keeps: for one evaluation that was asked to look back
/// further. Not stored.
/// </summary>
public sealed class EarlierRequirements
{
    internal EarlierRequirements(IReadOnlyList<RequiredUnitsHistory> histories) => Histories = histories;

    /// <summary>Histories of 14 days at most, oldest first; they may overlap, where the newest one counts.</summary>
    internal IReadOnlyList<RequiredUnitsHistory> Histories { get; }
}
