using System.Diagnostics;
using System.Text.RegularExpressions;

namespace Advisor.Tests;

/// <summary>
/// The storage emulator from npm on free ports, in memory or in a folder, as long as this object lives; it also ends when the process that
/// started it does.
/// </summary>
internal sealed partial class Azurite : IAsyncDisposable
{
    /// <summary>The account that every emulator has, with its public key.</summary>
    public const string Account = "devstoreaccount1";

    public const string Key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

    private readonly string? folder;
    private Process process;

    private Azurite(Process process, string? folder, IReadOnlyDictionary<string, Uri> services)
    {
        (this.process, this.folder) = (process, folder);
        (Blobs, Queues, Tables) = (services["Blob"], services["Queue"], services["Table"]);
    }

    /// <summary>Addresses with the account in the path.</summary>
    public Uri Blobs { get; }

    public Uri Queues { get; }

    public Uri Tables { get; }

    /// <summary>Its process, for signals.</summary>
    public int Id => process.Id;

    /// <summary>Starts it; where that cannot be, says why.</summary>
    /// <param name="folder">Where it keeps its data, so that they outlive it; null = in memory.</param>
    public static async Task<(Azurite? Started, string? Reason)> TryStartAsync(string? folder = null)
    {
        if (!Directory.Exists(RepositoryFiles.GetPath("tests", "node_modules", "azurite")))
        {
            return (null, "azurite is not installed: run tests/run, or npm ci in tests/");
        }

        try
        {
            var started = Launch(folder, "0", "0", "0");
            return (new Azurite(started, folder, await ReadAddressesAsync(started)), null);
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return (null, "node is not installed");
        }
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

    /// <summary>Starts it after <see cref="Stop"/> at the same addresses, with the data of its folder.</summary>
    public async Task StartAgainAsync()
    {
        process.Dispose();
        process = Launch(folder, FormatPort(Blobs), FormatPort(Queues), FormatPort(Tables));
        await ReadAddressesAsync(process);

        static string FormatPort(Uri service) => service.Port.ToString();
    }

    public async ValueTask DisposeAsync()
    {
        if (!process.HasExited)
        {
            process.Kill(entireProcessTree: true);
            await process.WaitForExitAsync();
        }

        process.Dispose();
    }

    private static Process Launch(string? folder, string blobs, string queues, string tables)
    {
        var start = new ProcessStartInfo("node")
        {
            WorkingDirectory = RepositoryFiles.GetPath("tests"),
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        string[] place = folder is null ? ["--inMemoryPersistence"] : ["--location", folder];
        string[] arguments =
        [
            "azurite.js",
            "--silent",
            "--disableTelemetry",
            "--skipApiVersionCheck",
            .. place,
            "--blobPort",
            blobs,
            "--queuePort",
            queues,
            "--tablePort",
            tables,
        ];
        arguments.ToList().ForEach(start.ArgumentList.Add);
        var started = Process.Start(start)!;
        started.ErrorDataReceived += (_, _) => { };
        started.BeginErrorReadLine();
        return started;
    }

    private static async Task<IReadOnlyDictionary<string, Uri>> ReadAddressesAsync(Process process)
    {
        using var patience = new CancellationTokenSource(TimeSpan.FromMinutes(3));
        var services = new Dictionary<string, Uri>(StringComparer.Ordinal);
        try
        {
            while (services.Count < 3)
            {
                var line =
                    await process.StandardOutput.ReadLineAsync(patience.Token)
                    ?? throw new InvalidOperationException("Azurite ended before it listened.");
                if (ListeningPattern().Match(line) is { Success: true } match)
                {
                    services[match.Groups["service"].Value] = new Uri($"{match.Groups["address"].Value}/{Account}");
                }
            }
        }
        catch
        {
            process.Kill(entireProcessTree: true);
            throw;
        }

        // Whoever prints into a full pipe stops: read on.
        _ = process.StandardOutput.BaseStream.CopyToAsync(Stream.Null, CancellationToken.None);
        return services;
    }

    [GeneratedRegex(
        "Azurite (?<service>Blob|Queue|Table) service is successfully listening at (?<address>http://\\S+)",
        RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking
    )]
    private static partial Regex ListeningPattern();
}
