using System.CommandLine;

namespace Advisor.Cli.Commands.Completion;

/// <summary><c>advisor completion SHELL</c>: prints a script that completes commands, options and their values.</summary>
public static class CompletionCommand
{
    private const string Help = """
        Print the completion of commands, options and values for a shell.

        Examples:
          bash, for this user
            advisor completion bash > ~/.local/share/bash-completion/completions/advisor
          zsh, into a folder of $fpath
            advisor completion zsh > ~/.zfunc/_advisor
          fish
            advisor completion fish > ~/.config/fish/completions/advisor.fish
          PowerShell
            advisor completion powershell | Add-Content $PROFILE
        """;

    private static readonly Dictionary<string, Func<IReadOnlyList<CompletionNode>, string>> Shells = new(StringComparer.OrdinalIgnoreCase)
    {
        ["bash"] = BashCompletion.Render,
        ["zsh"] = BashCompletion.RenderZsh,
        ["fish"] = FishCompletion.Render,
        ["powershell"] = PowerShellCompletion.Render,
        ["pwsh"] = PowerShellCompletion.Render,
    };

    /// <param name="createRoot">Creates the command tree of the program.</param>
    public static Command Create(CliContext cli, Func<Command> createRoot)
    {
        var shell = new Argument<string>("SHELL") { Description = "bash, zsh, fish or powershell.", HelpName = "SHELL" };
        shell.CompletionSources.Add(["bash", "zsh", "fish", "powershell"]);
        shell.Validators.Add(result =>
        {
            if (!Shells.ContainsKey(result.Tokens[0].Value))
            {
                result.AddError(
                    $"SHELL must be bash, zsh, fish or powershell, not '{Core.Text.UntrustedText.Sanitize(result.Tokens[0].Value)}'."
                );
            }
        });
        var command = new Command("completion", Help) { shell };
        command.SetAction(parse =>
        {
            cli.Out.Write(Shells[parse.GetValue(shell)!](CompletionTree.List(createRoot())));
            return ExitCodes.Success;
        });
        return command;
    }
}
