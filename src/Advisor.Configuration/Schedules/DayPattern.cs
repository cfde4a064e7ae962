using System.Globalization;
using Advisor.Core.Settings;

namespace Advisor.Configuration.Schedules;

/// <summary>
/// Days on which a schedule starts, as in cron: <c>mon-fri</c>, <c>sat,sun</c>, <c>*</c>, or days of the month <c>1,15,28-31</c>.
/// </summary>
public sealed record DayPattern
{
    private const int ShortName = 3;

    private static readonly string[] DayNames = [.. Enum.GetNames<DayOfWeek>().Select(name => name.ToLowerInvariant() + "s")];

    private readonly IReadOnlySet<int> days;
    private readonly bool daysOfMonth;

    private DayPattern(string text, IReadOnlySet<int> days, bool ofMonth)
    {
        Text = text;
        this.days = days;
        this.daysOfMonth = ofMonth;
    }

    /// <summary>Original text.</summary>
    public string Text { get; }

    /// <summary>Days of the week; null if the pattern is of days of the month.</summary>
    public WeekDays? DaysOfWeek => daysOfMonth ? null : (WeekDays)days.Sum(day => 1 << day);

    public bool Includes(DateOnly day) => days.Contains(daysOfMonth ? day.Day : (int)day.DayOfWeek);

    /// <summary>Parses a pattern; null and a reason if it is invalid.</summary>
    public static DayPattern? Parse(string text, out string? reason)
    {
        reason = null;
        var lower = text.Trim().ToLowerInvariant();
        if (lower == "*")
        {
            return new DayPattern(text, Enumerable.Range(0, 7).ToHashSet(), ofMonth: false);
        }

        var numbers = lower.Length > 0 && char.IsAsciiDigit(lower[0]);
        var found = new HashSet<int>();
        foreach (var part in lower.Split(',', StringSplitOptions.TrimEntries))
        {
            var ends = part.Split('-', StringSplitOptions.TrimEntries);
            var from = ParseDay(ends[0], numbers);
            var to = ParseDay(ends[^1], numbers);
            if (ends.Length > 2 || from is null || to is null || numbers && from > to)
            {
                reason =
                    $"'{text}' is not a list of days; use days of the week such as mon-fri or sat,sun, "
                    + "days of the month such as 1,15, or *.";
                return null;
            }

            AddRange(found, from.Value, to.Value, numbers);
        }

        return new DayPattern(text, found, numbers);
    }

    public override string ToString() => Text;

    // fri-mon spans the weekend.
    private static void AddRange(HashSet<int> found, int from, int to, bool numbers)
    {
        for (var day = from; day != to; day = numbers ? day + 1 : (day + 1) % 7)
        {
            found.Add(day);
        }

        found.Add(to);
    }

    private static int? ParseDay(string text, bool numbers)
    {
        if (numbers)
        {
            return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var day) && day is >= 1 and <= 31 ? day : null;
        }

        // Longer forms are accepted too: thurs, monday, mondays. Another word is not a day: monthly.
        var index = Array.FindIndex(DayNames, name => text.Length >= ShortName && name.StartsWith(text, StringComparison.Ordinal));
        return index >= 0 ? index : null;
    }
}
