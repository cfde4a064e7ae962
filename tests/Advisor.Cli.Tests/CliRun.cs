using Advisor.Cli;

namespace Advisor.Cli.Tests;

/// <summary>Runs a command line in this process, as a user would, and keeps what it printed.</summary>
internal sealed record CliRun(int ExitCode, string Out, string Error)
{
    public static async Task<CliRun> OfAsync(string[] args, Func<CliEdge, CliEdge>? change = null, CancellationToken cancellation = default)
    {
        using var output = new StringWriter { NewLine = "\n" };
        using var error = new StringWriter { NewLine = "\n" };
        var cli = new CliEdge { In = TextReader.Null, Out = output, Error = error };
        var code = await AdvisorCli.RunAsync(args, change?.Invoke(cli) ?? cli, cancellation);
        return new CliRun(code, output.ToString(), error.ToString());
    }
}
