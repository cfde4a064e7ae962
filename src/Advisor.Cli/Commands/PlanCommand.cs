using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using Advisor.Cli.Inputs;
using Advisor.Cli.Output;
using Advisor.Core.Capacity;
using Advisor.Core.Planning;
using Advisor.Core.Quantities;
using Advisor.Reporting;
using Advisor.Reporting.Json;
using Advisor.Reporting.Markdown;
using Advisor.Reporting.Terminal;

namespace Advisor.Cli.Commands;

/// <summary><c>advisor plan</c>: which SKU and how many units a scenario needs, from the tables of the performance guides.</summary>
public static class PlanCommand
{
    private const string Help = """
        Which tier is right for my scenario: SKU, units, app servers and cost, from the performance guides.

        Give two of --connections, --message-bytes and --interval and the third is solved for; give all three for the least size that holds them.
        The interval is the seconds between the messages that each client sends; for broadcast and big groups, that each client receives.

        Examples:
          5,000 clients that receive a 2-KB broadcast every second
            advisor plan --use-case broadcast --connections 5000 --message-bytes 2048 --interval 1
          how often 20,000 clients may send to groups of 5, and what it takes
            advisor plan --use-case sendToSmallGroup --group-size 5 --connections 20000 --message-bytes 500
          how many clients 100 units serve with 20 KB every 5 s
            advisor plan --use-case broadcast --message-bytes 20000 --interval 5 --units 100
          a mix: 30 % of the clients echo 512 B every 2 s, 70 % receive a broadcast
            advisor plan --mix echo:0.3,bytes=512,interval=2 --mix broadcast:0.7 --connections 10000 --message-bytes 2048 --interval 1
        """;

    public static Command Create(CliEdge edge)
    {
        var options = new Options();
        var command = new Command("plan", Help);
        foreach (var option in options.All)
        {
            command.Options.Add(option);
        }

        command.SetAction(parse => Run(edge, options, parse));
        return command;
    }

    private static int Run(CliEdge edge, Options options, ParseResult parse)
    {
        var rules = ConfigInput.Load(edge, parse.GetValue(options.Config), RulesInput.Load(edge, parse.GetValue(options.Rules))).Rules;
        var answer = Planner.Answer(rules, Request(options, parse));
        if (answer.Plan is not { } plan)
        {
            throw new CommandException(ExitCodes.Usage, string.Join(Environment.NewLine, answer.Problems.Select(OutsideText.Plain)));
        }

        switch (parse.GetValue(options.Output))
        {
            case OutputFormat.Json:
                edge.Out.Write(PlanJson.Render(plan));
                break;
            case OutputFormat.Markdown:
                edge.Out.Write(PlanMarkdown.Render(plan));
                break;
            default:
                PlanText.Write(EdgeConsole.Of(edge), plan, edge.Unicode);
                break;
        }

        return ExitCodes.Success;
    }

    private static PlanRequest Request(Options options, ParseResult parse) => new()
    {
        Service = parse.GetValue(options.Service),
        Edition = parse.GetValue(options.Edition),
        Mode = parse.GetValue(options.Mode),
        AspNet = parse.GetValue(options.AspNet),
        Transport = parse.GetValue(options.Transport),
        Cases = Cases(parse.GetValue(options.UseCase), parse.GetValue(options.Mix) ?? []),
        Connections = parse.GetValue(options.Connections),
        MessageBytes = parse.GetValue(options.MessageBytes),
        IntervalSeconds = parse.GetValue(options.Interval),
        GroupSize = parse.GetValue(options.GroupSize),
        Headroom = new Ratio(parse.GetValue(options.Headroom)),
        Sku = parse.GetValue(options.Sku),
        Units = parse.GetValue(options.Units),
        HoursPerDay = parse.GetValue(options.HoursPerDay) ?? 24,
    };

    private static IReadOnlyList<PlanCase> Cases(UseCase? single, IReadOnlyList<PlanCase> mix) => (single, mix.Count) switch
    {
        ({ } useCase, 0) => [new PlanCase(useCase, new Ratio(1))],
        (null, > 0) => mix,
        (null, _) => throw new CommandException(ExitCodes.Usage, $"Name the scenario: --use-case NAME, or --mix NAME:SHARE for each part of a mix. Names: {string.Join(", ", UseCaseNames.All)}."),
        _ => throw new CommandException(ExitCodes.Usage, "Give --use-case or --mix, not both: --use-case X is --mix X:1."),
    };

    private sealed class Options
    {
        public Option<ServiceKind> Service { get; } = Word(
            "--service", "The service.", ("signalr", ServiceKind.SignalR), ("webpubsub", ServiceKind.WebPubSub));

        public Option<UseCase?> UseCase { get; } = new("--use-case")
        {
            Description = $"The sending pattern of all clients: {string.Join(", ", UseCaseNames.All)}.",
            HelpName = "NAME",
            CustomParser = result => MixArgument.UseCaseOf(result, result.Tokens[0].Value),
        };

