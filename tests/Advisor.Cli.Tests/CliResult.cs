using System.Diagnostics;
using Advisor.Tests;

namespace Advisor.Cli.Tests;

/// <summary>
/// Runs a command line in this process, as a user would, and keeps what it printed. Where <see cref="AdvisorProgram.Native"/> is given, a
/// test that changes nothing of the context and does not stop it runs it instead.
/// </summary>
internal sealed record CliResult(int ExitCode, string Out, string Error)
{
    public static async Task<CliResult> RunAsync(
        string[] args,
        Func<CliContext, CliContext>? change = null,
        CancellationToken cancellation = default
    )
    {
        var isStopped = cancellation != default && cancellation != TestContext.Current.CancellationToken;
        if (AdvisorProgram.Native is { } program && change is null && !isStopped)
        {
            return await RunProgramAsync(program, args, cancellation);
        }

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

    private static async Task<CliResult> RunProgramAsync(string program, string[] args, CancellationToken cancellation)
    {
        var start = new ProcessStartInfo(program, args)
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment.Remove("COLUMNS");
        using var process = Process.Start(start)!;
        process.StandardInput.Close();
        var output = process.StandardOutput.ReadToEndAsync(cancellation);
        var error = process.StandardError.ReadToEndAsync(cancellation);
        await process.WaitForExitAsync(cancellation);
        return new CliResult(process.ExitCode, LineEnds.Normalize(await output), LineEnds.Normalize(await error));
    }

    /// <summary>The time of the machine, except that nothing takes any: how slow it is does not show in what is printed.</summary>
    private sealed class UnmeasuredTime : TimeProvider
    {
        public override long GetTimestamp() => 0;
    }
}
