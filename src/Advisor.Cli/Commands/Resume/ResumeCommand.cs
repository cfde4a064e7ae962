using System.CommandLine;

namespace Advisor.Cli.Commands.Resume;

/// <summary><c>advisor resume</c>: resumes applying.</summary>
public static class ResumeCommand
{
    private const string Help = """
        Resume applying changes after Advisor stopped because several in a row did not take effect. Find the cause first: the changes of
        a resource show the outcome of each. Advisor resets the failure count, records who resumed and why, and sends a notification.
        Advisor__Paused and --paused are not affected.

        Examples:
          the state of advisor watch
            advisor resume --author dana --reason "lock removed"
          the state of the Functions app
            advisor resume --author dana --reason "lock removed" --state https://ACCOUNT.table.core.windows.net
        """;

    public static Command Create(CliContext cli)
    {
        var (author, reason) = (CommonOptions.CreateAuthor(), CommonOptions.CreateReason("Why changes may resume."));
        var (state, output) = (CommonOptions.CreateState(), CommonOptions.CreateOutput(OutputFormat.Text, OutputFormat.Json));
        var command = new Command("resume", Help) { author, reason, state, output };
        command.SetAction(
            (parse, cancellation) =>
                ResumeRun.RunAsync(
                    cli,
                    parse.GetValue(state),
                    parse.GetValue(author)!,
                    parse.GetValue(reason)!,
                    parse.GetValue(output),
                    cancellation
                )
        );
        return command;
    }
}
