using System.Globalization;
using Advisor.Core.Quantities;

namespace Advisor.Configuration.Yaml;

/// <summary>Reads a share: a ratio from 0 to 1, or a percentage.</summary>
internal static class ShareReader
{
    /// <summary>Parses <c>0.05</c> or <c>5 %</c>; null and a reason if it is neither.</summary>
    public static Ratio? Parse(string text, out string? reason)
    {
        var given = text.Trim();
        var isPercentage = given.EndsWith('%');
        var good =
            FiniteNumber.TryParse(isPercentage ? given[..^1].TrimEnd() : given, NumberStyles.AllowDecimalPoint, out var number)
            && number <= (isPercentage ? 100 : 1);
        reason = good ? null : $"'{text}' is not a share from 0 to 1 such as 0.05, or a percentage such as 5%.";
        return good ? new Ratio(isPercentage ? number / 100 : number) : null;
    }
}
