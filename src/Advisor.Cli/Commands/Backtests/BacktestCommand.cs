using System.CommandLine;
using Advisor.Cli.Commands.Prices;
using Advisor.Configuration;
using Advisor.Core.Capacity;
using Advisor.Lab.Advice;
using Advisor.Lab.Replays;
using Advisor.Lab.Scenarios;

namespace Advisor.Cli.Commands.Backtests;

/// <summary><c>advisor backtest</c>: replays a measured load through Advisor and every alternative policy, and compares the cost.</summary>
public static class BacktestCommand
{
    private const string Sku = "Standard_S1";

    private const string Help = """
        Replay a load under Advisor, the usual autoscalers and the best plan with perfect foresight, and compare what each would have cost.

        A trace is a CSV file 'timestamp,value' or an export of Azure metrics. The first two days are not scored. The same
        seed gives the same figures.

        Settings and prices are those of advisor.yaml: a trace is a resource with the name of its file, for entries and schedules that
        match it. Mode, billing and allowTierChange are not used: the replay shows what Advisor would do with full permission. Amounts
        are at list prices or yours, as the output says: a trace has no region, and the price of a region changes every policy alike.

        Examples:
          your own load, with a chart
            advisor backtest trace.csv --chart out.html
          the last month of a resource
            advisor backtest --history /subscriptions/.../SignalR/chat --days 30
          with your prices, limits and schedules
            advisor backtest chat.csv --config advisor.yaml
          the steady size, kept for a week, against simple quantiles
            advisor backtest traces --advice
          other days, noisier metrics, Advisor alone
            advisor backtest traces --policy advisor --from-day 14 --minute-noise 0.03
        """;

    public static Command Create(CliContext cli)
    {
        var options = new BacktestOptions();
        var command = new Command("backtest", Help);
        options.AddTo(command);
        command.SetAction((parse, cancellation) => RunAsync(cli, options, parse, cancellation));
        return command;
    }

    private static async Task<int> RunAsync(CliContext cli, BacktestOptions options, ParseResult parse, CancellationToken cancellation)
    {
        var config = options.Settings.Read(parse).Load(cli);
        config = config with { Rules = RegionPrices.Explain(config.Rules, "a replay has no region") };
        var rules = config.Rules;
        var sku = rules.GetCatalog(ServiceKind.SignalR).Find(Sku)!;
        BacktestSettings? settings = null;
        if (options.Advice.Read(parse))
        {
            return RunAdvice(cli, options, parse, config, sku, cancellation);
        }

        var policies = options.Policies.Read(parse, rules, (scenario, now) => settings!.Resolve(scenario, now));
        var (made, measured) = (options.Scenarios.Read(parse), options.Measured.Read(parse));
        var (chart, window) = (BacktestFiles.ParseChartFile(options.Chart.ReadFile(parse)), options.Chart.ReadWindow(parse));
        IReadOnlyList<Scenario> scenarios;
        if (options.ReadHistory(parse) is { } history)
        {
            var (scenario, resource) = await HistoryInput.ReadAsync(cli, history, config, made, measured, cancellation);
            (scenarios, settings) = ([scenario], new BacktestSettings(cli, config, resource));
        }
        else
        {
            settings = new BacktestSettings(cli, config, null);
            scenarios = BacktestInput.ReadScenarios(cli, parse.GetValue(options.Traces)!, made, measured, sku.Ladder, settings);
        }

        scenarios = [.. scenarios.Select(settings.ApplyTo)];
        var price = settings.FindUnitPrice(scenarios);
        var families = ScenarioFamilies.Read(cli, parse.GetValue(options.By), scenarios);

        BacktestFiles.RequireVisible(window, scenarios);
        BacktestFiles.RequireWritable(cli, parse.GetValue(options.Json), chart, window, scenarios.Count);
        IReadOnlyList<ScenarioResult> results;
        using (var progress = new BacktestProgress(cli, scenarios.Count * policies.Count))
        {
            results = Backtest.Run(scenarios, policies, rules.Policy.Prices, chart is not null, progress.Advance, cancellation);
        }

        BacktestFiles.Write(cli, parse.GetValue(options.Json), chart, window, results, price);
        if (parse.GetValue(options.Output) == OutputFormat.Json)
        {
            BacktestFiles.WriteJson(cli, results, price);
        }
        else if (parse.GetValue(options.Output) == OutputFormat.Csv)
        {
            BacktestFiles.WriteCsv(cli, results, price);
        }
        else
        {
            BacktestText.Write(cli, results, families, price, settings.FindPriceBasis(scenarios));
        }

        return ExitCodes.Success;
    }

    private static int RunAdvice(
        CliContext cli,
        BacktestOptions options,
        ParseResult parse,
        AdvisorConfiguration config,
        Sku sku,
        CancellationToken cancellation
    )
    {
        var (rules, settings) = (config.Rules, new BacktestSettings(cli, config, null));
        var (made, instants, grain) = (
            options.Scenarios.ReadForAdvice(parse),
            options.Advice.ReadInstants(parse),
            options.Advice.ReadGrain(parse)
        );
        var measured = options.Measured.Read(parse);
        var read = BacktestInput.ReadScenarios(cli, parse.GetValue(options.Traces)!, made, measured, sku.Ladder, settings);
        IReadOnlyList<Scenario> scenarios = [.. read.Select(settings.ApplyTo)];
        var count = AdviceBacktest.ListInstants(scenarios, instants).Count;
        if (count == 0)
        {
            throw CommandException.CreateInvalidInput("no trace is long enough: --advice needs 14 days of history and at least 3 more.");
        }

        IReadOnlyList<AdviceCase> cases;
        using (var progress = new BacktestProgress(cli, count))
        {
            cases = AdviceBacktest.Run(
                rules,
                scenarios,
                instants,
                grain,
                rules.Policy.Prices,
                settings.Resolve,
                progress.Advance,
                cancellation
            );
        }

        AdviceOutput.Write(cli, parse.GetValue(options.Output), cases);
        return ExitCodes.Success;
    }
}
