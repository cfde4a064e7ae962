using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.Numerics;
using System.Text.Json;
using Advisor.Azure;
using Advisor.Configuration.Yaml;
using Advisor.Core.Capacity;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Core.Text;
using Advisor.Simulation.Charts;
using Advisor.Simulation.Replays;
using Advisor.Simulation.Resources;
using Advisor.Simulation.Scenarios;

namespace Advisor.Cli.Commands.Backtests;

/// <summary>Options for reading a file of measured metrics.</summary>
/// <param name="Units">Units in force, if the file does not contain them; null = the file must contain them.</param>
/// <param name="Workload">The declared workload; null = inferred.</param>
/// <param name="CountsServerLeg">
/// Whether the traffic includes the leg to the app servers; null = determined from the resource, and not included in a file.
/// </param>
public sealed record MeasuredOptions(int? Units, Workload? Workload, bool? CountsServerLeg = null);

/// <summary>Options of <c>advisor backtest</c>, and the meaning of their values.</summary>
public sealed class BacktestOptions
{
    private const double DefaultDays = 14;
    private const double DefaultChartHours = 3;
    private const double MaxDays = 3650;
    private const ulong DefaultSeed = 7;
    private const int DefaultMessageBytes = 2048;

    public Argument<string[]> Traces { get; } =
        new("TRACE")
        {
            Description = "CSV files 'timestamp,value', exported Azure metrics (CSV or JSON), or folders with such files.",
            Arity = ArgumentArity.ZeroOrMore,
        };

    public Option<string[]> Policy { get; } =
        new("--policy")
        {
            Description = $"What to compare: all (the default), or some of {string.Join(", ", PolicyNames)}.",
            HelpName = "NAME",
            AllowMultipleArgumentsPerToken = true,
        };

    public Option<string[]> Without { get; } =
        new("--without")
        {
            Description = $"Leave parts of Advisor's policy out, to see what each is worth: {string.Join(", ", PartNames)}.",
            HelpName = "PART",
            AllowMultipleArgumentsPerToken = true,
        };

    public Option<string[]> Shape { get; } =
        new("--shape")
        {
            Description =
                "What the connections of a plain trace send: "
                + $"all (the default), or some of {string.Join(", ", LoadShape.All.Select(s => s.Name))}.",
            HelpName = "NAME",
            AllowMultipleArgumentsPerToken = true,
        };

    public Option<double[]> PeakUnits { get; } =
        new("--peak-units")
        {
            Description =
                "Units that the peak of a plain trace is scaled to. Default: 8 for echo and chatty, 45 for broadcast and smallgroup.",
            HelpName = "UNITS",
            AllowMultipleArgumentsPerToken = true,
        };

    public Option<ulong?> Vary { get; } =
        CommonOptions.CreateNumber<ulong>(
            "--vary",
            "Draw other coefficients, noise, lag and delays for each scenario, from this seed.",
            "SEED"
        );

    public Option<double?> MinuteNoise { get; } =
        CommonOptions.CreateNumber<double>(
            "--minute-noise",
            "Multiply every minute by independent noise of this standard deviation, such as 0.03.",
            "SD"
        );

    public Option<double?> FromDay { get; } =
        CommonOptions.CreateNumber<double>("--from-day", "Number of days to leave out at the start.", "DAY", min: 0, max: MaxDays);

    public Option<double?> Days { get; } =
        CommonOptions.CreateNumber<double>(
            "--days",
            "Maximum number of days to replay; the first two are not scored. Default: 14.",
            "DAYS",
            min: 0,
            max: MaxDays
        );

    public Option<ulong?> Seed { get; } = CommonOptions.CreateNumber<ulong>("--seed", "Seed of noise and delays. Default: 7.", "SEED");

    public Option<string?> History { get; } =
        new("--history")
        {
            Description = "Replay a real resource's own metrics, the last --days of them (at most 93): its id.",
            HelpName = "RESOURCE",
        };

