using System.Globalization;
using System.Runtime.CompilerServices;

namespace Advisor.Core.Quantities;

/// <summary>
/// Interpolated text in the invariant culture: <c>FigureText.Create($"{units:0.00} units")</c>. Reasons carry some twenty figures; the general formatter of
/// a pattern such as <c>0.00</c> took a tenth of the time of a decision, so those with up to two decimals are written as whole numbers with a point.
/// </summary>
public static class FigureText
{
    /// <summary>The text.</summary>
    public static string Create(ref Handler text) => text.ToStringAndClear();

    /// <summary>Collects the parts of one text.</summary>
    [InterpolatedStringHandler]
    public ref struct Handler(int literalLength, int formattedCount)
    {
        // Beyond it a double has fewer than 15 digits before the point and the decimals asked for.
        private const double LargestFast = 1e9;

        // Rounds to less than a thousand, so that nothing is grouped.
        private const double SmallestGrouped = 999;

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
            var decimals = format switch
            {
                "0" => 0,
                "0.0" or "0.#" => 1,
                "0.00" or "0.##" => 2,
                "#,##0" when Math.Abs(value) < SmallestGrouped => 0,
                _ => -1,
            };
            if (decimals < 0 || !(Math.Abs(value) < LargestFast))
            {
                text.AppendFormatted(value, format);
                return;
            }

            Span<char> digits = stackalloc char[24];
            text.AppendFormatted(Write(digits, value, decimals, trims: format![^1] == '#'));
        }

        internal string ToStringAndClear() => text.ToStringAndClear();

        private static ReadOnlySpan<char> Write(Span<char> digits, double value, int decimals, bool trims)
        {
            var scale = decimals switch { 0 => 1L, 1 => 10L, _ => 100L };

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
            }
            while (whole > 0);

            if (value < 0 && !isZero)
            {
                digits[--at] = '-';
            }

            return digits[at..];
        }

        private static bool AnyDigit(ReadOnlySpan<char> decimals) => decimals.IndexOfAnyInRange('1', '9') >= 0;
    }
}
