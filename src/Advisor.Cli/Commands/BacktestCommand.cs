using System.CommandLine;
using Advisor.Cli.Commands.Backtests;
using Advisor.Cli.Inputs;
using Advisor.Core.Capacity;
using Advisor.Core.Scaling;
using Advisor.Simulation.Replays;
using Advisor.Simulation.Scenarios;

namespace Advisor.Cli.Commands;

/// <summary><c>advisor backtest</c>: what Advisor and every alternative would have done with a measured load, and what it would have cost.</summary>
public static class BacktestCommand
{
    private const string Sku = "Standard_S1";

    private const string Help = """
        Replay a load under Advisor, the usual autoscalers and the best plan with perfect foresight, and compare what each would have cost.

        A trace is a CSV file 'timestamp,value' or an export of Azure metrics. The first two days are not scored. A seed repeats to the digit.

        Examples:
          your own load, with a picture
            advisor backtest trace.csv --chart out.html
          the last month of a resource
            advisor backtest --history /subscriptions/.../SignalR/chat --days 30
          other days, noisier metrics, Advisor alone
            advisor backtest traces --policy advisor --from-day 14 --minute-noise 0.03
        """;

    public static Command Create(CliEdge edge)
    {
        var options = new BacktestOptions();
        var command = new Command("backtest", Help);
        options.AddTo(command);
        command.SetAction((parse, cancellation) => RunAsync(edge, options, parse, cancellation));
        return command;
    }

    private static async Task<int> RunAsync(CliEdge edge, BacktestOptions options, ParseResult parse, CancellationToken cancellation)
    {
        var rules = RulesInput.Load(edge, parse.GetValue(options.Rules));
        var sku = rules.Catalog(ServiceKind.SignalR).Find(Sku)!;
        var policies = options.PoliciesOf(parse, rules);
        var (made, measured) = (options.ScenariosOf(parse), options.MeasuredOf(parse));
        var chart = BacktestFiles.ChartFile(parse.GetValue(options.Chart));
        var scenarios = options.HistoryOf(parse) is { } history
            ? [await HistoryInput.ReadAsync(edge, history, rules, made, measured, cancellation)]
            : BacktestInput.Scenarios(edge, parse.GetValue(options.Traces)!, made, measured, sku.Ladder);
        var families = Families.Read(edge, parse.GetValue(options.By), scenarios);

        BacktestFiles.RequireWritable(edge, parse.GetValue(options.Json), chart, scenarios.Count);
        IReadOnlyList<ScenarioResult> results;
        using (var progress = new BacktestProgress(edge, scenarios.Count * policies.Count))
        {
            results = Backtest.Run(scenarios, policies, rules.Policy.Prices, chart is not null, progress.Step, cancellation);
        }

        BacktestFiles.Write(edge, parse.GetValue(options.Json), chart, results, sku.UnitPricePerDay);
        if (parse.GetValue(options.Output) == OutputFormat.Json)
        {
            BacktestFiles.WriteJson(edge, results, sku.UnitPricePerDay);
        }
        else
        {
            BacktestText.Write(edge, results, families, sku.UnitPricePerDay);
        }

        return ExitCodes.Success;
    }
}
