using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace Advisor.Tests;

/// <summary>A server of a Debian package on a free port, with a folder of its own, as long as this object lives.</summary>
internal sealed class DebianServer : IAsyncDisposable
{
    private readonly Process process;

    private DebianServer(TemporaryFolder folder, Process process, Uri address) =>
        (Folder, this.process, Address) = (folder, process, address);

    public TemporaryFolder Folder { get; }

    public Uri Address { get; }

    public HttpClient Http { get; } = new();

    /// <summary>Starts a program; it may not answer yet.</summary>
    /// <param name="createArguments">Creates the arguments, from its folder and the host and port to listen on.</param>
    public static DebianServer Start(string program, Func<TemporaryFolder, string, string[]> createArguments)
    {
        var folder = new TemporaryFolder();
        using var probe = new TcpListener(IPAddress.Loopback, 0);
        probe.Start();
        var authority = $"127.0.0.1:{((IPEndPoint)probe.LocalEndpoint).Port}";
        probe.Stop();
        var started = Process.Start(
            new ProcessStartInfo(program, createArguments(folder, authority)) { RedirectStandardError = true, UseShellExecute = false }
        )!;
        started.BeginErrorReadLine();
        return new DebianServer(folder, started, new Uri($"http://{authority}"));
    }

    public async ValueTask DisposeAsync()
    {
        process.Kill();
        await process.WaitForExitAsync();
        process.Dispose();
        Http.Dispose();
        Folder.Dispose();
    }
}