    public Option<bool> Local { get; } =
        new("--local") { Description = "With --history: a resource of the built-in loopback Azure, by name." };

    public Option<string?> Endpoint { get; } =
        new("--endpoint") { Description = "With --history: a running loopback Azure, such as http://127.0.0.1:5080.", HelpName = "URL" };

    public Option<string?> Cloud { get; } = new("--cloud") { Description = "With --history: public, usgov or china.", HelpName = "CLOUD" };

    public Option<int?> Units { get; } =
        CommonOptions.CreateNumber<int>("--units", "Units in force in a file of real metrics that has no units column.", "UNITS", min: 1);

    public Option<string?> UseCase { get; } =
        new("--use-case")
        {
            Description =
                $"What a file of real metrics was measured under: {string.Join(", ", UseCaseNames.All)}. Default: inferred from "
                + $"the traffic.",
            HelpName = "NAME",
        };

    public Option<int?> MessageBytes { get; } =
        CommonOptions.CreateNumber<int>("--message-bytes", "Mean message size under --use-case. Default: 2048.", "BYTES", min: 1);

    public Option<bool?> CountsServerLeg { get; } =
        new("--counts-server-leg")
        {
            Description =
                "Whether real metrics count the traffic to the app servers as well (true where app servers connect). Default: "
                + "by the resource; in a file false.",
            HelpName = "true|false",
        };

    public Option<string?> By { get; } =
        new("--by") { Description = "Figures by group as well: 'trace', or a CSV file 'trace,family'.", HelpName = "trace|FILE" };

    public Option<string?> Json { get; } =
        new("--json") { Description = "Write every figure of every scenario to this file.", HelpName = "FILE" };

    public Option<string?> Chart { get; } =
        new("--chart")
        {
            Description = "Draw demand, sizes and overloads: .html for all scenarios, .svg for a single one.",
            HelpName = "FILE",
        };

    public Option<string?> ChartFrom { get; } =
        new("--chart-from")
        {
            Description = "With --chart FILE.svg: minute by minute from this instant on (UTC), every scenario and policy a panel.",
            HelpName = "INSTANT",
        };

    public Option<double?> ChartHours { get; } =
        CommonOptions.CreateNumber<double>(
            "--chart-hours",
            "Hours that --chart-from shows. Default: 3.",
            "HOURS",
            min: 0,
            max: 24 * MaxDays
        );

