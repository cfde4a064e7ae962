namespace Advisor.Cli.Commands.Mcp;

/// <summary>What the server was started with: options that it adds to the command of a tool.</summary>
/// <param name="Fleet">Options that select resources and the Azure they are in.</param>
/// <param name="Rules">--rules and --config.</param>
/// <param name="State">--state.</param>
internal sealed record McpScope(IReadOnlyList<string> Fleet, IReadOnlyList<string> Rules, IReadOnlyList<string> State)
{
    private const string Subscription = "--subscription=";
    private const string Explain = "--explain=";

    /// <summary>Returns the options that the command of a tool gets, for its arguments.</summary>
    public IEnumerable<string> Select(McpTool tool, IReadOnlyList<string> arguments) =>
        tool.ReadsFleet ? [.. Narrow(arguments), .. Rules]
        : tool.Command == "timeline" ? State
        : Rules;

    // A resource of the scope that is named by its id is read alone: one call in place of those for every resource.
    private IEnumerable<string> Narrow(IReadOnlyList<string> arguments)
    {
        var id = arguments.FirstOrDefault(option => option.StartsWith(Explain, StringComparison.Ordinal))?[Explain.Length..];
        return id is not null && IsWholeSubscription(id)
            ? [.. Fleet.Where(option => !option.StartsWith(Subscription, StringComparison.Ordinal)), $"--resource-id={id}"]
            : Fleet;
    }

    // Groups, tags and ids narrow the scope down, which the id alone would not respect.
    private bool IsWholeSubscription(string id) =>
        !Fleet.Any(option =>
            option.StartsWith("--resource-group=", StringComparison.Ordinal)
            || option.StartsWith("--resource-id=", StringComparison.Ordinal)
            || option.StartsWith("--tag=", StringComparison.Ordinal)
        )
        && Fleet.Any(option =>
            option.StartsWith(Subscription, StringComparison.Ordinal)
            && id.StartsWith($"/subscriptions/{option[Subscription.Length..]}/", StringComparison.OrdinalIgnoreCase)
        );
}
