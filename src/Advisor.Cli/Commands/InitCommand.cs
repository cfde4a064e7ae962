using System.CommandLine;
using Advisor.Cli.Output;
using Advisor.Configuration;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands;

/// <summary><c>advisor init</c>: writes a commented advisor.yaml; overwrites an existing file only with <c>--force</c>.</summary>
public static class InitCommand
{
    private const string Help = """
        Write a commented advisor.yaml: scope, limits, workloads, schedules, prices, notifications.

        Examples:
          in the working folder, where all commands look for it
            advisor init
          elsewhere
            advisor init --config settings/advisor.yaml
        """;

    public static Command Create(CliContext cli)
    {
        var config = new Option<string>("--config")
        {
            Description = "File to write.",
            HelpName = "FILE",
            DefaultValueFactory = _ => ConfigurationLoader.DefaultFileName,
        };
        var force = new Option<bool>("--force") { Description = "Overwrite an existing file." };
        var command = new Command("init", Help) { config, force };
        command.SetAction(parse => Write(cli, parse.GetValue(config)!, parse.GetValue(force)));
        return command;
    }

    private static int Write(CliContext cli, string file, bool force)
    {
        var shown = UntrustedText.Sanitize(file);
        try
        {
            // CreateNew checks and writes in one step, so that no file can be created in between.
            using var stream = new FileStream(cli.ResolvePath(file), force ? FileMode.Create : FileMode.CreateNew, FileAccess.Write);
            using var writer = new StreamWriter(stream);
            writer.Write(ConfigurationTemplate.Text);
        }
        catch (IOException e) when (!force && File.Exists(cli.ResolvePath(file)))
        {
            throw CommandException.CreateInvalidInput(
                $"'{shown}' already exists: use --force to overwrite it, or --config FILE for another.",
                e
            );
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw CommandException.CreateInvalidInput(
                $"'{shown}' cannot be written ({UntrustedText.Sanitize(e.Message)}): check the folder and its permissions.",
                e
            );
        }

        // Commands look for the default name in the folder that they are started in, and nowhere else.
        var isFound = cli.ResolvePath(file) == cli.ResolvePath(ConfigurationLoader.DefaultFileName);
        var reader = isFound
            ? "'advisor evaluate' reads it from this folder"
            : $"'advisor evaluate{SuggestedCommand.FormatOption("--config", file)}' reads it";
        cli.Out.WriteLine($"Wrote {shown}. Everything in it is optional; {reader}.");
        return ExitCodes.Success;
    }
}
