using System.CommandLine;
using System.CommandLine.Parsing;
using Advisor.Azure;
using Advisor.Cli.Inputs;
using Advisor.Core.Fleet;

namespace Advisor.Cli.Commands.Backtests;

/// <summary>Options about replaying a real resource: <c>--history</c>, and which Azure it is in.</summary>
internal sealed class HistoryOptionSet
{
    private readonly Option<string?> history = new("--history")
    {
        Description = "Replay the metrics of a real resource, given by id, over the last --days (at most 93).",
        HelpName = "RESOURCE",
    };

    private readonly Option<bool> local = new("--local")
    {
        Description = "With --history: a resource of the built-in loopback Azure, by name.",
    };

    private readonly Option<string?> endpoint = new("--endpoint")
    {
        Description = "With --history: a running loopback Azure, such as http://127.0.0.1:5080.",
        HelpName = "URL",
    };

    private readonly Option<string?> cloud = new("--cloud")
    {
        Description = "With --history: public, usGovernment or china.",
        HelpName = "CLOUD",
    };

    /// <summary>The options, in the order of the help text.</summary>
    public IReadOnlyList<Option> All => [history, local, endpoint, cloud];

    public bool IsGiven(CommandResult result) => result.GetResult(history) is not null;

    /// <summary>Returns which options conflict; null when none do.</summary>
    public string? FindConflict(CommandResult result) =>
        !IsGiven(result) && new Option[] { local, endpoint, cloud }.FirstOrDefault(o => result.GetResult(o) is not null) is { } without
            ? $"{without.Name} requires --history."
        : result.GetValue(local) && result.GetValue(endpoint) is not null ? "--local starts its own loopback Azure: omit --endpoint."
        : null;

    /// <summary>Reads the options of <c>--history</c>; null when it was not given.</summary>
    /// <param name="days">Days to read, those left out at the start included.</param>
    /// <exception cref="CommandException">The cloud or the address is not valid.</exception>
    public HistoryOptions? Read(ParseResult parse, double days)
    {
        if (parse.GetValue(history) is not { } resource)
        {
            return null;
        }

        AzureEndpoints? stated = null;
        BacktestArguments.Require(
            parse.GetValue(cloud) is not { } name || AzureEndpoints.TryParse(name, out stated),
            "--cloud",
            "public, usGovernment or china"
        );
        BacktestArguments.Require(days <= 93, "--days", "at most 93 with --history, which is as long as Azure keeps metrics");
        Uri? url = null;
        BacktestArguments.Require(
            parse.GetValue(endpoint) is not { } text
                || (Uri.TryCreate(text, UriKind.Absolute, out url) && new AzureOptions { Endpoint = url }.FindProblem() is null),
            "--endpoint",
            "an address on this machine, such as http://127.0.0.1:5080"
        );
        var isLocal = parse.GetValue(local);
        return new HistoryOptions(
            resource,
            new AzureSource
            {
                Scope = isLocal ? new FleetScope() : new FleetScope { ResourceIds = [resource] },
                Cloud = stated,
                Endpoint = url,
                Local = isLocal,
            }
        );
    }
}
