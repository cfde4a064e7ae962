using System.Collections.Concurrent;
using System.Text;

namespace Advisor.Cli.Tests.World;

/// <summary>A command that goes on until it is stopped, in this process.</summary>
internal sealed class RunningCommand : IAsyncDisposable
{
    private readonly CancellationTokenSource stop = new();
    private readonly Lines output = new();
    private readonly Lines error = new();
    private readonly Task<int> run;

    /// <param name="folder">Where it runs.</param>
    /// <param name="environment">Its variables; it sees no others.</param>
    public RunningCommand(string folder, IReadOnlyDictionary<string, string> environment, params string[] arguments) =>
        run = AdvisorCli.RunAsync(
            arguments,
            new CliContext
            {
                Out = output,
                Error = error,
                Folder = folder,
                Environment = environment.GetValueOrDefault,
            },
            stop.Token
        );

    public string[] Out => output.All;

    public string[] Error => error.All;

    public bool HasEnded => run.IsCompleted;

    /// <summary>Stops it as a signal does, and returns its exit code.</summary>
    public async Task<int> StopAsync()
    {
        await stop.CancelAsync();
        return await run;
    }

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        stop.Dispose();
        await output.DisposeAsync();
        await error.DisposeAsync();
    }

    /// <summary>Keeps whole lines, whoever writes them.</summary>
    private sealed class Lines : TextWriter
    {
        private readonly ConcurrentQueue<string> lines = new();

        public override Encoding Encoding => Encoding.UTF8;

        public string[] All => [.. lines];

        public override void WriteLine(string? value) => lines.Enqueue(value ?? "");

        public override Task WriteLineAsync(ReadOnlyMemory<char> buffer, CancellationToken cancellationToken = default)
        {
            lines.Enqueue(buffer.ToString());
            return Task.CompletedTask;
        }
    }
}
