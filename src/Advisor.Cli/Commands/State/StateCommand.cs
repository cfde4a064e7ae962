using System.CommandLine;

namespace Advisor.Cli.Commands.State;

/// <summary><c>advisor state check|export|import</c>: verifies the state, and moves it between a file and the tables of the app.</summary>
public static class StateCommand
{
    private const string CheckHelp = """
        Read every row of the state as Advisor does, and report what cannot be read. Changes nothing.

        Examples:
          the state of advisor watch
            advisor state check
          the state of the Functions app
            advisor state check --state https://ACCOUNT.table.core.windows.net
        """;

    private const string ExportHelp = """
        Write the whole state as JSON Lines: to back it up, or to move it with 'advisor state import'.

        Stop what writes to the state first (advisor watch, or the Functions app): rows are read one page after another. The file holds
        names, sizes, load and messages of the fleet, but no token that opens a link.

        Examples:
          a backup of the state of advisor watch
            advisor state export backup.jsonl
          into a pipe
            advisor state export | gzip > backup.jsonl.gz
        """;

    private const string ImportHelp = """
        Read an exported state into a new one. An import that was interrupted can be made again.

        Examples:
          from advisor watch to the Functions app
            advisor state export state.jsonl
            advisor state import state.jsonl --state https://ACCOUNT.table.core.windows.net
          back from a backup
            advisor state import backup.jsonl --state restored.db
        """;

    public static Command Create(CliContext cli) =>
        new("state", "Check the state, export it, and import it elsewhere.") { CreateCheck(cli), CreateExport(cli), CreateImport(cli) };

    private static Command CreateCheck(CliContext cli)
    {
        var (state, output) = (CommonOptions.CreateState(), CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json));
        var command = new Command("check", CheckHelp) { state, output };
        command.SetAction(
            (parse, cancellation) =>
                StateCheckRun.RunAsync(cli, parse.GetValue(state), parse.GetValue(output) == OutputFormat.Json, cancellation)
        );
        return command;
    }

    private static Command CreateExport(CliContext cli)
    {
        var file = new Argument<string?>("FILE")
        {
            Description = "New file. Default, and -: standard output.",
            Arity = ArgumentArity.ZeroOrOne,
        };
        var state = CommonOptions.CreateState();
        var command = new Command("export", ExportHelp) { file, state };
        command.SetAction(
            (parse, cancellation) => StateTransferRun.ExportAsync(cli, parse.GetValue(file), parse.GetValue(state), cancellation)
        );
        return command;
    }

    private static Command CreateImport(CliContext cli)
    {
        var file = new Argument<string>("FILE") { Description = "File of 'advisor state export'." };
        var state = CommonOptions.CreateState();
        var command = new Command("import", ImportHelp) { file, state };
        command.SetAction(
            (parse, cancellation) => StateTransferRun.ImportAsync(cli, parse.GetValue(file)!, parse.GetValue(state), cancellation)
        );
        return command;
    }
}
