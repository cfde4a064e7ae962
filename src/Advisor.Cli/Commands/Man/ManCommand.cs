using System.CommandLine;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Man;

/// <summary><c>advisor man</c>: prints the manual page.</summary>
public static class ManCommand
{
    private const string Help = """
        Print the manual page (roff) with every command, option and exit code.

        Examples:
          read it
            advisor man | man -l -
          install it
            advisor man > /usr/local/share/man/man1/advisor.1
        """;

    /// <param name="createRoot">Creates the command tree of the program.</param>
    public static Command Create(CliContext cli, Func<Command> createRoot)
    {
        var command = new Command("man", Help);
        command.SetAction(_ =>
        {
            cli.Out.Write(ManPage.Render(createRoot(), ProgramVersion.Text));
            return ExitCodes.Success;
        });
        return command;
    }
}
