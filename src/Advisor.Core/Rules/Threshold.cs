using System.Globalization;
using Advisor.Core.Quantities;

namespace Advisor.Core.Rules;

/// <summary>Comparison of a number with a threshold, each with one notation.</summary>
public enum Comparison
{
    /// <summary><c>&gt;</c></summary>
    Above,

    /// <summary><c>&gt;=</c></summary>
    AtOrAbove,

    /// <summary><c>&lt;</c></summary>
    Below,

    /// <summary><c>&lt;=</c></summary>
    AtOrBelow,
}

/// <summary>Number with its operator: <c>&gt; 0.7</c>.</summary>
public readonly record struct Threshold(Comparison Comparison, double Value)
{
    private static readonly string[] Operators = [">", ">=", "<", "<="];

    /// <summary>Whether large numbers satisfy the threshold.</summary>
    public bool IsUpperBound => Comparison is Comparison.Above or Comparison.AtOrAbove;

    /// <summary>Whether the number satisfies the comparison.</summary>
    public bool IsMetBy(double number) =>
        Comparison switch
        {
            Comparison.Above => number > Value,
            Comparison.AtOrAbove => number >= Value,
            Comparison.Below => number < Value,
            _ => number <= Value,
        };

    /// <summary>
    /// Whether <paramref name="leave"/> can end what this threshold begins: it has the opposite direction, and no number satisfies both.
    /// <c>&gt; 0.7</c> goes with <c>&lt; 0.65</c> and with <c>&lt;= 0.7</c>; <c>&gt;= 0.7</c> with <c>&lt; 0.7</c> and not with <c>&lt;=
    /// 0.7</c>.
    /// </summary>
    public bool IsEndedBy(Threshold leave)
    {
        var apart = IsUpperBound ? Value.CompareTo(leave.Value) : leave.Value.CompareTo(Value);
        return leave.IsUpperBound != IsUpperBound && (apart > 0 || (apart == 0 && !(IsMetBy(Value) && leave.IsMetBy(Value))));
    }

    /// <summary>Parses <c>&gt; 0.7</c>; null unless the text is an operator followed by a finite number.</summary>
    public static Threshold? Parse(string text)
    {
        var parts = text.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return
            parts.Length == 2
            && Array.IndexOf(Operators, parts[0]) is var comparison and >= 0
            && FiniteNumber.TryParse(parts[1], NumberStyles.Float, out var value)
            ? new Threshold((Comparison)comparison, value)
            : null;
    }

    public override string ToString() => $"{Operators[(int)Comparison]} {Value}";
}
