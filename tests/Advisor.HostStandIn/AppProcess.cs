using System.Collections.Concurrent;
using System.Diagnostics;

namespace Advisor.HostStandIn;

/// <summary>The app as the host runs it: its executable with the settings as environment, on a port that the host picked.</summary>
public sealed class AppProcess : IAsyncDisposable
{
    /// <summary>How long the host waits for the first answer (azure-functions-host, HttpWorkerOptions.InitializationTimeout).</summary>
    public static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(30);

    private readonly Process process;
    private readonly HeldPort heldPort;

    private AppProcess(Process process, HeldPort heldPort) =>
        (this.process, this.heldPort, Address, Id, Ended) = (
            process,
            heldPort,
            new Uri($"http://127.0.0.1:{heldPort.Number}"),
            process.Id,
            process.WaitForExitAsync(CancellationToken.None)
        );

    public Uri Address { get; }

    public int Id { get; }

    /// <summary>Done when it has ended, in whatever way.</summary>
    public Task Ended { get; }

    /// <summary>Of a process that has ended.</summary>
    public int ExitCode => process.ExitCode;

    /// <summary>Starts it and waits until it answers GET /, with whatever status.</summary>
    /// <exception cref="InvalidOperationException">It ended, or did not answer within <see cref="StartLimit"/>.</exception>
    public static async Task<AppProcess> StartAsync(
        string folder,
        HostFile host,
        IReadOnlyDictionary<string, string> settings,
        ConcurrentQueue<string> log,
        CancellationToken cancellation
    )
    {
        // Until the app has ended: another program that listened there would be taken for it while it starts, and answer its invocations.
        var port = new HeldPort();
        var start = new ProcessStartInfo(Path.Combine(folder, host.Executable))
        {
            WorkingDirectory = folder,
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        host.Arguments.ToList().ForEach(start.ArgumentList.Add);
        foreach (var (name, value) in settings)
        {
            start.Environment[name] = value;
        }

        start.Environment["FUNCTIONS_CUSTOMHANDLER_PORT"] = start.Environment["FUNCTIONS_HTTPWORKER_PORT"] = port.Number.ToString();
        start.Environment["FUNCTIONS_CUSTOMHANDLER_WORKER_ID"] = Guid.NewGuid().ToString();
        start.Environment["FUNCTIONS_APP_ROOT_PATH"] = folder;
        var started = new Process { StartInfo = start };
        started.OutputDataReceived += (_, line) => Log("Information", line.Data);
        started.ErrorDataReceived += (_, line) => Log(GetLevelOfError(line.Data), line.Data);
        started.Start();
        started.BeginOutputReadLine();
        started.BeginErrorReadLine();
        var app = new AppProcess(started, port);
        try
        {
            await app.WaitUntilReadyAsync(log, cancellation);
            return app;
        }
        catch (OperationCanceledException)
        {
            await app.DisposeAsync();
            throw;
        }

        void Log(string level, string? line)
        {
            if (line is not null)
            {
                log.Enqueue($"[{level}] {line}");
            }
        }
    }

    /// <summary>Ends it at once, as a crash does (SIGKILL); nothing where it has ended.</summary>
    public void Kill()
    {
        if (!Ended.IsCompleted)
        {
            process.Kill();
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (!process.HasExited)
        {
            process.Kill();
        }

        // Its last words too.
        await process.WaitForExitAsync();
        process.Dispose();
        heldPort.Dispose();
    }

    // As the host does for custom handlers (azure-functions-host, WorkerProcess.ParseErrorMessageAndLog): the text decides, anywhere in it.
    private static string GetLevelOfError(string? line) =>
        line?.Contains("warn", StringComparison.OrdinalIgnoreCase) == true ? "Warning" : "Error";

    private async Task WaitUntilReadyAsync(ConcurrentQueue<string> log, CancellationToken cancellation)
    {
        using var http = new HttpClient();
        var since = Stopwatch.StartNew();
        while (since.Elapsed < StartLimit && !process.HasExited)
        {
            try
            {
                using var answer = await http.GetAsync(Address, cancellation);
                return;
            }
            catch (HttpRequestException)
            {
                await Task.Delay(25, cancellation);
            }
        }

        var ended = process.HasExited;
        await DisposeAsync();
        throw new InvalidOperationException(
            $"The app {(ended ? "ended" : "did not answer")} before it was ready: {string.Join(Environment.NewLine, log)}"
        );
    }
}
