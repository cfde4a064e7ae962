using System.Globalization;
using System.Runtime.CompilerServices;

namespace Advisor.Core.Quantities;

/// <summary>
/// Formats interpolated text in the invariant culture: <c>FigureText.Create($"{units:0.00} units")</c>. A decision's reasons carry about
/// twenty figures, and the general formatter took a tenth of a decision's time for patterns such as <c>0.00</c>; figures with up to two
/// decimals are therefore written as whole numbers with a point.
/// </summary>
public static class FigureText
{
    /// <summary>Returns the text and releases the handler's buffer.</summary>
    public static string Create(ref Handler text) => text.ToStringAndClear();

    /// <summary>
    /// Formats one figure and what follows it, such as " " and "units". For use inside another interpolated text: an interpolated text of
    /// its own would rent a second buffer.
    /// </summary>
    public static string Create(double value, string format, string after = "", string last = "")
    {
        Span<char> digits = stackalloc char[MostDigits];
        return TryWrite(digits, value, format, out var written)
            ? string.Concat(written, after, last)
            : value.ToString(format, CultureInfo.InvariantCulture) + after + last;
    }

    // Above this a double has fewer than 15 digits for the integer part and the decimals.
    private const double LargestFast = 1e9;

    // Rounds to less than 1,000, so that no group separator is needed.
    private const double SmallestGrouped = 999;

    // Sign, ten digits, point and two decimals.
    private const int MostDigits = 24;

    /// <summary>Interpolated string handler that collects the parts of one text.</summary>
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

    /// <summary>Returns false if the pattern or the magnitude of the figure is left to the general formatter.</summary>
    private static bool TryWrite(Span<char> digits, double value, string? format, out ReadOnlySpan<char> written)
    {
        var decimals = format switch
        {
            "0" => 0,
            "0.0" or "0.#" => 1,
            "0.00" or "0.##" => 2,
            "#,##0" or "#,0" when Math.Abs(value) < SmallestGrouped => 0,
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

        // Same as a pattern: rounds the 15 digits that a double guarantees, halves away from zero.
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

        var isZero = whole == 0 && !HasDigit(digits[at..]);
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

    private static bool HasDigit(ReadOnlySpan<char> decimals) => decimals.IndexOfAnyInRange('1', '9') >= 0;
}
