using System.CommandLine.Parsing;
using System.Globalization;
using Advisor.Configuration.Yaml;
using Advisor.Core.Quantities;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Backtests;

/// <summary>Checks of the values of <c>advisor backtest</c>'s options, with the sentence that refuses them.</summary>
internal static class BacktestArguments
{
    /// <summary>Splits values at commas; "all" gives none.</summary>
    /// <exception cref="CommandException">A name is not known.</exception>
    public static IReadOnlyList<string> ListNames(string[]? given, string option, IEnumerable<string> known)
    {
        var names = (given ?? [])
            .SelectMany(g => g.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
            .ToList();
        var set = new HashSet<string>(known, StringComparer.OrdinalIgnoreCase);
        return names.Find(n => n != "all" && !set.Contains(n)) is { } unknown ? throw CreateUnknownName(option, unknown, known)
            : names.Contains("all") ? []
            : [.. names.Select(n => n.ToLowerInvariant())];
    }

    public static CommandException CreateUnknownName(string option, string name, IEnumerable<string> known)
    {
        var nearest = NameSuggestions.FindNearest(name, known);
        var hint = nearest is null ? string.Empty : $" Did you mean '{nearest}'?";
        return CommandException.CreateUsage(
            $"{option} must be one of {string.Join(", ", known)}, not '{UntrustedText.Sanitize(name)}'.{hint}"
        );
    }

    /// <summary>
    /// Whether an option was given with numbers. A word in place of a number is an error of its own, which the library finds only when no
    /// validator has reported one.
    /// </summary>
    /// <param name="isWhole">Whether the option takes whole numbers only.</param>
    public static bool IsNumber(OptionResult? option, bool isWhole) =>
        option is not null
        && option.Tokens.All(token =>
            isWhole
                ? int.TryParse(token.Value, CultureInfo.InvariantCulture, out _)
                : FiniteNumber.TryParse(token.Value, NumberStyles.Float, out _)
        );

    /// <exception cref="CommandException">The condition does not hold.</exception>
    public static void Require(bool holds, string option, string range)
    {
        if (!holds)
        {
            throw CommandException.CreateUsage($"{option} must be {range}.");
        }
    }
}
