using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Inputs;

public sealed class AzureSourceTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    [Theory]
    [InlineData(CallKind.List, "evaluate")]
    [InlineData(CallKind.List, "doctor")]
    [InlineData(CallKind.List, "config", "show", "hot-chat")]
    [InlineData(CallKind.Prices, "prices", "update", "--region", "westeurope")]
    [InlineData(CallKind.MetricBatch, "backtest", "--policy", "best", "--days", "3", "--history")]
    public async Task While_a_command_tries_again_it_says_why_and_the_line_is_cleared_before_the_answer(
        CallKind call,
        params string[] command
    )
    {
        // A wait below 29 s takes no time: that between two attempts does, their timeout of 30 s does not.
        var time = new SteppingTime(TimeSpan.FromSeconds(29));
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions { Time = time },
            TestContext.Current.CancellationToken
        );
        azure.Faults.Add(new Fault(FaultKind.Unavailable) { Call = call, Times = 1 });
        string[] id = command[^1] == "--history" ? [azure.Resources.Single(one => one.Name == "hot-chat").Id] : [];

        var run = await CliResult.RunAsync(
            [.. command, .. id, "--endpoint", azure.Endpoint.ToString()],
            cli => cli with { Folder = folder.Path, Time = time, ErrorIsTerminal = true },
            TestContext.Current.CancellationToken
        );

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Contains($"\r\u001b[K{azure.Endpoint.Authority} answered 503: attempt 2 of 4 ...\r\u001b[K", run.Error);
        Assert.EndsWith("\r\u001b[K", run.Error);
    }
}
