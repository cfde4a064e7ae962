using Advisor.Cli.Commands.Iac.Code;
using Advisor.Core.Quantities;

namespace Advisor.Cli.Commands.Iac;

/// <summary>
/// Numbers that a parameter or a variable may have: <c>@allowed</c>, <c>@minValue</c> and <c>@maxValue</c> of Bicep, <c>allowedValues</c>,
/// <c>minValue</c> and <c>maxValue</c> of ARM, and a validation of Terraform by <c>contains([1, 2], var.units)</c>.
/// </summary>
/// <param name="Allowed">The only numbers; empty = any.</param>
public sealed record ValueLimit(string Name, IReadOnlyList<int> Allowed, int? Min, int? Max)
{
    /// <summary>Returns why a number is not possible, in words; null where it is.</summary>
    public string? FindProblem(int number) =>
        Allowed.Count > 0 && !Allowed.Contains(number)
            ? $"'{Name}' may be {Wording.JoinWords([.. Allowed.Select(one => $"{one}")], "or")} only"
        : number < Min ? $"'{Name}' is at least {Min}"
        : number > Max ? $"'{Name}' is at most {Max}"
        : null;

    /// <summary>Returns the limit that a template sets to a parameter; null where it sets none, or one by an expression.</summary>
    /// <param name="scope">Files that see the parameter.</param>
    internal static ValueLimit? Find(IEnumerable<CodeFile> scope, string name) =>
        (
            from file in scope
            from one in file.Root.Index()
            let rules = one.Item.Header switch
            {
                ["param", var param, ..] when param == name => [.. file.Root.ListDecorators(one.Index)],
                ["parameters"] => one.Item.Body.Find(name)?.Body,
                ["variable", var variable] when variable == name => one.Item.Body.Find("validation")?.Body,
                _ => null,
            }
            where rules is not null
            select new ValueLimit(
                name,
                FindNumbers(rules, "@allowed", "allowedValues", "condition"),
                FindNumber(rules, "@minValue", "minValue"),
                FindNumber(rules, "@maxValue", "maxValue")
            )
        ).FirstOrDefault();

    private static int? FindNumber(IReadOnlyList<CodeEntry> rules, params string[] names) =>
        FindNumbers(rules, names) is [var only] ? only : null;

    // [1, 2]; @allowed([1 2]); contains([1, 2], var.units). Empty where it is another expression.
    private static IReadOnlyList<int> FindNumbers(IReadOnlyList<CodeEntry> rules, params string[] names)
    {
        var tokens = names.Select(rules.Find).FirstOrDefault(rule => rule is not null)?.Tokens ?? [];
        var words = tokens switch
        {
            [{ Text: "contains" }, ..] => 3,
            [{ Text: "@" }, ..] => 1,
            _ => 0,
        };
        var known = tokens.Where(token => token.Kind is CodeTokenKind.Number or CodeTokenKind.LineEnd || token.IsAny("@[](),."));
        return known.Count() + words == tokens.Count
            ? [.. tokens.Select(token => int.TryParse(token.Text, out var number) ? number : (int?)null).OfType<int>()]
            : [];
    }
}
