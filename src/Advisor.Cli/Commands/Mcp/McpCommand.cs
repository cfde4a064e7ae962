using System.CommandLine;
using System.CommandLine.Parsing;
using Advisor.Cli.Inputs;

namespace Advisor.Cli.Commands.Mcp;

/// <summary><c>advisor mcp</c>: answers an assistant over the Model Context Protocol.</summary>
public static class McpCommand
{
    private const string Help = """
        Answer the questions of an AI assistant about your resources, over the Model Context Protocol on standard input and output.

        The tools fleet, resource, explain, what_if, timeline and plan only read: no tool changes a size, a silence or the state. They see
        what you see: they sign in as 'advisor evaluate' does, and names of resources and tags reach the assistant as they are. 'timeline'
        needs the state of 'advisor watch' or of the Functions app.

        Examples:
          in the configuration of an assistant (VS Code: servers in place of mcpServers)
            {"mcpServers": {"advisor": {"command": "advisor", "args": ["mcp", "--subscription", "00000000-0000-0000-0000-000000000000"]}}}
          sample resources; needs no account
            advisor mcp --local
        """;

    public static Command Create(CliContext cli)
    {
        var fleet = new FleetOptions(
            "answer about",
            "Answer about ten sample resources of a loopback Azure in this process.",
            "Answer about a running loopback Azure ('advisor local')"
        );
        var (settings, state) = (new SettingsOptions(), CommonOptions.CreateState());
        var command = new Command("mcp", Help);
        fleet.AddTo(command, settings.Rules, settings.Config, state);
        command.SetAction(
            (parse, cancellation) =>
                McpRun.RunAsync(
                    cli,
                    new McpScope(Repeat(parse, fleet.All), Repeat(parse, [settings.Rules, settings.Config]), Repeat(parse, [state])),
                    cancellation
                )
        );
        return command;
    }

    // As they were given, for the commands that have the same options.
    private static string[] Repeat(ParseResult parse, IEnumerable<Option> options) =>
        [
            .. options
                .Select(option => (option.Name, Result: parse.GetResult(option)))
                .Where(given => given.Result is { Implicit: false })
                .SelectMany(given =>
                    given.Result!.Tokens is { Count: > 0 } tokens
                        ? tokens.Select(token => $"{given.Name}={token.Value}")
                        : Enumerable.Repeat(given.Name, 1)
                ),
        ];
}
