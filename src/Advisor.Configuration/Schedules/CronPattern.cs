using System.Globalization;

namespace Advisor.Configuration.Schedules;

/// <summary>
/// Times of a cron expression: minute, hour, day of the month, month, day of the week. Each field is <c>*</c> or a list of numbers,
/// ranges and steps (<c>*/15</c>, <c>8-18/2</c>); months and days of the week also by name. As in cron, a day counts that either of two
/// stated day fields includes.
/// </summary>
internal sealed class CronPattern
{
    private static readonly string[] MonthNames = ["", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    private static readonly string[] DayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

    private static readonly (string Name, int Min, int Max, string[] Names)[] Fields =
    [
        ("minute", 0, 59, []),
        ("hour", 0, 23, []),
        ("day of the month", 1, 31, []),
        ("month", 1, 12, MonthNames),
        // 7 is Sunday too.
        ("day of the week", 0, 7, DayNames),
    ];

    private readonly IReadOnlyList<SortedSet<int>> fields;
    private readonly bool isAnyDayOfMonth;
    private readonly bool isAnyDayOfWeek;

    private CronPattern(IReadOnlyList<SortedSet<int>> fields, bool isAnyDayOfMonth, bool isAnyDayOfWeek)
    {
        this.fields = fields;
        this.isAnyDayOfMonth = isAnyDayOfMonth;
        this.isAnyDayOfWeek = isAnyDayOfWeek;
        Times = [.. fields[1].SelectMany(hour => fields[0].Select(minute => new TimeSpan(hour, minute, 0)))];
    }

    /// <summary>Times of a day, ascending.</summary>
    public IReadOnlyList<TimeSpan> Times { get; }

    /// <summary>Parses an expression of five fields; null and a reason if it is invalid or never occurs.</summary>
    public static CronPattern? Parse(string text, out string? reason)
    {
        var pieces = text.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        if (pieces.Length != Fields.Length)
        {
            reason =
                $"'{text}' is not daily, weekly or a cron expression of five fields (minute hour day month weekday), such as 30 8 * * mon.";
            return null;
        }

        var sets = new List<SortedSet<int>>();
        foreach (var (piece, field) in pieces.Zip(Fields))
        {
            if (ParseField(piece.ToLowerInvariant(), field.Min, field.Max, field.Names) is not { } set)
            {
                reason = $"'{piece}' is not valid as {field.Name}; use *, or numbers from {field.Min} to {field.Max} with commas, - and /.";
                return null;
            }

            sets.Add(set);
        }

        var pattern = new CronPattern(sets, pieces[2].StartsWith('*'), pieces[4].StartsWith('*'));
        // A leap year has every day there is.
        reason = Enumerable.Range(0, 366).Any(day => pattern.Includes(new DateOnly(2028, 1, 1).AddDays(day)))
            ? null
            : $"'{text}' never occurs: no such month has that day.";
        return reason is null ? pattern : null;
    }

    /// <summary>Whether a day is one of the expression.</summary>
    public bool Includes(DateOnly day)
    {
        var (ofMonth, ofWeek) = (fields[2].Contains(day.Day), fields[4].Contains((int)day.DayOfWeek));
        return fields[3].Contains(day.Month) && (isAnyDayOfMonth || isAnyDayOfWeek ? ofMonth && ofWeek : ofMonth || ofWeek);
    }

    private static SortedSet<int>? ParseField(string text, int min, int max, string[] names)
    {
        var values = new SortedSet<int>();
        foreach (var part in text.Split(','))
        {
            var steps = part.Split('/');
            var ends = steps[0] == "*" ? [$"{min}", $"{max}"] : steps[0].Split('-');
            var from = ParseNumber(ends[0], names);
            // As in cron, 5/15 runs from 5 to the maximum.
            var to = ends.Length == 1 && steps.Length == 2 ? max : ParseNumber(ends[^1], names);
            var step = steps.Length == 2 ? ParseNumber(steps[1], []) : 1;
            if (ends.Length > 2 || steps.Length > 2 || !(from >= min) || !(to <= max) || !(from <= to) || !(step >= 1))
            {
                return null;
            }

            for (var value = from.Value; value <= to.Value; value += step.Value)
            {
                values.Add(max == 7 ? value % 7 : value);
            }
        }

        return values;
    }

    private static int? ParseNumber(string text, string[] names)
    {
        var index = Array.IndexOf(names, text);
        return index >= 0 && text.Length > 0 ? index
            : int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number
            : null;
    }
}
