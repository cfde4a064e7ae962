using System.CommandLine;

namespace Advisor.Cli;

/// <summary>Runs one command line: parses it, invokes the command, and turns every failure into one clear line and an exit code.</summary>
public static class AdvisorCli
{
    private static readonly TimeSpan GraceAfterSignal = TimeSpan.FromSeconds(5);

    /// <returns>One of <see cref="ExitCodes"/>.</returns>
    public static async Task<int> RunAsync(string[] args, CliContext cli, CancellationToken cancellation = default)
    {
        using var signals = new TerminationSignals(GraceAfterSignal, cancellation);
        return await signals.RunAsync(InvokeAsync(args, cli, signals.Token));
    }

    /// <summary>Runs a command line within a command that is running; the signals of the process are those of the outer one.</summary>
    /// <inheritdoc cref="RunAsync"/>
    internal static async Task<int> InvokeAsync(string[] args, CliContext cli, CancellationToken cancellation)
    {
        var verbose = args.Contains("--verbose") || cli.Environment("ADVISOR_DEBUG") is not (null or "" or "0");
        try
        {
            // "@dana" is a person, not a file with further arguments.
            var configuration = new ParserConfiguration { ResponseFileTokenReplacer = null };
            var parse = RootCommandFactory.Create(cli).Parse(args.Length == 0 ? ["--help"] : args, configuration);
            if (parse.Errors.Count > 0)
            {
                return ReportUsageError(parse, cli);
            }

            var invocation = new InvocationConfiguration
            {
                Output = cli.Out,
                Error = cli.Error,
                EnableDefaultExceptionHandler = false,
                ProcessTerminationTimeout = null,
            };
            var code = await parse.InvokeAsync(invocation, cancellation);
            await cli.Out.FlushAsync(CancellationToken.None);
            return code;
        }
        catch (Exception e)
        {
            return ReportFailure(e, cli, verbose);
        }
    }

    private static int ReportUsageError(ParseResult parse, CliContext cli)
    {
        WriteError(cli, "advisor: " + ParseErrors.Describe(parse));
        return ExitCodes.Usage;
    }

    private static int ReportFailure(Exception e, CliContext cli, bool verbose)
    {
        switch (e)
        {
            case OperationCanceledException:
                WriteError(cli, "advisor: interrupted.");
                return ExitCodes.Interrupted;
            case IOException when OutputFaults.IsBrokenPipe(e):
                return ExitCodes.Success;
            case IOException when OutputFaults.IsDiskFull(e):
                WriteError(cli, $"advisor: the output cannot be written ({ToOneLine(e.Message)}): free space, or write it elsewhere.");
                return ExitCodes.InvalidInput;
            case UnauthorizedAccessException when OutputFaults.IsClosed(e):
                WriteError(cli, "advisor: the output cannot be written: it is closed. To drop it, write it to /dev/null.");
                return ExitCodes.InvalidInput;
            case CommandException failure:
                WriteError(cli, "advisor: " + failure.Message);
                ShowDetails(failure.InnerException, cli, verbose);
                return failure.ExitCode;
            default:
                WriteError(
                    cli,
                    $"advisor: internal error ({e.GetType().Name}: {ToOneLine(e.Message)}). Run again with --verbose and report the output."
                );
                ShowDetails(e, cli, verbose);
                return ExitCodes.Fault;
        }
    }

    private static void ShowDetails(Exception? e, CliContext cli, bool verbose)
    {
        if (verbose && e is not null)
        {
            WriteError(cli, e);
        }
    }

    // The exit code says it where standard error is closed.
    private static void WriteError(CliContext cli, object text)
    {
        try
        {
            cli.Error.WriteLine(text);
        }
        catch (Exception e) when (OutputFaults.IsClosed(e)) { }
    }

    private static string ToOneLine(string text) => text.ReplaceLineEndings(" ");
}
