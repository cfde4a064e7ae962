namespace Advisor.Cli.Tests;

/// <summary>Runs a command line in this process, as a user would, and keeps what it printed.</summary>
internal sealed record CliResult(int ExitCode, string Out, string Error)
{
    public static async Task<CliResult> RunAsync(
        string[] args,
        Func<CliContext, CliContext>? change = null,
        CancellationToken cancellation = default
    )
    {
        using var output = new StringWriter { NewLine = "\n" };
        using var error = new StringWriter { NewLine = "\n" };
        var cli = new CliContext
        {
            Out = output,
            Error = error,
            Time = new UnmeasuredTime(),
        };
        var code = await AdvisorCli.RunAsync(args, change?.Invoke(cli) ?? cli, cancellation);
        return new CliResult(code, output.ToString(), error.ToString());
    }

    /// <summary>The time of the machine, except that nothing takes any: how slow it is does not show in what is printed.</summary>
    private sealed class UnmeasuredTime : TimeProvider
    {
        public override long GetTimestamp() => 0;
    }
}
