using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Mcp;

/// <summary>What the server was started with: options that it adds to the command of a tool.</summary>
/// <param name="Fleet">Options that select resources and the Azure they are in.</param>
/// <param name="Rules">--rules and --config.</param>
/// <param name="State">--state.</param>
internal sealed record McpScope(IReadOnlyList<string> Fleet, IReadOnlyList<string> Rules, IReadOnlyList<string> State)
{
    private const string Subscription = "--subscription=";
    private const string Group = "--resource-group=";
    private const string Explain = "--explain=";

    /// <summary>
    /// Returns why a call asks about other resources than those of the server, as a sentence; null when it does not. Another value of a tag
    /// is refused by the command itself.
    /// </summary>
    public string? FindProblem(McpTool tool, IReadOnlyList<string> arguments)
    {
        var groups = ListGroups(Fleet);
        return tool.Command == "timeline" && IsNarrowed
                ? "This server answers about a part of the resources, and the timeline is that of whole subscriptions: only one without "
                    + "--resource-group, --tag and --resource-id has it."
            : groups.Count > 0
            && ListGroups(arguments).Find(asked => !groups.Contains(asked, StringComparer.OrdinalIgnoreCase)) is { } other
                ? $"This server answers about {(groups.Count == 1 ? "resource group" : "the resource groups")} "
                    + $"{string.Join(" and ", groups)} only, not '{UntrustedText.Sanitize(other)}'."
            : null;
    }

    /// <summary>Returns the options that the command of a tool gets, for its arguments.</summary>
    public IEnumerable<string> Select(McpTool tool, IReadOnlyList<string> arguments) =>
        tool.ReadsFleet ? [.. Narrow(arguments), .. Rules]
        : tool.Command == "timeline" ? [.. Fleet.Where(IsSubscription), .. State]
        : Rules;

    // A resource of the scope that is named by its id is read alone: one call in place of those for every resource.
    private IEnumerable<string> Narrow(IReadOnlyList<string> arguments)
    {
        var id = arguments.FirstOrDefault(option => option.StartsWith(Explain, StringComparison.Ordinal))?[Explain.Length..];
        return id is not null && IsWholeSubscription(id) ? [.. Fleet.Where(option => !IsSubscription(option)), $"--resource-id={id}"]
            // Groups of the call are some of the server's: those alone are meant.
            : ListGroups(arguments).Count > 0 ? Fleet.Where(option => !IsGroup(option))
            : Fleet;
    }

    private bool IsNarrowed =>
        Fleet.Any(option =>
            IsGroup(option)
            || option.StartsWith("--resource-id=", StringComparison.Ordinal)
            || option.StartsWith("--tag=", StringComparison.Ordinal)
        );

    // Groups, tags and ids narrow the scope down, which the id alone would not respect.
    private bool IsWholeSubscription(string id) =>
        !IsNarrowed
        && Fleet.Any(option =>
            IsSubscription(option) && id.StartsWith($"/subscriptions/{option[Subscription.Length..]}/", StringComparison.OrdinalIgnoreCase)
        );

    private static List<string> ListGroups(IEnumerable<string> options) =>
        [.. options.Where(IsGroup).Select(option => option[Group.Length..])];

    private static bool IsSubscription(string option) => option.StartsWith(Subscription, StringComparison.Ordinal);

    private static bool IsGroup(string option) => option.StartsWith(Group, StringComparison.Ordinal);
}
