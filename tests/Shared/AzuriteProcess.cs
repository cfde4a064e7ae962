using System.Diagnostics;

namespace Advisor.Tests;

/// <summary>The process of tests/azurite.js, which ends with the one that started it.</summary>
internal sealed class AzuriteProcess : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);

    private readonly Process process;
    private readonly SemaphoreSlim turn = new(1);

    private AzuriteProcess(Process process) => this.process = process;

    public int Id => process.Id;

    /// <summary>Launches it; throws where node is not installed.</summary>
    /// <param name="place">Folder of its data, port of its queues, port of its tables; empty = in memory, on free ports.</param>
    public static AzuriteProcess Launch(params string[] place)
    {
        var start = new ProcessStartInfo("node", ["azurite.js", .. place])
        {
            WorkingDirectory = RepositoryFiles.GetPath("tests"),
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        var started = Process.Start(start)!;
        started.ErrorDataReceived += (_, _) => { };
        started.BeginErrorReadLine();
        return new AzuriteProcess(started);
    }

    /// <summary>Starts queues and tables with data of their own.</summary>
    public async Task<AzuriteAddresses> StartAsync()
    {
        using var patience = new CancellationTokenSource(Patience);
        await turn.WaitAsync(patience.Token);
        try
        {
            await WriteLineAsync("");
            var line = await process.StandardOutput.ReadLineAsync(patience.Token);
            return line?.Split(' ') is [var queues, var tables]
                ? new AzuriteAddresses(queues, tables)
                : throw new InvalidOperationException("Azurite ended before it listened.");
        }
        finally
        {
            turn.Release();
        }
    }

    /// <summary>Closes what <see cref="StartAsync"/> started.</summary>
    public async Task CloseAsync(AzuriteAddresses addresses)
    {
        await turn.WaitAsync();
        await WriteLineAsync($"{addresses.Queues} {addresses.Tables}");
        turn.Release();
    }

    /// <summary>Ends it and waits until it is gone: as a person does, with all its data written, or as a crash does.</summary>
    public void Stop(bool kill)
    {
        if (kill)
        {
            process.Kill();
        }
        else
        {
            using var signal = Process.Start("kill", ["-INT", process.Id.ToString()]);
        }

        process.WaitForExit();
    }

    public void Dispose()
    {
        if (!process.HasExited)
        {
            process.Kill();
            process.WaitForExit();
        }

        process.Dispose();
        turn.Dispose();
    }

    private async Task WriteLineAsync(string line)
    {
        await process.StandardInput.WriteLineAsync(line);
        await process.StandardInput.FlushAsync();
    }
}

/// <summary>Addresses of the services of one emulator, without an account.</summary>
internal sealed record AzuriteAddresses(string Queues, string Tables);
