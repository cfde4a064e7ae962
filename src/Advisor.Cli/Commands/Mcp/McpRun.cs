using System.Text.Json;
using System.Text.Json.Nodes;
using Advisor.Core.Quantities;
using Advisor.Core.Text;
using ModelContextProtocol;
using ModelContextProtocol.Protocol;
using ModelContextProtocol.Server;

namespace Advisor.Cli.Commands.Mcp;

/// <summary>Serves the tools until the assistant closes standard input.</summary>
internal static class McpRun
{
    private const string Instructions =
        "Advisor sizes Azure SignalR Service and Azure Web PubSub. Begin with fleet; explain gives the reasons for a size. "
        + "An id answers faster than a name. Nothing here changes a resource.";

    // Wide enough that no number of a table is folded.
    private const int Width = 160;

    // About 20,000 tokens; assistants refuse or cut answers beyond 25,000. The table of a fleet comes before the reasons.
    private const int MaxLength = 60_000;

    // Newest version of the protocol that begins with "initialize": later ones have no handshake.
    private const string LastHandshake = "2025-11-25";

    // What was asked is answered, in part at least.
    private static readonly int[] Answers = [ExitCodes.Success, ExitCodes.Partial, ExitCodes.Recommendation, ExitCodes.NothingFits];

    public static async Task<int> RunAsync(CliContext cli, McpScope scope, CancellationToken cancellation)
    {
        var definitions = McpSchema.CreateTools(cli);
        await using var transport = new StreamServerTransport(cli.OpenInput(), cli.OpenOutput(), "advisor");
        await using var server = McpServer.Create(
            transport,
            new McpServerOptions
            {
                ServerInfo = new Implementation { Name = "advisor", Version = ProgramVersion.Text },
                ServerInstructions = Instructions,
                Handlers = new McpServerHandlers
                {
                    ListToolsHandler = (_, _) => ValueTask.FromResult(new ListToolsResult { Tools = definitions }),
                    CallToolHandler = async (request, cancel) => await CallAsync(cli, scope, request.Params, cancel),
                },
                Filters = { Message = { IncomingFilters = { AnswerNewerVersions } } },
            }
        );
        if (cli.ReadKey is not null)
        {
            await cli.Error.WriteLineAsync("advisor: waiting for an assistant on standard input; Ctrl+C stops.".AsMemory(), cancellation);
        }

        await server.RunAsync(cancellation);
        return ExitCodes.Success;
    }

    // The library refuses a version that it does not know where it is newer. By the specification of the handshake the answer is one that
    // the server supports, and the client decides.
    private static McpMessageHandler AnswerNewerVersions(McpMessageHandler next) =>
        async (context, cancellation) =>
        {
            if (
                context.JsonRpcMessage is JsonRpcRequest { Method: RequestMethods.Initialize, Params: JsonObject parameters }
                && parameters["protocolVersion"] is JsonValue value
                && value.TryGetValue<string>(out var version)
                && string.CompareOrdinal(version, LastHandshake) > 0
            )
            {
                parameters["protocolVersion"] = LastHandshake;
            }

            await next(context, cancellation);
        };

    private static async Task<CallToolResult> CallAsync(
        CliContext cli,
        McpScope scope,
        CallToolRequestParams? call,
        CancellationToken cancellation
    )
    {
        var tool =
            McpTool.All.FirstOrDefault(known => known.Name == call?.Name)
            ?? throw new McpProtocolException(
                $"There is no tool '{UntrustedText.Sanitize(call?.Name ?? "")}'.",
                McpErrorCode.InvalidParams
            );
        var (arguments, problem) = McpArguments.Read(tool, call!.Arguments ?? new Dictionary<string, JsonElement>());
        problem ??= scope.FindProblem(tool, arguments);
        return problem is null
            ? await RunAsync(cli, tool, [.. tool.Fixed, .. scope.Select(tool, arguments), .. arguments], cancellation)
            : CreateResult(isError: true, problem);
    }

    private static async Task<CallToolResult> RunAsync(CliContext cli, McpTool tool, string[] options, CancellationToken cancellation)
    {
        using var output = new StringWriter();
        using var error = new StringWriter();
        var code = await AdvisorCli.InvokeAsync(
            [tool.Command, .. options],
            cli with
            {
                Out = output,
                Error = error,
                OutIsTerminal = false,
                ErrorIsTerminal = false,
                ShowsProgress = false,
                Color = false,
                Unicode = true,
                Width = Width,
            },
            cancellation
        );
        // What a command says beside its answer belongs to it: why resources are missing, names of advisor.yaml that match none.
        string[] texts = [output.ToString(), error.ToString()];
        return CreateResult(!Answers.Contains(code), [.. texts.Where(text => text.Length > 0).Select(text => Shorten(tool, text))]);
    }

    private static string Shorten(McpTool tool, string text) =>
        text.Length <= MaxLength
            ? text
            : text[..(text.LastIndexOf('\n', MaxLength) + 1)]
                + "\nThe answer goes on. For less of it, "
                + (
                    tool.ReadsFleet
                        ? "select resources (only, resourceGroup, tag) or ask about one (explain)."
                        : $"set {Wording.JoinWords([.. tool.Arguments.Select(argument => argument.Name)], "or")}."
                );

    private static CallToolResult CreateResult(bool isError, params string[] texts) =>
        new() { Content = [.. texts.Select(text => new TextContentBlock { Text = text })], IsError = isError };
}
