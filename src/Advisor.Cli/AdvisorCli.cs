using System.CommandLine;
using System.CommandLine.Parsing;

namespace Advisor.Cli;

/// <summary>Runs one command line: parses, invokes, and turns every failure into one clear line and an exit code.</summary>
public static class AdvisorCli
{
    private static readonly TimeSpan GraceAfterSignal = TimeSpan.FromSeconds(5);

    /// <returns>One of <see cref="ExitCodes"/>.</returns>
    public static async Task<int> RunAsync(string[] args, CliEdge edge, CancellationToken cancellation = default)
    {
        var verbose = args.Contains("--verbose") || edge.Environment("ADVISOR_DEBUG") is not (null or "" or "0");
        try
        {
            var parse = RootCommandFactory.Create(edge).Parse(args.Length == 0 ? ["--help"] : args);
            if (parse.Errors.Count > 0)
            {
                return Refuse(parse, edge);
            }

            var invocation = new InvocationConfiguration
            {
                Output = edge.Out,
                Error = edge.Error,
                EnableDefaultExceptionHandler = false,
                ProcessTerminationTimeout = GraceAfterSignal,
            };
            var code = await parse.InvokeAsync(invocation, cancellation);
            await edge.Out.FlushAsync(CancellationToken.None);
            return code;
        }
        catch (Exception e)
        {
            return Explain(e, edge, verbose);
        }
    }

    private static int Refuse(ParseResult parse, CliEdge edge)
    {
        edge.Error.WriteLine("advisor: " + ParseErrors.Describe(parse));
        return ExitCodes.Usage;
    }

    private static int Explain(Exception e, CliEdge edge, bool verbose)
    {
        switch (e)
        {
            case OperationCanceledException:
                edge.Error.WriteLine("advisor: interrupted.");
                return ExitCodes.Interrupted;
            case IOException when BrokenPipe.Is(e):
                return ExitCodes.Success;
            case CommandException failure:
                edge.Error.WriteLine("advisor: " + failure.Message);
                ShowDetails(failure.InnerException, edge, verbose);
                return failure.ExitCode;
            default:
                edge.Error.WriteLine($"advisor: a fault of the program ({e.GetType().Name}: {OneLine(e.Message)}). Run again with --verbose and report what it prints.");
                ShowDetails(e, edge, verbose);
                return ExitCodes.Fault;
        }
    }

    private static void ShowDetails(Exception? e, CliEdge edge, bool verbose)
    {
        if (verbose && e is not null)
        {
            edge.Error.WriteLine(e);
        }
    }

    private static string OneLine(string text) => text.ReplaceLineEndings(" ");
}
