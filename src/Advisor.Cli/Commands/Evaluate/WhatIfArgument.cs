using System.Globalization;
using Advisor.Core.Advice;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;

namespace Advisor.Cli.Commands.Evaluate;

/// <summary>Parses the case of <c>--what-if connections=+30%,sku=Premium_P1</c>.</summary>
internal static class WhatIfArgument
{
    /// <summary>Forms of the option, for help and errors.</summary>
    public const string Known = "connections=+30%, messages=-20%, connections=12000, units=4, sku=Premium_P1, or several joined by commas";

    // A thousand times the load, and more connections than all units of a subscription accept.
    private const double MaxPercent = 100_000,
        MaxPeak = 1e12;

    /// <summary>Parses one value; null when it is not a case.</summary>
    public static WhatIfCase? Parse(string text)
    {
        var asked = new WhatIfCase(null, null);
        foreach (var part in text.Split(','))
        {
            var next = part.Split('=', 2, StringSplitOptions.TrimEntries) switch
            {
                ["units", var number]
                    when asked.Units is null
                        && int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var count)
                        && count > 0 => asked with
                {
                    Units = count,
                },
                ["sku", { Length: > 0 } name] when asked.Sku is null => asked with { Sku = name },
                ["connections", var change] when asked.Connections is null && ParseChange(change) is { } parsed => asked with
                {
                    Connections = parsed,
                },
                ["messages", var change] when asked.Messages is null && ParseChange(change) is { } parsed => asked with
                {
                    Messages = parsed,
                },
                _ => null,
            };
            if (next is null)
            {
                return null;
            }

            asked = next;
        }

        return asked;
    }

    /// <summary>Parses "+30%" or "-20%" as a factor and "12000" as a peak; null for anything else. A percentage has its sign.</summary>
    private static LoadChange? ParseChange(string text) =>
        text is ['+' or '-', .., '%'] && ParseNumber(text[1..^1]) is { } percent
            ? text[0] == '+' && percent <= MaxPercent
                ? new LoadChange(1 + (percent / 100), null)
                : text[0] == '-' && percent <= 100
                    ? new LoadChange(1 - (percent / 100), null)
                    : null
            : ParseNumber(text) is > 0 and <= MaxPeak and var peak
                ? new LoadChange(null, peak)
                : null;

    private static double? ParseNumber(string text) =>
        FiniteNumber.TryParse(text, NumberStyles.AllowDecimalPoint, out var number) ? number : null;
}
