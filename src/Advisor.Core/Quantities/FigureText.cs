using System.Globalization;
using System.Runtime.CompilerServices;

namespace Advisor.Core.Quantities;

/// <summary>
/// Interpolated text in the invariant culture: <c>FigureText.Create($"{units:0.00} units")</c>. Reasons carry some twenty figures; the
/// general formatter of a pattern such as <c>0.00</c> took a tenth of the time of a decision, so those with up to two decimals are written
/// as whole numbers with a point.
/// </summary>
public static class FigureText
{
    /// <summary>The text.</summary>
    public static string Create(ref Handler text) => text.ToStringAndClear();

    /// <summary>
    /// One figure and what follows it, such as " " and "units". For what stands inside of another text: collected as one of its own, it
    /// would take a second buffer, from where threads share them.
    /// </summary>
    public static string Create(double value, string format, string after = "", string last = "")
    {
        Span<char> digits = stackalloc char[MostDigits];
        return TryWrite(digits, value, format, out var written)
            ? string.Concat(written, after, last)
            : value.ToString(format, CultureInfo.InvariantCulture) + after + last;
    }

    // Beyond it a double has fewer than 15 digits before the point and the decimals asked for.
    private const double LargestFast = 1e9;

    // Rounds to less than a thousand, so that nothing is grouped.
    private const double SmallestGrouped = 999;

    // A sign, ten digits, a point and two decimals.
    private const int MostDigits = 24;

    /// <summary>Collects the parts of one text.</summary>
    [InterpolatedStringHandler]
    public ref struct Handler(int literalLength, int formattedCount)
    {
        private DefaultInterpolatedStringHandler text = new(literalLength, formattedCount, CultureInfo.InvariantCulture);

        public void AppendLiteral(string value) => text.AppendLiteral(value);

        public void AppendFormatted<T>(T value) => text.AppendFormatted(value);

        public void AppendFormatted<T>(T value, string? format) => text.AppendFormatted(value, format);

        public void AppendFormatted(string? value) => text.AppendFormatted(value);

        public void AppendFormatted(double? value, string? format)
        {
            if (value is { } known)
            {
                AppendFormatted(known, format);
            }
        }

        public void AppendFormatted(double value, string? format)
        {
            Span<char> digits = stackalloc char[MostDigits];
            if (TryWrite(digits, value, format, out var written))
            {
                text.AppendFormatted(written);
            }
            else
            {
                text.AppendFormatted(value, format);
            }
        }

        internal string ToStringAndClear() => text.ToStringAndClear();
    }

    /// <summary>False where the pattern, or a figure of its size, is left to the general formatter.</summary>
    private static bool TryWrite(Span<char> digits, double value, string? format, out ReadOnlySpan<char> written)
    {
        var decimals = format switch
        {
            "0" => 0,
            "0.0" or "0.#" => 1,
            "0.00" or "0.##" => 2,
            "#,##0" when Math.Abs(value) < SmallestGrouped => 0,
            _ => -1,
        };
        var isFast = decimals >= 0 && Math.Abs(value) < LargestFast;
        written = isFast ? Write(digits, value, decimals, trims: format![^1] == '#') : default;
        return isFast;
    }

    private static ReadOnlySpan<char> Write(Span<char> digits, double value, int decimals, bool trims)
    {
        var scale = decimals switch
        {
            0 => 1L,
            1 => 10L,
            _ => 100L,
        };

        // As a pattern does it: the 15 digits that a double surely has are rounded, halves away from zero.
        var scaled = Math.Abs(value) * scale;
        var whole = (long)Math.Round(scaled + (scaled * 1e-15), MidpointRounding.AwayFromZero);
        var at = digits.Length;
        var kept = false;
        for (var place = decimals; place > 0; place--)
        {
            var digit = whole % 10;
            whole /= 10;
            if (digit != 0 || kept || !trims)
            {
                digits[--at] = (char)('0' + digit);
                kept = true;
            }
        }

        if (kept)
        {
            digits[--at] = '.';
        }

        var isZero = whole == 0 && !AnyDigit(digits[at..]);
        do
        {
            digits[--at] = (char)('0' + (whole % 10));
            whole /= 10;
        } while (whole > 0);

        if (value < 0 && !isZero)
        {
            digits[--at] = '-';
        }

        return digits[at..];
    }

    private static bool AnyDigit(ReadOnlySpan<char> decimals) => decimals.IndexOfAnyInRange('1', '9') >= 0;
}