    public Option<OutputFormat> Output { get; } = CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json, OutputFormat.Csv);

    public Option<string?> Rules { get; } = CommonOptions.CreateRules();

    public Option<string?> Config { get; } = CommonOptions.CreateConfig();

    private static IEnumerable<string> PolicyNames =>
        PolicyCatalog.Baselines.Select(p => p.Name).Concat([PolicyCatalog.Best, PolicyCatalog.Advisor]);

    private static IEnumerable<string> PartNames =>
        Enum.GetValues<PolicyParts>().Where(part => BitOperations.IsPow2((int)part)).Select(GetPartName);

    private static string GetPartName(PolicyParts part) => JsonNamingPolicy.CamelCase.ConvertName(part.ToString());

    public void AddTo(Command command)
    {
        command.Arguments.Add(Traces);
        foreach (
            var option in new Option[]
            {
                Policy,
                Without,
                Shape,
                PeakUnits,
                Vary,
                MinuteNoise,
                FromDay,
                Days,
                Seed,
                History,
                Local,
                Endpoint,
                Cloud,
                Units,
                UseCase,
                MessageBytes,
                CountsServerLeg,
                By,
                Json,
                Chart,
                ChartFrom,
                ChartHours,
                Output,
                Rules,
                Config,
            }
        )
        {
            command.Options.Add(option);
        }

        command.Validators.Add(result =>
        {
            if (FindConflict(result) is { } problem)
            {
                result.AddError(problem);
            }
        });
    }

    /// <summary>Returns which options conflict, before anything is read; null when none do.</summary>
    private string? FindConflict(CommandResult result)
    {
        var history = result.GetResult(History) is not null;
        Option? without = new Option[] { Local, Endpoint, Cloud }.FirstOrDefault(option =>
            result.GetResult(option) is not null && !history
        );
        Option? ofTraces = new Option[] { Shape, PeakUnits }.FirstOrDefault(option => result.GetResult(option) is not null && history);
        return without is not null ? $"{without.Name} belongs to --history."
            : ofTraces is not null ? $"{ofTraces.Name} is about plain traces: leave it out with --history."
            : history && result.GetValue(Traces) is { Length: > 0 } ? "--history replays one resource: leave out the traces."
            : result.GetValue(Local) && result.GetValue(Endpoint) is not null
                ? "--local starts its own loopback Azure: leave out --endpoint."
            : result.GetResult(MessageBytes) is { } bytes && IsNumber(bytes) && result.GetValue(UseCase) is null
                ? "--message-bytes belongs to --use-case."
            : result.GetValue(Json) is { } json && string.Equals(json, result.GetValue(Chart), StringComparison.OrdinalIgnoreCase)
                ? "--json and --chart are two files."
            : null;
    }

    // A word in place of a number is an error of its own, which the library finds only when no validator has reported one.
    private static bool IsNumber(OptionResult option) =>
        option.Tokens.All(token => double.TryParse(token.Value, NumberStyles.Float, CultureInfo.InvariantCulture, out _));

    /// <exception cref="CommandException">A name is not a policy.</exception>
    /// <param name="settings">Returns the settings of a scenario's resource from an instant on.</param>
    public IReadOnlyList<PolicyEntry> ReadPolicies(
        ParseResult parse,
        RuleSet rules,
        Func<Scenario, DateTimeOffset, ResourceSettings> settings
    )
    {
        var without = ListNames(parse.GetValue(Without), "--without", PartNames);
        var parts = Enum.GetValues<PolicyParts>()
            .Where(part => without.Contains(GetPartName(part), StringComparer.OrdinalIgnoreCase))
            .Aggregate(PolicyParts.All, (rest, part) => rest & ~part);
        rules = rules with { Policy = rules.Policy with { Parts = parts } };
        IReadOnlyList<PolicyEntry> all = [.. PolicyCatalog.Baselines, PolicyCatalog.BestPlan, PolicyCatalog.AdvisorWith(rules, settings)];
        var names = ListNames(parse.GetValue(Policy), "--policy", PolicyNames);
        return names.Count == 0 ? all : [.. all.Where(p => names.Contains(p.Name))];
    }

    /// <exception cref="CommandException">A number is out of range, or a shape is unknown.</exception>
    public ScenarioOptions ReadScenarioOptions(ParseResult parse)
    {
        var (days, fromDay, noise) = (ReadDays(parse), parse.GetValue(FromDay) ?? 0, parse.GetValue(MinuteNoise) ?? 0);
        Require(days >= 3, "--days", "3 or more, since the first two are not scored");
        Require(noise is >= 0 and < 1, "--minute-noise", "0 or more and below 1");
        Require(parse.GetValue(PeakUnits)!.All(p => p is >= 0.5 and <= 100), "--peak-units", "from 0.5 to 100");
        return new ScenarioOptions
        {
            Shapes = ListNames(parse.GetValue(Shape), "--shape", LoadShape.All.Select(s => s.Name)),
            PeakUnits = parse.GetValue(PeakUnits)!,
            Vary = parse.GetValue(Vary),
            MinuteNoise = noise,
            FromDay = fromDay,
            Days = days,
            Seed = parse.GetValue(Seed) ?? DefaultSeed,
        };
    }

    /// <summary>Reads the options of <c>--history</c>; null when it was not given.</summary>
    /// <exception cref="CommandException">The cloud or the address is not valid.</exception>
    public HistoryOptions? ReadHistoryOptions(ParseResult parse)
    {
        if (parse.GetValue(History) is not { } resource)
        {
            return null;
        }

        var cloud = AzureEndpoints.Public;
        Require(parse.GetValue(Cloud) is not { } name || AzureEndpoints.TryParse(name, out cloud), "--cloud", "public, usgov or china");
        Require(
            ReadDays(parse) + (parse.GetValue(FromDay) ?? 0) <= 93,
            "--days",
            "at most 93 with --history, which is as long as Azure keeps metrics"
        );
        Uri? url = null;
        Require(
            parse.GetValue(Endpoint) is not { } text
                || (Uri.TryCreate(text, UriKind.Absolute, out url) && new AzureOptions { Endpoint = url }.FindProblem() is null),
            "--endpoint",
            "an address on this machine, such as http://127.0.0.1:5080"
        );
        return new HistoryOptions(resource, parse.GetValue(Local), url, cloud!);
    }

    /// <summary>Reads the window that the chart shows; null = all of it.</summary>
    /// <exception cref="CommandException">An instant is not valid, the file is no .svg, or the window is empty.</exception>
    public ChartWindow? ReadChartWindow(ParseResult parse)
    {
        if (parse.GetValue(ChartFrom) is not { } from)
        {
            return null;
        }

        const DateTimeStyles utc = DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal;
        Require(
            parse.GetValue(Chart)?.EndsWith(".svg", StringComparison.OrdinalIgnoreCase) == true,
            "--chart-from",
            "for --chart FILE.svg"
        );
        Require(
            DateTimeOffset.TryParse(from, CultureInfo.InvariantCulture, utc, out var at),
            "--chart-from",
            "an instant such as 2026-01-28T08:30Z"
        );
        var hours = parse.GetValue(ChartHours) ?? DefaultChartHours;
        Require(hours > 0, "--chart-hours", "above 0");
        return new ChartWindow(at, hours);
    }

    /// <exception cref="CommandException">The use case is unknown, or a size is out of range.</exception>
    public MeasuredOptions ReadMeasuredOptions(ParseResult parse)
    {
        if (parse.GetValue(UseCase) is not { } name)
        {
            return new MeasuredOptions(parse.GetValue(Units), null, parse.GetValue(CountsServerLeg));
        }

        return UseCaseNames.TryParse(name, out var useCase)
            ? new MeasuredOptions(
                parse.GetValue(Units),
                Workload.Create(useCase, parse.GetValue(MessageBytes) ?? DefaultMessageBytes),
                parse.GetValue(CountsServerLeg)
            )
            : throw CreateUnknownName("--use-case", name, UseCaseNames.All);
    }

    private double ReadDays(ParseResult parse) => parse.GetValue(Days) ?? DefaultDays;

    private static HashSet<string> ListOptionsSet(IEnumerable<string> names) => new(names, StringComparer.OrdinalIgnoreCase);

    private static IReadOnlyList<string> ListNames(string[]? given, string option, IEnumerable<string> known)
    {
        var names = (given ?? [])
            .SelectMany(g => g.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
            .ToList();
        var set = ListOptionsSet(known);
        return names.Find(n => n != "all" && !set.Contains(n)) is { } unknown ? throw CreateUnknownName(option, unknown, known)
            : names.Contains("all") ? []
            : [.. names.Select(n => n.ToLowerInvariant())];
    }

    private static CommandException CreateUnknownName(string option, string name, IEnumerable<string> known)
    {
        var nearest = NameSuggestions.FindNearest(name, known);
        var hint = nearest is null ? string.Empty : $" Did you mean '{nearest}'?";
        return new CommandException(
            ExitCodes.Usage,
            $"{option} takes {string.Join(", ", known)}, not '{UntrustedText.Plain(name)}'.{hint}"
        );
    }

    private static void Require(bool holds, string option, string range)
    {
        if (!holds)
        {
            throw new CommandException(ExitCodes.Usage, string.Create(CultureInfo.InvariantCulture, $"{option} is {range}."));
        }
    }
}
