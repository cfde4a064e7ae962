using System.Collections.Concurrent;
using System.Diagnostics;
using Advisor.Lab.LocalAzure;
using Advisor.Tests;

namespace Advisor.Cli.Tests.World;

/// <summary>
/// <c>advisor watch</c> over one SQLite file, as a process of its own where it is killed; Azure, its clock and the receivers of messages
/// outlive it.
/// </summary>
internal sealed class WatchProcess(LocalAzureHost azure, string stateFile, params string[] more)
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    private readonly ConcurrentQueue<string> output = new();

    public string StateFile => stateFile;

    /// <summary>Where it finds Azure: a wire before the loopback Azure, or that itself.</summary>
    public Uri Endpoint { get; init; } = azure.Endpoint;

    /// <summary>Variables beside those of this process.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>The lines that were written to standard output by all of them.</summary>
    public IReadOnlyList<string> Output => [.. output];

    public Process Start(TimeSpan span) => AdvisorProcess.Start(CreateArguments(span), output.Enqueue, _ => { }, Environment);

    /// <summary>
    /// Watches until an instant of the clock, killed with SIGKILL on the way. At which minutes, the random numbers say; where within the
    /// work of that minute, the machine says.
    /// </summary>
    public async Task RunAsync(DateTimeOffset end, ManualTimeProvider clock, int kills, Random random, CancellationToken cancellation)
    {
        var span = end - clock.GetUtcNow();
        var minutes = Enumerable.Range(0, kills).Select(_ => clock.GetUtcNow() + (random.NextDouble() * span)).Order().ToList();
        foreach (var at in minutes)
        {
            using var process = Start(end - clock.GetUtcNow());
            await KillAfterAsync(process, at, clock, random, cancellation);
        }

        await FinishAsync(end, clock, cancellation);
    }

    /// <summary>Kills a process some moments after the clock has reached an instant.</summary>
    public static async Task KillAfterAsync(
        Process process,
        DateTimeOffset at,
        ManualTimeProvider clock,
        Random random,
        CancellationToken cancellation
    )
    {
        await Until.WaitAsync(() => clock.GetUtcNow() >= at || process.HasExited, Patience);
        await Task.Delay(random.Next(0, 25), cancellation);
        process.Kill();
        await process.WaitForExitAsync(cancellation);
    }

    /// <summary>Watches in this process until an instant of the clock, and for some ticks at least.</summary>
    public async Task FinishAsync(DateTimeOffset end, ManualTimeProvider clock, CancellationToken cancellation)
    {
        var span = end > clock.GetUtcNow().AddMinutes(6) ? end - clock.GetUtcNow() : TimeSpan.FromMinutes(6);
        var last = await CliResult.RunAsync(
            CreateArguments(span),
            cli => cli with { Environment = name => Environment.GetValueOrDefault(name) },
            cancellation
        );
        Assert.True(last.ExitCode == ExitCodes.Success, last.Error);
        last.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries).ToList().ForEach(output.Enqueue);
    }

    private string[] CreateArguments(TimeSpan span) =>
        [
            "watch",
            "--endpoint",
            Endpoint.AbsoluteUri,
            "--subscription",
            azure.SubscriptionId,
            "--hours",
            span.TotalHours.ToString(),
            "--state",
            stateFile,
            .. more,
        ];
}
