namespace Advisor.Core.Capacity.Billing;

/// <summary>Messages counted on a UTC day.</summary>
/// <param name="Pieces">2-KB pieces of outbound traffic in the known minutes.</param>
/// <param name="KnownMinutes">Minutes of the day with a reading; a missing minute is not zero.</param>
public readonly record struct DayOfMessages(double Pieces, int KnownMinutes);

/// <summary>
/// Messages by UTC day, as Azure bills them: those that the units include are deducted day by day, so that a quiet day leaves none over for
/// a busy one. A day of which only some minutes are known counts as a whole day at their rate, with the weight of its known share.
/// </summary>
public sealed class DailyMessages
{
    private const int MinutesOfDay = 1440;

    private readonly DayOfMessages[] days;
    private readonly double weight;

    private DailyMessages(DayOfMessages[] days, TimeSpan span)
    {
        (this.days, Span) = (days, span);
        foreach (var day in days)
        {
            weight += GetWeight(day);
            PerMinute += GetWeight(day) * day.Pieces / day.KnownMinutes;
        }

        PerMinute /= weight;
    }

    /// <summary>2-KB pieces per minute, the mean of the days.</summary>
    public double PerMinute { get; }

    /// <summary>2-KB pieces in a month of 30 days.</summary>
    public double PerMonth => PerMinute * MinutesOfDay * Sku.DaysOfMonth;

    /// <summary>Time that was counted, with its gaps.</summary>
    public TimeSpan Span { get; }

    /// <summary>Known minutes of all days.</summary>
    public int KnownMinutes => days.Sum(day => day.KnownMinutes);

    /// <summary>Creates from counted days; null when no minute of them is known.</summary>
    /// <param name="span">Time that was counted, with its gaps.</param>
    public static DailyMessages? Create(IEnumerable<DayOfMessages> days, TimeSpan span) =>
        days.Where(day => day.KnownMinutes > 0).ToArray() is { Length: > 0 } known ? new(known, span) : null;

    /// <summary>Creates from a constant rate, such as a planned load: every day the same.</summary>
    /// <param name="perMinute">2-KB pieces per minute, the mean of a day.</param>
    public static DailyMessages FromRate(double perMinute) => new([new(perMinute * MinutesOfDay, MinutesOfDay)], TimeSpan.FromDays(1));

    /// <summary>Returns the same days with a factor on the messages of each.</summary>
    public DailyMessages Scale(double factor) => new([.. days.Select(day => day with { Pieces = day.Pieces * factor })], Span);

    /// <summary>Returns the messages beyond the included ones on a day, the mean of the days.</summary>
    /// <param name="includedPerDay">Messages that the units include per day.</param>
    public double ComputeOveragePerDay(double includedPerDay)
    {
        var overage = 0.0;
        foreach (var day in days)
        {
            overage += GetWeight(day) * Math.Max((day.Pieces / day.KnownMinutes * MinutesOfDay) - includedPerDay, 0);
        }

        return overage / weight;
    }

    private static double GetWeight(in DayOfMessages day) => Math.Min((double)day.KnownMinutes / MinutesOfDay, 1);
}
