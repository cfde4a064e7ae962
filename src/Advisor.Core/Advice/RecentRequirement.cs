using Advisor.Core.Forecasting;

namespace Advisor.Core.Advice;

/// <summary>Units that the clients of a resource require in each minute of an hour, 0 or more, not rounded.</summary>
/// <param name="NextMinute">Minute after the newest known one, counted from 1970.</param>
/// <param name="Units">
/// The minutes before it, at least one, newest last. One that is not known has the maximum of the others: missing is not zero.
/// </param>
public sealed record RecentRequirement(int NextMinute, IReadOnlyList<double> Units)
{
    /// <summary>Minutes that count.</summary>
    public const int Minutes = 60;

    // Members of a group are read in turn, and the metrics of one appear minutes after those of another. In that time clients that moved
    // would count at both.
    private const int MaxLag = 5;

    /// <summary>
    /// Whether nothing is required after the newest minute, as of a resource that no longer serves: its clients arrive at the others.
    /// </summary>
    public bool IsEnded { get; init; }

    /// <summary>The highest requirement.</summary>
    public double Max { get; } = Units.Max();

    /// <summary>Returns the same requirement in every minute.</summary>
    public static RecentRequirement CreateConstant(double units) => new(0, [units]);

    /// <summary>Returns the last hour of a history, up to its newest known minute; null if none of it is known.</summary>
    /// <param name="last">
    /// Units required last. The history stores half a unit or less as half a unit: such a minute counts with this if it is no more, else
    /// as none, since the clients came later.
    /// </param>
    internal static RecentRequirement? Create(RequiredUnitsHistory history, double last)
    {
        if (history.FindNewestKnownMinute() is not { } newest || newest < history.NextMinute - Minutes)
        {
            return null;
        }

        var (first, units) = (newest + 1 - Minutes, new double[Minutes]);
        var (highest, small) = (history.FindMaxCode(first, Minutes), UnitsCode.Encode(UnitsCode.MinUnits));
        for (var i = 0; i < Minutes; i++)
        {
            var code = history.GetCode(first + i) is > UnitsCode.Unknown and var known ? known : highest;
            units[i] =
                code > small ? UnitsCode.Decode(code)
                : last <= UnitsCode.MinUnits ? last
                : 0;
        }

        return new(newest + 1, units);
    }

    /// <summary>
    /// Returns what a resource and others require in the minute of the last hour in which they require most together. Clients that moved
    /// from one to another count once. The minutes that one of them has not reached yet are left out; one that is more than 5 minutes
    /// behind counts there with its last minute.
    /// </summary>
    public static (double Own, double Others) FindPeak(RecentRequirement own, IReadOnlyList<RecentRequirement> others)
    {
        IReadOnlyList<RecentRequirement> all = [own, .. others];
        var newest = all.Where(one => !one.IsEnded).Max(one => one.NextMinute);
        var end = all.Where(one => !one.IsEnded && newest - one.NextMinute <= MaxLag).Min(one => one.NextMinute);
        var peak = (Own: 0.0, Others: 0.0);
        for (var minute = newest - Minutes; minute < end; minute++)
        {
            var (here, there) = (own.Find(minute), others.Sum(other => other.Find(minute)));
            peak = here + there >= peak.Own + peak.Others ? (here, there) : peak;
        }

        return peak;
    }

    private double Find(int minute)
    {
        var back = NextMinute - minute;
        return back < 1 ? (IsEnded ? 0 : Units[Units.Count - 1])
            : back > Units.Count ? Max
            : Units[Units.Count - back];
    }
}
