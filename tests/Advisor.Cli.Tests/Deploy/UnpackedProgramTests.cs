using System.Collections.Concurrent;
using System.Diagnostics;
using Advisor.Cli.Tests.World;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Deploy;

/// <summary>The native program alone in a folder, as it comes out of the archive of a release: no SDK, no clone, no settings.</summary>
public sealed class UnpackedProgramTests : IDisposable
{
    private const string Why = "needs a native program (tests/run --native)";

    private readonly TemporaryFolder folder = new();
    private Process? started;

    public static bool IsNative => AdvisorProgram.Native is not null;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose()
    {
        ProgramProcess.Stop(started);
        folder.Dispose();
    }

    [Fact(Skip = Why, SkipUnless = nameof(IsNative))]
    public async Task Demo_evaluates_its_resources()
    {
        var (program, done, said) = Start("demo");
        await program.WaitForExitAsync(Cancellation);

        Assert.True(program.ExitCode == 0, string.Join('\n', said));
        Assert.Contains(done, line => line.Contains("hot-chat", StringComparison.Ordinal));
        Assert.Equal([Name], Directory.GetFileSystemEntries(folder.Path).Select(Path.GetFileName));
    }

    [Fact(Skip = Why, SkipUnless = nameof(IsNative))]
    public async Task Watch_sizes_ten_resources_for_an_hour()
    {
        var (program, done, said) = Start("watch", "--local", "--mode", "auto", "--hours", "1");
        await program.WaitForExitAsync(Cancellation);

        Assert.True(program.ExitCode == 0, string.Join('\n', said));
        Assert.Contains(done, line => line.Contains(" hot-chat: scale out to ", StringComparison.Ordinal));
        Assert.Equal([Name], Directory.GetFileSystemEntries(folder.Path).Select(Path.GetFileName));
    }

    [Fact(Skip = Why, SkipUnless = nameof(IsNative))]
    public async Task Demo_serves_the_dashboard_until_it_is_stopped()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        var address = new Uri($"http://127.0.0.1:{FreePort.Find()}");
        var (program, done, said) = Start("demo", "--serve", "--port", address.Port.ToString());
        await Until.WaitAsync(() =>
            program.HasExited || done.Concat(said).Any(line => line.Contains(address.Authority, StringComparison.Ordinal))
        );
        using var http = new HttpClient();
        Assert.Contains("hot-chat", await http.GetStringAsync(address, Cancellation), StringComparison.Ordinal);
        using var kill = Process.Start("kill", ["-TERM", program.Id.ToString()]);
        await program.WaitForExitAsync(Cancellation);

        Assert.Equal((0, "advisor: stopped."), (program.ExitCode, said.LastOrDefault()));
    }

    private static string Name => OperatingSystem.IsWindows() ? "advisor.exe" : "advisor";

    private (Process Program, ConcurrentQueue<string> Done, ConcurrentQueue<string> Said) Start(params string[] arguments)
    {
        var program = Path.Combine(folder.Path, Name);
        File.Copy(AdvisorProgram.Native!, program);
        var (done, said) = (new ConcurrentQueue<string>(), new ConcurrentQueue<string>());
        // Neither a home nor a runtime to find.
        string[] alone = OperatingSystem.IsWindows() ? [] : ["env", "-i", "-C", folder.Path];
        started = ProgramProcess.Start([.. alone, program, .. arguments], done.Enqueue, said.Enqueue);
        return (started, done, said);
    }
}
