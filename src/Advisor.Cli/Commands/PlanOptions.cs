using System.CommandLine;
using System.CommandLine.Completions;
using System.CommandLine.Parsing;
using System.Globalization;
using Advisor.Cli.Commands.Prices;
using Advisor.Cli.Inputs;
using Advisor.Core.Capacity;
using Advisor.Core.Planning;
using Advisor.Core.Quantities;

namespace Advisor.Cli.Commands;

/// <summary>Options of <c>advisor plan</c>.</summary>
internal sealed class PlanOptions
{
    public Option<ServiceKind> Service { get; } =
        CreateChoice("--service", "The service.", ("signalr", ServiceKind.SignalR), ("webpubsub", ServiceKind.WebPubSub));

    public Option<UseCase?> UseCase { get; } =
        new("--use-case")
        {
            Description = $"The sending pattern of all clients: {string.Join(", ", UseCaseNames.All)}.",
            HelpName = "NAME",
            CompletionSources = { _ => UseCaseNames.All.Select(name => new CompletionItem(name)) },
            CustomParser = result => MixArgument.ParseUseCase(result, result.Tokens[0].Value),
        };

    public Option<PlanCase[]?> Mix { get; } =
        new("--mix")
        {
            Description =
                "One part of a mixed load: its pattern and its share of the clients. May have its own message size, interval "
                + "and group size. Repeatable; the shares add up to 1.",
            HelpName = "NAME:SHARE[,bytes=N][,interval=S][,group=N]",
            CustomParser = result => [.. result.Tokens.Select(token => MixArgument.Parse(result, token.Value)).OfType<PlanCase>()],
        };

    public Option<int?> Connections { get; } = CreateNumber("--connections", "Client connections.");

    public Option<int?> MessageBytes { get; } = CreateNumber("--message-bytes", "Mean message size in bytes; under 1,024 counts as 1,024.");

    public Option<double?> Interval { get; } =
        new("--interval")
        {
            Description = "Seconds between the messages that each client sends (broadcast and big groups: receives). Decimals allowed.",
            HelpName = "SECONDS",
            CustomParser = result => ParseDecimal(result, "--interval must be in seconds, such as 0.5"),
        };

    public Option<int?> GroupSize { get; } =
        CreateNumber("--group-size", "Members of a group. Default: 10 for small groups, a tenth of the connections for big ones.");

    public Option<string?> Sku { get; } =
        new("--sku")
        {
            Description = "Consider this SKU only. Default: the cheapest that is large enough.",
            HelpName = "NAME",
            CompletionSources = { "Standard_S1", "Premium_P1", "Premium_P2" },
        };

    public Option<int?> Units { get; } = CreateNumber("--units", "Consider this size. Default: the smallest that is large enough.");

    public Option<bool> AllSizes { get; } =
        new("--all") { Description = "Show every size. Default: at most ten around the answer, none at five times its price." };

    public Option<double> Headroom { get; } =
        new("--headroom")
        {
            Description = "Share of every limit to keep free, such as 0.2. Default: 0.",
            HelpName = "RATIO",
            CustomParser = result => ParseDecimal(result, "--headroom must be a share from 0 to below 1, such as 0.2") ?? 0,
        };

    public Option<ServiceMode> Mode { get; } =
        CreateChoice(
            "--mode",
            "Service mode: with app servers, or serverless through REST.",
            ("default", ServiceMode.Default),
            ("serverless", ServiceMode.Serverless),
            ("classic", ServiceMode.Classic)
        );

    public Option<Transport> Transport { get; } =
        CreateChoice(
            "--transport",
            "How clients are connected.",
            ("websocket", Core.Planning.Transport.WebSocket),
            ("sse", Core.Planning.Transport.ServerSentEvents),
            ("longPolling", Core.Planning.Transport.LongPolling)
        );

    public Option<bool> AspNet { get; } =
        new("--aspnet") { Description = "The app servers run ASP.NET SignalR (not ASP.NET Core): more of them are needed." };

    public Option<double?> HoursPerDay { get; } =
        new("--hours-per-day")
        {
            Description = "Hours per day with this load, for the cost of messages. Default: 24.",
            HelpName = "HOURS",
            CustomParser = result => ParseDecimal(result, "--hours-per-day must be in hours, such as 8"),
        };

    public Option<string?> Edition { get; } =
        new("--edition")
        {
            Description = "Edition of the guide, such as signalr-2019. Default: the current one of the service.",
            HelpName = "NAME",
        };

    public Option<string?> Rules { get; } = CommonOptions.CreateRules();

    public Option<string?> Region { get; } = RegionPrices.CreateOption();

    public Option<string?> State { get; } = CommonOptions.CreateState();

    public Option<string?> Config { get; } =
        new("--config")
        {
            Description = "Settings file with your prices, targets and quota. Default: advisor.yaml in the working folder, if present.",
            HelpName = "FILE",
        };

    public Option<OutputFormat> Output { get; } = CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json, OutputFormat.Markdown);

    public IEnumerable<Option> All =>
        [
            Service,
            UseCase,
            Mix,
            Connections,
            MessageBytes,
            Interval,
            GroupSize,
            Sku,
            Units,
            AllSizes,
            Headroom,
            Mode,
            Transport,
            AspNet,
            HoursPerDay,
            Edition,
            Rules,
            Region,
            State,
            Config,
            Output,
        ];

    private static Option<int?> CreateNumber(string name, string description) =>
        new(name)
        {
            Description = description,
            HelpName = "N",
            CustomParser = result =>
            {
                if (int.TryParse(result.Tokens[0].Value, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var value))
                {
                    return value;
                }

                result.AddError($"{name} must be a whole number such as 5000, not '{result.Tokens[0].Value}'.");
                return null;
            },
        };

    private static double? ParseDecimal(ArgumentResult result, string expected)
    {
        if (FiniteNumber.TryParse(result.Tokens[0].Value, NumberStyles.Float, out var value) && value is >= 0 and < 1e12)
        {
            return value;
        }

        result.AddError($"{expected}, not '{result.Tokens[0].Value}'.");
        return null;
    }

    // The first word is the default of the enumeration.
    private static Option<T> CreateChoice<T>(string name, string description, params (string Word, T Value)[] words)
        where T : struct, Enum => CommonOptions.CreateChoice(name, $"{description} Default: {words[0].Word}.", words);
}
