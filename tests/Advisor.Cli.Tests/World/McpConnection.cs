using System.IO.Pipelines;
using Advisor.Tests;
using ModelContextProtocol.Client;
using ModelContextProtocol.Protocol;

namespace Advisor.Cli.Tests.World;

/// <summary>
/// <c>advisor mcp</c>, asked by the client of the protocol's library: in this process, or the native program where
/// <see cref="AdvisorProgram.Native"/> is given.
/// </summary>
internal sealed class McpConnection : IAsyncDisposable
{
    private readonly Pipe asked = new();
    private readonly Pipe answered = new();
    private Task server = Task.CompletedTask;

    private McpConnection() { }

    public McpClient Client { get; private set; } = null!;

    public static Task<McpConnection> StartAsync(string folder, string[] options, CancellationToken cancellation) =>
        AdvisorProgram.Native is null ? StartHereAsync(folder, options, cancellation) : StartProgramAsync(folder, options, cancellation);

    /// <summary>As an assistant starts it: a process of its own.</summary>
    public static async Task<McpConnection> StartProgramAsync(string folder, string[] options, CancellationToken cancellation) =>
        new()
        {
            Client = await McpClient.CreateAsync(
                new StdioClientTransport(
                    new StdioClientTransportOptions
                    {
                        Command = AdvisorProgram.Command[0],
                        Arguments = [.. AdvisorProgram.Command[1..], "mcp", .. options],
                        WorkingDirectory = folder,
                    }
                ),
                cancellationToken: cancellation
            ),
        };

    public async ValueTask DisposeAsync()
    {
        await Client.DisposeAsync();
        await asked.Writer.CompleteAsync();
        await server;
    }

    private static async Task<McpConnection> StartHereAsync(string folder, string[] options, CancellationToken cancellation)
    {
        var connection = new McpConnection();
        connection.server = CliResult.RunAsync(
            ["mcp", .. options],
            cli =>
                cli with
                {
                    Folder = folder,
                    Time = TimeProvider.System, // a slow Azure shows
                    OpenInput = () => connection.asked.Reader.AsStream(),
                    OpenOutput = () => connection.answered.Writer.AsStream(),
                },
            cancellation
        );
        connection.Client = await McpClient.CreateAsync(
            new StreamClientTransport(connection.asked.Writer.AsStream(), connection.answered.Reader.AsStream()),
            cancellationToken: cancellation
        );
        return connection;
    }
}
