using System.Diagnostics;
using System.Text.RegularExpressions;

namespace Advisor.Tests;

/// <summary>
/// The storage emulator from npm on free ports, in memory, as long as this object lives; it also ends when the process that started it does.
/// </summary>
internal sealed partial class Azurite : IAsyncDisposable
{
    /// <summary>The account that every emulator has, with its public key.</summary>
    public const string Account = "devstoreaccount1";

    public const string Key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

    private readonly Process process;

    private Azurite(Process process, IReadOnlyDictionary<string, Uri> services)
    {
        this.process = process;
        (Blobs, Queues, Tables) = (services["Blob"], services["Queue"], services["Table"]);
    }

    /// <summary>Addresses with the account in the path.</summary>
    public Uri Blobs { get; }

    public Uri Queues { get; }

    public Uri Tables { get; }

    /// <summary>Starts it; where that cannot be, says why.</summary>
    public static async Task<(Azurite? Started, string? Reason)> TryStartAsync()
    {
        if (!Directory.Exists(RepositoryFiles.At("tests", "node_modules", "azurite")))
        {
            return (null, "azurite is not installed: run tests/run, or npm ci in tests/");
        }

        var start = new ProcessStartInfo("node")
        {
            WorkingDirectory = RepositoryFiles.At("tests"),
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            ArgumentList =
            {
                "azurite.js", "--silent", "--disableTelemetry", "--skipApiVersionCheck", "--inMemoryPersistence",
                "--blobPort", "0", "--queuePort", "0", "--tablePort", "0",
            },
        };
        Process started;
        try
        {
            started = Process.Start(start)!;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return (null, "node is not installed");
        }

        started.ErrorDataReceived += (_, _) => { };
        started.BeginErrorReadLine();
        return (new Azurite(started, await ReadAddressesAsync(started)), null);
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

    private static async Task<IReadOnlyDictionary<string, Uri>> ReadAddressesAsync(Process process)
    {
        using var patience = new CancellationTokenSource(TimeSpan.FromMinutes(1));
        var services = new Dictionary<string, Uri>(StringComparer.Ordinal);
        try
        {
            while (services.Count < 3)
            {
                var line = await process.StandardOutput.ReadLineAsync(patience.Token) ?? throw new InvalidOperationException("Azurite ended before it listened.");
                if (Listening().Match(line) is { Success: true } match)
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

    [GeneratedRegex("Azurite (?<service>Blob|Queue|Table) service is successfully listening at (?<address>http://\\S+)", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex Listening();
}
