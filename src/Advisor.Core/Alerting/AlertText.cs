using System.Text;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;

namespace Advisor.Core.Alerting;

/// <summary>
/// Fills in the sentence of a condition: <c>{number}</c> is the number compared, <c>{limit}</c> the threshold of the severity,
/// <c>{beyond}</c> the threshold with its operator ("above 90 %"; "not yet below 85 %" while an alert lasts that has not cleared),
/// <c>{name}</c> the subject.
/// </summary>
public static class AlertText
{
    private const double MinutesOfHour = 60,
        MaxMinutes = 1e9;

    /// <summary>Placeholders that a template may contain.</summary>
    public static IReadOnlyList<string> Placeholders { get; } = ["number", "limit", "beyond", "name"];

    /// <summary>
    /// Returns the sentence. Text from outside is inserted literally and never read as a template. A number that differs from the limit
    /// never prints as the limit: 70.04 % is not "70 %" if that is the limit.
    /// </summary>
    public static string Format(string template, AlertUnit unit, AlertSubject subject, AlertLevel level, AlertReading reading)
    {
        var (number, at) = (reading.Number, level.ToUnitOfNumber(level.Enter, reading.Target));
        var limit = Format(at, unit);
        return Fill(
            template,
            place =>
                place switch
                {
                    "number" => (reading.IsLowerBound ? "at least " : "") + (number == at ? limit : FormatApart(number, unit, limit)),
                    "limit" => DescribeLimit(level, limit),
                    "beyond" => number is { } known && !(level.Enter with { Value = at }).IsMetBy(known)
                        ? DescribeNotCleared(level, unit, known, reading.Target)
                        : DescribeThreshold(level.Enter.Comparison, DescribeLimit(level, limit)),
                    "name" => subject.Name,
                    _ => "{" + place + "}",
                }
        );
    }

    /// <summary>Returns the placeholders of a template that are not among <see cref="Placeholders"/>.</summary>
    public static IReadOnlyList<string> FindUnknownPlaceholders(string template)
    {
        var unknown = new List<string>();
        Fill(
            template,
            place =>
            {
                if (!Placeholders.Contains(place))
                {
                    unknown.Add(place);
                }

                return "";
            }
        );
        return unknown;
    }

    /// <summary>Formats a number: 0.7349 as a ratio is "73.5 %"; an unknown number is "unknown", never 0.</summary>
    /// <param name="decimals">Maximum number of decimals.</param>
    public static string Format(double? number, AlertUnit unit, int decimals = 1)
    {
        if (number is not { } known)
        {
            return "unknown";
        }

        var figure = (unit == AlertUnit.Ratio ? known * 100 : known).ToString("#,0." + new string('#', decimals));
        return unit switch
        {
            AlertUnit.Ratio => figure + " %",
            AlertUnit.PerMinute => figure + " a minute",
            AlertUnit.Minutes => known >= MinutesOfHour
                ? Wording.FormatDuration(TimeSpan.FromMinutes(Math.Min(known, MaxMinutes)))
                : figure + " min",
            AlertUnit.Days => figure + (known == 1 ? " day" : " days"),
            AlertUnit.Units => figure + (known == 1 ? " unit" : " units"),
            AlertUnit.Flag => known == 0 ? "no" : "yes",
            _ => figure,
        };
    }

    // Between the threshold that fires an alert and the one that clears it, or beyond that one for too short a time.
    private static string DescribeNotCleared(AlertLevel level, AlertUnit unit, double number, double target)
    {
        var cleared = DescribeThreshold(level.Leave.Comparison, Format(level.ToUnitOfNumber(level.Leave, target), unit));
        return level.IsLeftAt(number, target)
            ? $"{cleared} for less than {Wording.FormatDuration(level.ResolveDelay)}"
            : "not yet " + cleared;
    }

    private static string DescribeLimit(AlertLevel level, string limit) =>
        level.Basis == ThresholdBasis.Target ? "the target of " + limit : limit;

    private static string DescribeThreshold(Comparison comparison, string limit) =>
        comparison switch
        {
            Comparison.Above => "above " + limit,
            Comparison.AtOrAbove => limit + " or more",
            Comparison.Below => "below " + limit,
            _ => limit + " or less",
        };

    private static string FormatApart(double? number, AlertUnit unit, string limit)
    {
        const int maxDecimals = 6;
        var decimals = 1;
        var text = Format(number, unit);
        while (text == limit && decimals < maxDecimals)
        {
            text = Format(number, unit, ++decimals);
        }

        return text;
    }

    private static string Fill(string template, Func<string, string> fill)
    {
        var text = new StringBuilder(template.Length + 16);
        for (var at = 0; at < template.Length; )
        {
            var open = template.IndexOf('{', at);
            var close = open < 0 ? -1 : template.IndexOf('}', open);
            if (close < 0)
            {
                return text.Append(template, at, template.Length - at).ToString();
            }

            text.Append(template, at, open - at).Append(fill(template[(open + 1)..close]));
            at = close + 1;
        }

        return text.ToString();
    }
}
