using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using Advisor.Core.Quantities;
using Advisor.Core.Text;
using Advisor.Lab.Resources;
using Advisor.Lab.Scenarios;

namespace Advisor.Cli.Commands.Backtests;

/// <summary>Options about the scenarios that traces become: shape, size, period and noise.</summary>
internal sealed class ScenarioOptionSet
{
    private const double DefaultDays = 14;
    private const double MaxDays = 3650;
    private const ulong DefaultSeed = 7;

    private readonly Option<string[]> shape = new("--shape")
    {
        Description =
            "What the connections of a plain trace send: "
            + $"all (the default), or some of {string.Join(", ", LoadShape.All.Select(s => s.Name))}.",
        HelpName = "NAME",
        AllowMultipleArgumentsPerToken = true,
    };

    private readonly Option<double[]> peakUnits = new("--peak-units")
    {
        Description = "Units that the peak of a plain trace is scaled to. Default: 8 for echo and chatty, 45 for broadcast and smallgroup.",
        HelpName = "UNITS",
        AllowMultipleArgumentsPerToken = true,
        CustomParser = ParsePeakUnits,
    };

    private readonly Option<ulong?> vary = CommonOptions.CreateNumber<ulong>(
        "--vary",
        "Draw other coefficients, noise, lag and delays for each scenario, from this seed.",
        "SEED"
    );

    private readonly Option<double?> minuteNoise = CommonOptions.CreateNumber<double>(
        "--minute-noise",
        "Multiply every minute by independent noise of this standard deviation, such as 0.03.",
        "SD"
    );

    private readonly Option<bool> unsaturated = new("--unsaturated")
    {
        Description = "Metrics show the full demand at any size. Default: a full size refuses connections and slows traffic, as in Azure.",
    };

    private readonly Option<double?> fromDay = CommonOptions.CreateNumber<double>(
        "--from-day",
        "Number of days to leave out at the start.",
        "DAY",
        min: 0,
        max: MaxDays
    );

    private readonly Option<double?> days = CommonOptions.CreateNumber<double>(
        "--days",
        "Maximum number of days to replay; the first two are not scored. Default: 14.",
        "DAYS",
        min: 0,
        max: MaxDays
    );

    private readonly Option<ulong?> seed = CommonOptions.CreateNumber<ulong>("--seed", "Seed of noise and delays. Default: 7.", "SEED");

    /// <summary>The options, in the order of the help text.</summary>
    public IReadOnlyList<Option> All => [shape, peakUnits, vary, minuteNoise, unsaturated, fromDay, days, seed];

    public double ReadDays(ParseResult parse) => parse.GetValue(days) ?? DefaultDays;

    /// <summary>
    /// Reads the options for advice: the whole of each trace unless <c>--days</c> limits it, scaled by its first 14 days, in the two shapes
    /// that differ in their limit unless <c>--shape</c> names others.
    /// </summary>
    public ScenarioOptions ReadForAdvice(ParseResult parse)
    {
        var read = Read(parse);
        return read with
        {
            Days = parse.GetValue(days) ?? MaxDays,
            ScaleDays = DefaultDays,
            Shapes = parse.GetValue(shape) is { Length: > 0 } ? read.Shapes : ["echo", "broadcast"],
        };
    }

    public double ReadFromDay(ParseResult parse) => parse.GetValue(fromDay) ?? 0;

    /// <summary>Returns the first option that is about plain traces alone; null when none was given.</summary>
    public Option? FindTraceOption(CommandResult result) =>
        new Option[] { shape, peakUnits }.FirstOrDefault(option => result.GetResult(option) is not null);

    private static double[]? ParsePeakUnits(ArgumentResult result)
    {
        var units = new List<double>();
        foreach (var token in result.Tokens)
        {
            if (!FiniteNumber.TryParse(token.Value, NumberStyles.Float, out var value))
            {
                result.AddError($"--peak-units must be numbers from 0.5 to 100, not '{UntrustedText.Sanitize(token.Value)}'.");
                return null;
            }

            units.Add(value);
        }

        return [.. units];
    }

    /// <exception cref="CommandException">A number is out of range, or a shape is unknown.</exception>
    public ScenarioOptions Read(ParseResult parse)
    {
        var (dayCount, firstDay, noise) = (ReadDays(parse), ReadFromDay(parse), parse.GetValue(minuteNoise) ?? 0);
        BacktestArguments.Require(dayCount >= 3, "--days", "3 or more, since the first two are not scored");
        BacktestArguments.Require(noise is >= 0 and < 1, "--minute-noise", "0 or more and below 1");
        BacktestArguments.Require(parse.GetValue(peakUnits)!.All(p => p is >= 0.5 and <= 100), "--peak-units", "from 0.5 to 100");
        return new ScenarioOptions
        {
            Shapes = BacktestArguments.ListNames(parse.GetValue(shape), "--shape", LoadShape.All.Select(s => s.Name)),
            PeakUnits = parse.GetValue(peakUnits)!,
            Vary = parse.GetValue(vary),
            MinuteNoise = noise,
            Unsaturated = parse.GetValue(unsaturated),
            FromDay = firstDay,
            Days = dayCount,
            Seed = parse.GetValue(seed) ?? DefaultSeed,
        };
    }
}
