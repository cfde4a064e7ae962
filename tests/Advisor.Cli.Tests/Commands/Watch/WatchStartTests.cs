using System.Net;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Watch;

public sealed class WatchStartTests
{
    private readonly SteppingTime time = new(TimeSpan.FromMinutes(1));

    [Fact]
    public async Task A_first_call_that_fails_is_retried_with_one_line_until_a_refused_sign_in_ends_the_program()
    {
        var (run, address) = await RunAsync([500, 500, 500, 503, 401], "watch");

        // Three waits for 500 and one for 503: 0.8 s, doubling.
        Assert.Equal([0.8, 1.6, 3.2, 6.4], time.Waits.Select(wait => wait.TotalSeconds));
        Assert.Equal(ExitCodes.Unreachable, run.ExitCode);
        const string hint = "Is 'advisor local' running there? Otherwise, use --subscription ID.";
        Assert.Equal(
            [
                $"advisor: {address}: it answered 500 (InternalServerError). {hint} Advisor keeps trying.",
                $"advisor: {address}: it answered 503 (ServiceUnavailable). {hint} Advisor keeps trying.",
                $"advisor: {address}: it answered 401 (Unauthorized). {hint}",
            ],
            run.Error.TrimEnd('\n').Split('\n')
        );
    }

    [Theory]
    [InlineData(401)]
    [InlineData(403)]
    [InlineData(404)]
    public async Task A_wrong_credential_or_scope_ends_it_at_once(int status)
    {
        var (run, _) = await RunAsync([status], "watch");

        Assert.Equal((ExitCodes.Unreachable, 0), (run.ExitCode, time.Waits.Count));
    }

    [Fact]
    public async Task A_scheduler_that_runs_one_tick_gets_the_failure_at_once()
    {
        var (run, _) = await RunAsync([500], "watch", "--once");

        Assert.Equal((ExitCodes.Unreachable, 0), (run.ExitCode, time.Waits.Count));
    }

    // Azure answers the first calls with these statuses, one after another.
    private async Task<(CliResult Run, string Address)> RunAsync(int[] statuses, params string[] args)
    {
        using var folder = new TemporaryFolder();
        var (listener, address) = LoopbackListener.Start();
        var running = CliResult.RunAsync(
            [.. args, "--endpoint", address.TrimEnd('/')],
            cli => cli with { Folder = folder.Path, Time = time }
        );
        await AnswerAsync(listener, statuses);
        return (await running, address.TrimEnd('/'));
    }

    private static async Task AnswerAsync(HttpListener listener, int[] statuses)
    {
        using var _ = listener;
        foreach (var status in statuses)
        {
            var call = await listener.GetContextAsync();
            call.Response.StatusCode = status;
            call.Response.Close();
        }
    }
}