        public Option<PlanCase[]?> Mix { get; } = new("--mix")
        {
            Description = "One part of a mixed load: its pattern and its share of the clients. May carry a message size, an interval and a group size of its own. Repeat it; the shares add up to 1.",
            HelpName = "NAME:SHARE[,bytes=N][,interval=S][,group=N]",
            CustomParser = result => [.. result.Tokens.Select(token => MixArgument.Parse(result, token.Value)).OfType<PlanCase>()],
        };

        public Option<int?> Connections { get; } = Number("--connections", "Client connections.");

        public Option<int?> MessageBytes { get; } = Number("--message-bytes", "Mean message size in bytes; under 1,024 counts as 1,024.");

        public Option<double?> Interval { get; } = new("--interval")
        {
            Description = "Seconds between the messages that each client sends (broadcast and big groups: receives). Decimals allowed.",
            HelpName = "SECONDS",
            CustomParser = result => Decimal(result, "--interval takes seconds, such as 0.5"),
        };

        public Option<int?> GroupSize { get; } = Number("--group-size", "Members of a group. Default: 10 for small groups, a tenth of the connections for big ones.");

        public Option<string?> Sku { get; } = new("--sku") { Description = "Look at this SKU only. Default: the cheapest that can.", HelpName = "NAME" };

        public Option<int?> Units { get; } = Number("--units", "Look at this size. Default: the least that can.");

        public Option<double> Headroom { get; } = new("--headroom")
        {
            Description = "Share of every limit to keep free, such as 0.2. Default: 0.",
            HelpName = "RATIO",
            CustomParser = result => Decimal(result, "--headroom takes a share from 0 to below 1, such as 0.2") ?? 0,
        };

        public Option<ServiceMode> Mode { get; } = Word(
            "--mode", "Service mode: with app servers, or serverless through REST.",
            ("default", ServiceMode.Default), ("serverless", ServiceMode.Serverless), ("classic", ServiceMode.Classic));

        public Option<Transport> Transport { get; } = Word(
            "--transport", "How clients are connected.",
            ("websocket", Core.Planning.Transport.WebSocket), ("sse", Core.Planning.Transport.ServerSentEvents), ("longPolling", Core.Planning.Transport.LongPolling));

        public Option<bool> AspNet { get; } = new("--aspnet") { Description = "The app servers run ASP.NET SignalR (not ASP.NET Core): more of them are needed." };

        public Option<double?> HoursPerDay { get; } = new("--hours-per-day")
        {
            Description = "Hours of a day with this load, for the cost of messages. Default: 24.",
            HelpName = "HOURS",
            CustomParser = result => Decimal(result, "--hours-per-day takes hours, such as 8"),
        };

        public Option<string?> Edition { get; } = new("--edition") { Description = "Edition of the guide, such as signalr-2019. Default: the current one of the service.", HelpName = "NAME" };

        public Option<string?> Rules { get; } = CommonOptions.Rules();

        public Option<string?> Config { get; } = new("--config")
        {
            Description = "Settings file with your prices. Default: advisor.yaml in the working folder, if there is one.",
            HelpName = "FILE",
        };

        public Option<OutputFormat> Output { get; } = CommonOptions.Output(OutputFormat.Text, OutputFormat.Json, OutputFormat.Markdown);

        public IEnumerable<Option> All =>
        [
            Service, UseCase, Mix, Connections, MessageBytes, Interval, GroupSize, Sku, Units, Headroom, Mode, Transport, AspNet, HoursPerDay, Edition, Rules, Config, Output,
        ];

        private static Option<int?> Number(string name, string description) => new(name)
        {
            Description = description,
            HelpName = "N",
            CustomParser = result =>
            {
                if (int.TryParse(result.Tokens[0].Value, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var value))
                {
                    return value;
                }

                result.AddError($"{name} takes a whole number such as 5000, not '{result.Tokens[0].Value}'.");
                return null;
            },
        };

        private static double? Decimal(ArgumentResult result, string expected)
        {
            if (double.TryParse(result.Tokens[0].Value, NumberStyles.Float, CultureInfo.InvariantCulture, out var value) && value is >= 0 and < 1e12)
            {
                return value;
            }

            result.AddError($"{expected}, not '{result.Tokens[0].Value}'.");
            return null;
        }

        // The first word stands for the enum's default.
        private static Option<T> Word<T>(string name, string description, params (string Word, T Value)[] words)
            where T : struct, Enum
        {
            var option = new Option<T>(name)
            {
                Description = $"{description} Default: {words[0].Word}.",
                HelpName = string.Join('|', words.Select(w => w.Word)),
                CustomParser = result =>
                {
                    var index = Array.FindIndex(words, w => string.Equals(w.Word, result.Tokens[0].Value, StringComparison.OrdinalIgnoreCase));
                    if (index < 0)
                    {
                        result.AddError($"{name} knows {string.Join(", ", words.Select(w => w.Word))}, not '{result.Tokens[0].Value}'.");
                    }

                    return index < 0 ? default : words[index].Value;
                },
            };
            option.CompletionSources.Add([.. words.Select(w => w.Word)]);
            return option;
        }
    }
}
