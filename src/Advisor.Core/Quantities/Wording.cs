namespace Advisor.Core.Quantities;

/// <summary>
/// Formats numbers in text for people: one form each for counts, percent, money, sizes, rates and durations, the same in every output.
/// </summary>
public static class Wording
{
    private const double Exact = 1e-9; // rounding errors of ratios
    private const int MaxMinutesAsCount = 120;

    /// <summary>Formats "1,234"; below 10 with up to two decimals: "0.25".</summary>
    public static string FormatNumber(double value) =>
        value.ToString(value is < 10 and > 0 && value != Math.Floor(value) ? "0.##" : "#,##0");

    /// <summary>Formats a whole number and its noun: "1 minute", "2 minutes", "0 units", "1,440 minutes".</summary>
    /// <param name="count">Count; rounded to a whole number.</param>
    /// <param name="noun">Noun in the singular, with a plural in -s.</param>
    public static string FormatCount(double count, string noun) => FormatCount(count, noun, noun + "s");

    /// <summary>Formats a whole number and a noun with an irregular plural: "1 entry", "2 entries".</summary>
    public static string FormatCount(double count, string singular, string plural) =>
        FigureText.Create(count, "#,##0", " ", Math.Abs(Math.Round(count, MidpointRounding.AwayFromZero)) == 1 ? singular : plural);

    /// <summary>Returns "is" for one, "are" otherwise: "1 unit is", "2 units are".</summary>
    public static string FormatIsOrAre(int count) => count == 1 ? "is" : "are";

    /// <summary>Joins phrases of a sentence: "one", "one and two", "one, two and three"; alternatives with "or".</summary>
    public static string JoinWords(IReadOnlyList<string> phrases, string conjunction = "and") =>
        phrases.Count < 2 ? string.Concat(phrases) : $"{string.Join(", ", phrases.SkipLast(1))} {conjunction} {phrases[^1]}";

    /// <summary>Lists the first names and counts the others: "a, b, c", "a, b and 48 more".</summary>
    /// <param name="names">The names to list, all of them or the first.</param>
    /// <param name="count">Number of all.</param>
    public static string ListFirst(IReadOnlyCollection<string> names, int count) =>
        count > names.Count ? $"{string.Join(", ", names)} and {count - names.Count:#,##0} more" : string.Join(", ", names);

    /// <summary>Formats a ratio as percent: 0.525 is "53 %", with one decimal "52.5 %".</summary>
    /// <param name="ratio">Ratio; 1 is 100 %.</param>
    /// <param name="decimals">Maximum number of decimals; trailing zeros are dropped.</param>
    public static string FormatPercent(double ratio, int decimals = 0)
    {
        // The third part is for what rounds to zero, which has no sign.
        var fraction = new string('#', decimals);
        var format = decimals > 0 ? $"#,##0.{fraction};-#,##0.{fraction};0" : "#,##0;-#,##0;0";
        return (ratio * 100).ToString(format) + " %";
    }

    /// <summary>
    /// Formats a utilization in whole percent. A value just below the limit reads "99 %" and one just above it "101 %": rounding hides
    /// neither.
    /// </summary>
    public static string FormatUtilization(Ratio ratio)
    {
        var rounded = Math.Round(ratio.Percent);
        var shown =
            rounded != 100 ? rounded
            : ratio.Value < 1 - Exact ? 99
            : ratio.Value > 1 + Exact ? 101
            : 100;
        return shown > 9999 ? ">9999 %" : shown.ToString("0") + " %";
    }

    /// <summary>Formats "5,634 USD"; an amount below 1 keeps its cents ("0.42 USD"), so that it does not read as zero.</summary>
    /// <param name="money">An amount of any sign.</param>
    /// <param name="cents">Whether two decimals are always shown: "1,448.64 USD".</param>
    public static string FormatAmount(Money money, bool cents = false) => $"{FormatBareAmount(money.Amount, cents)} {money.Currency}";

    /// <summary>Formats the amount without its currency, for columns whose header names it.</summary>
    public static string FormatBareAmount(decimal amount, bool cents = false) =>
        amount.ToString(cents || HasCents(amount) ? "#,##0.00;-#,##0.00;0" : "#,##0;-#,##0;0");

    /// <summary>Returns the amount as <see cref="FormatBareAmount"/> shows it without <c>cents</c>.</summary>
    public static decimal RoundAmount(decimal amount) => Math.Round(amount, HasCents(amount) ? 2 : 0, MidpointRounding.AwayFromZero);

    /// <summary>Formats a difference with its sign: "+2,898 USD", "-39 USD", "0 USD".</summary>
    public static string FormatChange(Money money, bool cents = false) => (money.Amount > 0 ? "+" : "") + FormatAmount(money, cents);

    /// <summary>Formats the end of something in force: "Tue 18:00 UTC" within six days, else "2026-01-31 18:00 UTC".</summary>
    public static string FormatEnd(DateTimeOffset end, DateTimeOffset now) =>
        end.UtcDateTime.ToString(end - now < TimeSpan.FromDays(6) ? "ddd HH:mm" : "yyyy-MM-dd HH:mm") + " UTC";

    /// <summary>Formats a rate: "1.5 MB/s", "820 KB/s", "12 B/s"; 1 MB is 1,000,000 bytes, as in the guides.</summary>
    /// <param name="perSecond">Bytes per second.</param>
    public static string FormatByteRate(double perSecond) =>
        perSecond switch
        {
            >= 1e6 => (perSecond / 1e6).ToString("#,##0.##") + " MB/s",
            >= 1e3 => (perSecond / 1e3).ToString("0.#") + " KB/s",
            _ => perSecond.ToString("0.#") + " B/s",
        };

    /// <summary>
    /// Formats "45 s", "5 min", "2 h 5 min", "3 days 4 h": at most two units, rounded to the smaller; days from 48 hours on.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">Negative.</exception>
    public static string FormatDuration(TimeSpan span)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(span, TimeSpan.Zero);
        var (seconds, minutes, hours) = (Math.Round(span.TotalSeconds), Math.Round(span.TotalMinutes), Math.Round(span.TotalHours));
        return seconds < 60 ? FigureText.Create($"{seconds:0} s")
            : hours >= 48 ? FormatCount(Math.Floor(hours / 24), "day") + (hours % 24 > 0 ? FigureText.Create($" {hours % 24:0} h") : "")
            : minutes < 60 ? FigureText.Create($"{minutes:0} min")
            : FigureText.Create($"{Math.Floor(minutes / 60):0} h") + (minutes % 60 > 0 ? FigureText.Create($" {minutes % 60:0} min") : "");
    }

    /// <summary>Returns "46 minutes" up to 120 of them, and a duration such as "9 h 6 min" beyond.</summary>
    /// <exception cref="ArgumentOutOfRangeException">Negative.</exception>
    public static string FormatMinutes(int minutes) =>
        minutes is >= 0 and <= MaxMinutesAsCount ? FormatCount(minutes, "minute") : FormatDuration(TimeSpan.FromMinutes(minutes));

    /// <summary>Returns "46 minutes in 14 days", or "all of 14 days" where that is the same time.</summary>
    /// <param name="period">Whole days that the minutes belong to.</param>
    public static string FormatMinutesIn(int minutes, TimeSpan period)
    {
        var (time, days) = (FormatMinutes(minutes), FormatCount(period.TotalDays, "day"));
        return time == days ? $"all of {days}" : $"{time} in {days}";
    }

    private static bool HasCents(decimal amount) => amount != 0 && Math.Abs(amount) < 1;
}
