using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;
using Advisor.Core.Serialization;

namespace Advisor.Core.Scaling.State;

/// <summary>
/// Messages, connections and units of each recent UTC day, counted as Azure bills them: this month and the previous one. An immutable
/// value; successive values share their past days.
/// </summary>
public sealed class DailyUsage
{
    /// <summary>Days that a bill looks back: two of each weekday.</summary>
    public const int LookBackDays = 14;

    private const int MaxDays = 62;

    private readonly UsageDay[] past;
    private readonly UsageDay today;

    private DailyUsage(UsageDay[] past, UsageDay today, int start, int end) =>
        (this.past, this.today, StartMinute, EndMinute) = (past, today, start, end);

    internal static DailyUsage None { get; } = new([], default, 0, 0);

    /// <summary>Counted days, oldest first; the last one is in progress.</summary>
    public IEnumerable<UsageDay> Days =>
        EndMinute == 0
            ? []
            : past.Append(
                today with
                {
                    PassedMinutes = EndMinute - (today.Day * UsageDay.Length),
                    MinutesBefore = Math.Max(0, StartMinute - (today.Day * UsageDay.Length)),
                }
            );

    /// <summary>First counted minute, counted from 1970.</summary>
    internal int StartMinute { get; }

    /// <summary>End of the counted minutes, exclusive.</summary>
    internal int EndMinute { get; }

    /// <summary>Mean connections of the last 14 days; null when unknown.</summary>
    public double? ComputeMeanConnections()
    {
        var (sum, minutes) = (0.0, 0);
        foreach (var day in Days)
        {
            if (day.Day >= (EndMinute / UsageDay.Length) - LookBackDays)
            {
                (sum, minutes) = (sum + day.Connections, minutes + day.ConnectedMinutes);
            }
        }

        return minutes == 0 ? null : sum / minutes;
    }

    /// <summary>
    /// Whether one of the last 14 days had all messages that a tier which sells none sends in a day: Azure refused further ones.
    /// </summary>
    internal bool IsAnyDayFull(Sku sku) => !sku.SellsMessages && ListRecentDays().Any(day => day.ComputeShareOfFreeMessages(sku) >= 1);

    /// <summary>Returns the 2-KB pieces of the busiest of the last 14 days, counted in its known minutes; 0 before the first.</summary>
    public double FindMostMessages() => ListRecentDays().Select(day => day.Pieces).DefaultIfEmpty().Max();

    private IEnumerable<UsageDay> ListRecentDays() => Days.Where(day => day.Day >= (EndMinute / UsageDay.Length) - LookBackDays);

    /// <summary>Returns the most units in force in the last 14 days; 0 before the first reading.</summary>
    internal int FindMaxUnits()
    {
        var units = 0;
        foreach (var day in Days)
        {
            units = day.Day >= (EndMinute / UsageDay.Length) - LookBackDays ? Math.Max(units, day.MaxUnits) : units;
        }

        return units;
    }

    /// <summary>Returns the usage with an interval, split at midnight; minutes that were counted already are skipped.</summary>
    /// <param name="start">First minute, counted from 1970.</param>
    internal DailyUsage Append(int start, in UsageInterval interval)
    {
        var (usage, end) = (this, start + interval.Minutes);
        for (var from = Math.Max(start, EndMinute); from < end; )
        {
            var until = Math.Min(end, ((from / UsageDay.Length) + 1) * UsageDay.Length);
            usage = usage.AppendWithinDay(from, interval with { Minutes = until - from });
            from = until;
        }

        return usage;
    }

    /// <summary>Returns the usage with the units in force in a minute, where no minute of its month was counted.</summary>
    /// <param name="minute">Counted from 1970.</param>
    internal DailyUsage BeginMonth(int minute, Size inForce)
    {
        var (date, counted) = (Minutes.ToInstant(minute), Minutes.ToInstant(EndMinute - 1));
        return EndMinute > minute || (EndMinute > 0 && (date.Year, date.Month) == (counted.Year, counted.Month))
            ? this
            : Append(minute, new UsageInterval(1, PiecesPerMinute: null, Connections: null, inForce.Sku, inForce.Units));
    }

    /// <summary>
    /// Returns the messages of the look-back: the last 14 whole days. Until those are known, the whole days there are, and the first and
    /// the last part together as one day: 14 days to 09:00 are 13 whole ones, 15 hours before and 9 hours after, whatever the hour.
    /// </summary>
    /// <returns>Null before the first reading.</returns>
    internal DailyMessages? FindMessages()
    {
        var firstWhole = (StartMinute + UsageDay.Length - 1) / UsageDay.Length;
        var lastDay = EndMinute / UsageDay.Length; // the day in progress; the next one after its last minute
        var (whole, parts, span) = (new List<DayOfMessages>(LookBackDays + 1), default(DayOfMessages), lastDay - firstWhole);
        foreach (var day in Days)
        {
            if (day.Day >= firstWhole && day.Day < lastDay)
            {
                if (day.Day >= lastDay - LookBackDays)
                {
                    whole.Add(new(day.Pieces, day.KnownMinutes));
                }
            }
            else if (span < LookBackDays)
            {
                parts = new(parts.Pieces + day.Pieces, parts.KnownMinutes + day.KnownMinutes);
            }
        }

        whole.Add(parts);
        return DailyMessages.Create(whole, TimeSpan.FromMinutes(Math.Min(EndMinute - StartMinute, LookBackDays * UsageDay.Length)));
    }

    internal void Write(BinaryWriter writer)
    {
        var days = Days.ToList();
        writer.Write(StartMinute);
        writer.Write(EndMinute);
        writer.Write(days.Count);
        days.ForEach(day => day.Write(writer));
    }

    internal static DailyUsage Read(BinaryReader reader)
    {
        var (start, end) = (reader.ReadInt32(), reader.ReadInt32());
        var days = new UsageDay[reader.ReadCount(MaxDays)];
        for (var i = 0; i < days.Length; i++)
        {
            days[i] = UsageDay.Read(reader);
        }

        return days.Length == 0 ? None : new(days[..^1], days[^1], start, end);
    }

    private DailyUsage AppendWithinDay(int from, in UsageInterval part)
    {
        var (number, until, isFirst) = (from / UsageDay.Length, from + part.Minutes, EndMinute == 0);
        if (isFirst || today.Day == number)
        {
            return new(past, (isFirst ? new(number, part.Sku) : today).Add(part), isFirst ? from : StartMinute, until);
        }

        UsageDay[] days = [.. past.TakeLast(MaxDays - 2), today];
        var start = days.Length < MaxDays - 1 ? StartMinute : Math.Max(StartMinute, days[0].Day * UsageDay.Length);
        return new(days, new UsageDay(number, part.Sku).Add(part), start, until);
    }
}
