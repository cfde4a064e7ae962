namespace Advisor.Cli.Commands.Mcp;

/// <summary>A tool of the MCP server: a command of this program that changes nothing, whose output is the answer.</summary>
/// <param name="Name">Name for the assistant.</param>
/// <param name="Text">When to use it, and what it answers.</param>
/// <param name="Command">The command that answers.</param>
/// <param name="Fixed">Options that every call has.</param>
/// <param name="Arguments">Options of the command that the assistant may set.</param>
/// <param name="ReadsFleet">Whether the command reads Azure, with the scope of the server; otherwise its state or its rules only.</param>
internal sealed record McpTool(
    string Name,
    string Text,
    string Command,
    IReadOnlyList<string> Fixed,
    IReadOnlyList<McpArgument> Arguments,
    bool ReadsFleet
)
{
    private static readonly McpArgument Resource = new("resource", "--explain", "Name or id of the resource.", IsRequired: true);

    /// <summary>The tools, in the order in which an assistant sees them.</summary>
    public static IReadOnlyList<McpTool> All { get; } =
    [
        new(
            "fleet",
            "The SignalR and Web PubSub resources with their utilization, size, recommended size, cost and saving, as a table.",
            "evaluate",
            ["--output=markdown"],
            [new("only", "--only"), new("sort", "--sort"), new("resourceGroup", "--resource-group"), new("tag", "--tag")],
            ReadsFleet: true
        ),
        new(
            "resource",
            "All figures of one resource as JSON: utilization of each limit, size, steady size, cost, alerts, decision with reasons.",
            "evaluate",
            ["--output=json"],
            [Resource],
            ReadsFleet: true
        ),
        new(
            "explain",
            "Why a resource should have its recommended size: each number with the row of the table that it comes from.",
            "evaluate",
            [],
            [Resource],
            ReadsFleet: true
        ),
        new(
            "what_if",
            "Steady size, utilization and cost of a resource with another load or size.",
            "evaluate",
            [],
            [Resource, new("change", "--what-if", IsRequired: true)],
            ReadsFleet: true
        ),
        new(
            "timeline",
            "Changes of size, alerts, and what people did (pauses, snoozes, answers), newest first, with their reasons.",
            "timeline",
            [],
            [new("resource", "--resource"), new("since", "--since"), new("limit", "--limit")],
            ReadsFleet: false
        ),
        new(
            "plan",
            "Size, app servers and cost for a load that does not run yet, from the performance guides. "
                + "Give two of connections, messageBytes and interval, and useCase or mix.",
            "plan",
            ["--output=markdown"],
            [
                new("useCase", "--use-case"),
                new("mix", "--mix"),
                new("connections", "--connections"),
                new("messageBytes", "--message-bytes"),
                new("interval", "--interval"),
                new("groupSize", "--group-size"),
                new("units", "--units"),
                new("sku", "--sku"),
                new("service", "--service"),
                new("mode", "--mode"),
                new("headroom", "--headroom"),
                new("hoursPerDay", "--hours-per-day"),
            ],
            ReadsFleet: false
        ),
    ];
}

/// <summary>An argument of a tool: an option of its command.</summary>
/// <param name="Text">Description; null = that of the option.</param>
internal sealed record McpArgument(string Name, string Option, string? Text = null, bool IsRequired = false);
