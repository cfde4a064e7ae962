using System.Diagnostics;
using System.Globalization;
using Advisor.HostStandIn;
using Advisor.LocalAzure;
using Advisor.Tests;

namespace Advisor.Service.Tests.World;

/// <summary><c>advisor watch</c> as a process of its own over one SQLite file; Azure, its clock and the receiver of messages outlive it.</summary>
internal sealed class WatchProcess(LocalAzureHost azure, Receiver receiver, string stateFile, params string[] more)
{
    public string StateFile => stateFile;

    public Process Start(TimeSpan span)
    {
        var start = new ProcessStartInfo("dotnet") { UseShellExecute = false, RedirectStandardOutput = true, RedirectStandardError = true };
        string[] arguments =
        [
            Path.Combine(AppContext.BaseDirectory, "advisor.dll"), "watch", "--endpoint", azure.Endpoint.AbsoluteUri, "--subscription", azure.SubscriptionId,
            "--hours", span.TotalHours.ToString(CultureInfo.InvariantCulture), "--state", stateFile, "--webhook", receiver.Address.AbsoluteUri, .. more,
        ];
        arguments.ToList().ForEach(start.ArgumentList.Add);
        var process = Process.Start(start)!;
        process.OutputDataReceived += (_, _) => { };
        process.ErrorDataReceived += (_, _) => { };
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        return process;
    }

    /// <summary>
    /// Watches until an instant of the clock, killed with SIGKILL on the way. At which minutes, the random numbers say; where within the work of that minute, the
    /// machine says.
    /// </summary>
    public async Task RunAsync(DateTimeOffset end, StandingTime clock, int kills, Random random, CancellationToken cancellation)
    {
        var span = end - clock.GetUtcNow();
        var minutes = Enumerable.Range(0, kills).Select(_ => clock.GetUtcNow() + (random.NextDouble() * span)).Order().ToList();
        foreach (var at in minutes)
        {
            using var process = Start(end - clock.GetUtcNow());
            await Until.TrueAsync(() => clock.GetUtcNow() >= at || process.HasExited, TimeSpan.FromMinutes(5));
            await Task.Delay(random.Next(0, 25), cancellation);
            process.Kill();
            await process.WaitForExitAsync(cancellation);
        }

        using var last = Start(end > clock.GetUtcNow().AddMinutes(6) ? end - clock.GetUtcNow() : TimeSpan.FromMinutes(6));
        await last.WaitForExitAsync(cancellation);
        Assert.Equal(0, last.ExitCode);
    }
}
