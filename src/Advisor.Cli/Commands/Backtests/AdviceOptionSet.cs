using System.CommandLine;
using System.CommandLine.Parsing;

namespace Advisor.Cli.Commands.Backtests;

/// <summary>Options about advice that is acted on once: <c>--advice</c>, <c>--instants</c>.</summary>
internal sealed class AdviceOptionSet
{
    private const int DefaultInstants = 6;

    private readonly Option<bool> advice = new("--advice")
    {
        Description = "Score the steady size, chosen from 14 days and kept for the next 7, against simple quantiles.",
    };

    private readonly Option<int?> instants = CommonOptions.CreateNumber<int>(
        "--instants",
        "With --advice: number of seeded start times per scenario, from day 14 on. Default: 6.",
        "COUNT",
        min: 1
    );

    private readonly Option<int?> grain = new("--grain")
    {
        Description = "With --advice: metric bucket size in minutes, 1, 5, 15, 30 or 60 ('evaluate' reads 15). Default: 1.",
        HelpName = "MINUTES",
    };

    /// <summary>The options, in the order of the help text.</summary>
    public IReadOnlyList<Option> All => [advice, instants, grain];

    public bool IsGiven(CommandResult result) => result.GetValue(advice);

    public bool Read(ParseResult parse) => parse.GetValue(advice);

    public int ReadInstants(ParseResult parse) => parse.GetValue(instants) ?? DefaultInstants;

    /// <exception cref="CommandException">No such bucket exists.</exception>
    public int ReadGrain(ParseResult parse)
    {
        var minutes = parse.GetValue(grain) ?? 1;
        BacktestArguments.Require(minutes is 1 or 5 or 15 or 30 or 60, "--grain", "1, 5, 15, 30 or 60 minutes");
        return minutes;
    }

    /// <summary>Returns which options conflict; null when none do.</summary>
    /// <param name="others">Options about replays of policies, which mean nothing for advice.</param>
    public string? FindConflict(CommandResult result, IEnumerable<Option> others) =>
        IsGiven(result)
            ? others.FirstOrDefault(option => result.GetResult(option) is { Implicit: false }) is { } other
                ? $"{other.Name} applies to replays of policies: omit it with --advice."
                : null
            : new Option[] { instants, grain }.FirstOrDefault(option => BacktestArguments.IsNumber(result.GetResult(option), isWhole: true))
                is { } alone
                ? $"{alone.Name} requires --advice."
                : null;
}
