using System.CommandLine;
using Advisor.Cli.Commands.Prices;
using Advisor.Cli.Inputs;
using Advisor.Cli.Output;
using Advisor.Core.Capacity;
using Advisor.Core.Planning;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Text;
using Advisor.Reporting.Json;
using Advisor.Reporting.Markdown;
using Advisor.Reporting.Terminal;

namespace Advisor.Cli.Commands;

/// <summary><c>advisor plan</c>: computes SKU and units for a scenario from the tables of the performance guides.</summary>
public static class PlanCommand
{
    private const string Help = """
        Plan SKU, units, app servers and cost for a load, from the performance guides.

        Specify two of --connections, --message-bytes and --interval, and Advisor solves for the third; specify all three for the size that
        runs at Advisor's targets (recommended) and the smallest that the guide's limits allow (required). The answer comes from the guide's
        tables and counts the connections of the app servers as well as those of the clients. Exits with 10 if nothing fits. The
        interval is the seconds between the messages that each client sends; for broadcast and big groups, that each client receives.

        Examples:
          5,000 clients that receive a 2-KB broadcast every second
            advisor plan --use-case broadcast --connections 5000 --message-bytes 2048 --interval 1
          how often 20,000 clients may send to groups of 5, and what it takes
            advisor plan --use-case sendToSmallGroup --group-size 5 --connections 20000 --message-bytes 500
          how many clients 100 units serve with 20 KB every 5 s
            advisor plan --use-case broadcast --message-bytes 20000 --interval 5 --units 100
          a mix: 30 % of the clients echo 512 B every 2 s, 70 % receive a broadcast
            advisor plan --mix echo:0.3,bytes=512,interval=2 --mix broadcast:0.7 --connections 10000 --message-bytes 2048 --interval 1
          at the retail prices of a region (advisor.yaml: prices: retail; advisor prices update --region westeurope)
            advisor plan --use-case echo --connections 5000 --message-bytes 2048 --interval 1 --region westeurope
        """;

    public static Command Create(CliContext cli)
    {
        var options = new PlanOptions();
        var command = new Command("plan", Help);
        command.AddOptions(options.All);
        command.SetAction((parse, cancellation) => RunAsync(cli, options, parse, cancellation));
        return command;
    }

    private static async Task<int> RunAsync(CliContext cli, PlanOptions options, ParseResult parse, CancellationToken cancellation)
    {
        var settings = new SettingsSource(parse.GetValue(options.Config), parse.GetValue(options.Rules));
        var config = settings.Load(cli);
        // A planned resource has the defaults of the file, as a resource without an entry and tags.
        var policy = config.Rules.Policy with
        {
            Targets = config.Defaults.Targets.CompleteWith(config.Rules.Policy.Targets),
        };
        var (region, state) = (parse.GetValue(options.Region), parse.GetValue(options.State));
        var rules = await RegionPrices.ApplyAsync(cli, settings, config.Rules with { Policy = policy }, region, state, cancellation);
        return Run(cli, options, parse, rules);
    }

    private static int Run(CliContext cli, PlanOptions options, ParseResult parse, RuleSet rules)
    {
        var answer = Planner.Plan(rules, ReadRequest(options, parse));
        if (answer.Plan is not { } plan)
        {
            throw new CommandException(
                answer.NothingFits ? ExitCodes.NothingFits : ExitCodes.Usage,
                string.Join(Environment.NewLine, answer.Problems.Select(UntrustedText.Sanitize))
            );
        }

        switch (parse.GetValue(options.Output))
        {
            case OutputFormat.Json:
                cli.Out.Write(PlanJson.Render(plan));
                break;
            case OutputFormat.Markdown:
                cli.Out.Write(PlanMarkdown.Render(plan, parse.GetValue(options.AllSizes)));
                break;
            default:
                PlanText.Write(CliConsole.Create(cli), plan, cli.Unicode, parse.GetValue(options.AllSizes));
                break;
        }

        return plan.Fits ? ExitCodes.Success : ExitCodes.NothingFits;
    }

    private static PlanRequest ReadRequest(PlanOptions options, ParseResult parse) =>
        new()
        {
            Service = parse.GetValue(options.Service),
            Edition = parse.GetValue(options.Edition),
            Mode = parse.GetValue(options.Mode),
            AspNet = parse.GetValue(options.AspNet),
            Transport = parse.GetValue(options.Transport),
            Cases = ReadCases(parse.GetValue(options.UseCase), parse.GetValue(options.Mix) ?? []),
            Connections = parse.GetValue(options.Connections),
            MessageBytes = parse.GetValue(options.MessageBytes),
            IntervalSeconds = parse.GetValue(options.Interval),
            GroupSize = parse.GetValue(options.GroupSize),
            Headroom = new Ratio(parse.GetValue(options.Headroom)),
            Sku = parse.GetValue(options.Sku),
            Units = parse.GetValue(options.Units),
            HoursPerDay = parse.GetValue(options.HoursPerDay) ?? 24,
        };

    private static IReadOnlyList<PlanCase> ReadCases(UseCase? single, IReadOnlyList<PlanCase> mix) =>
        (single, mix.Count) switch
        {
            ({ } useCase, 0) => [new PlanCase(useCase, new Ratio(1))],
            (null, > 0) => mix,
            (null, _) => throw CommandException.CreateUsage(
                "Specify the scenario: --use-case NAME, or --mix NAME:SHARE for each part of a mix. Names: "
                    + $"{string.Join(", ", UseCaseNames.All)}."
            ),
            _ => throw CommandException.CreateUsage("Use --use-case or --mix, not both: --use-case X is --mix X:1."),
        };
}
