using System.CommandLine;
using System.CommandLine.Parsing;
using Advisor.Core.Capacity;

namespace Advisor.Cli.Commands.Backtests;

/// <summary>
/// Options about files of real metrics: <c>--units</c>, <c>--use-case</c>, <c>--message-bytes</c>, <c>--counts-server-leg</c>.
/// </summary>
internal sealed class MeasuredOptionSet
{
    private const int DefaultMessageBytes = 2048;

    private readonly Option<int?> units = CommonOptions.CreateNumber<int>(
        "--units",
        "Current units for a file of real metrics that has no units column.",
        "UNITS",
        min: 1
    );

    private readonly Option<string?> useCase = new("--use-case")
    {
        Description =
            $"Use case of real metrics: {string.Join(", ", UseCaseNames.All)}. Default: the workload of the settings, else inferred from "
            + $"the traffic.",
        HelpName = "NAME",
    };

    private readonly Option<int?> messageBytes = CommonOptions.CreateNumber<int>(
        "--message-bytes",
        "Mean message size under --use-case. Default: 2048.",
        "BYTES",
        min: 1
    );

    private readonly Option<bool?> countsServerLeg = new("--counts-server-leg")
    {
        Description =
            "Whether real metrics include the traffic to the app servers. Default: as the settings say; else true, but for a serverless "
            + "resource of --history.",
        HelpName = "true|false",
    };

    /// <summary>The options, in the order of the help text.</summary>
    public IReadOnlyList<Option> All => [units, useCase, messageBytes, countsServerLeg];

    /// <summary>Returns which options conflict; null when none do.</summary>
    public string? FindConflict(CommandResult result) =>
        BacktestArguments.IsNumber(result.GetResult(messageBytes), isWhole: false) && result.GetValue(useCase) is null
            ? "--message-bytes requires --use-case."
            : null;

    /// <exception cref="CommandException">The use case is unknown, or a size is out of range.</exception>
    public MeasuredOptions Read(ParseResult parse)
    {
        if (parse.GetValue(useCase) is not { } name)
        {
            return new MeasuredOptions(parse.GetValue(units), null, parse.GetValue(countsServerLeg));
        }

        return UseCaseNames.TryParse(name, out var known)
            ? new MeasuredOptions(
                parse.GetValue(units),
                Workload.Create(known, parse.GetValue(messageBytes) ?? DefaultMessageBytes),
                parse.GetValue(countsServerLeg)
            )
            : throw BacktestArguments.CreateUnknownName("--use-case", name, UseCaseNames.All);
    }
}
