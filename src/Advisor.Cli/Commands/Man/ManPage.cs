using System.CommandLine;
using System.Text;

namespace Advisor.Cli.Commands.Man;

/// <summary>The manual page of the program as roff, from the same texts as the help.</summary>
internal static class ManPage
{
    public static string Render(Command root, string version)
    {
        var page = new StringBuilder();
        page.Append($".TH ADVISOR 1 \"\" \"advisor {Escape(version)}\" \"User Commands\"\n");
        page.Append(".SH NAME\nadvisor \\- sizes of Azure SignalR and Web PubSub resources\n");
        page.Append(".SH SYNOPSIS\n.B advisor\n.I COMMAND\n[\\fIOPTION\\fR]...\n");
        page.Append(".SH DESCRIPTION\n");
        AppendText(page, root.Description ?? "");
        page.Append(".SH COMMANDS\n");
        AppendCommands(page, root, "advisor");
        page.Append(".SH OPTIONS\nValid after every command, but for \\-\\-version, which stands alone.\n");
        AppendOptions(page, root);
        page.Append(".SH EXIT STATUS\n");
        foreach (var (code, meaning) in ExitCodes.All)
        {
            page.Append($".TP\n.B {code}\n{Escape(meaning)}\n");
        }

        page.Append(".SH FILES\n.TP\n.I advisor.yaml\nSettings, read from the working folder; 'advisor init' writes one.\n");
        page.Append(".TP\n.I advisor-state.db\nState of 'advisor watch' and 'advisor serve'.\n");
        return page.ToString();
    }

    private static void AppendCommands(StringBuilder page, Command parent, string path)
    {
        foreach (var command in parent.Subcommands)
        {
            var name = $"{path} {command.Name}";
            if (command.Action is not null)
            {
                var arguments = string.Concat(
                    command.Arguments.Select(a => a.Arity.MinimumNumberOfValues > 0 ? $" {a.Name}" : $" [{a.Name}]")
                );
                page.Append($".SS {Escape(name + arguments)}\n");
                AppendText(page, command.Description ?? "");
                AppendOptions(page, command);
            }

            AppendCommands(page, command, name);
        }
    }

    private static void AppendOptions(StringBuilder page, Command command)
    {
        foreach (var option in command.Options.Where(option => !option.Hidden))
        {
            string[] names = [option.Name, .. option.Aliases.Where(a => a.StartsWith('-')).Order(StringComparer.Ordinal)];
            var value = option.HelpName is { } help && option.ValueType != typeof(bool) ? $" \\fI{Escape(help)}\\fR" : "";
            page.Append($".TP\n\\fB{string.Join(", ", names.Select(Escape))}\\fR{value}\n");
            AppendText(page, option.Description ?? "");
        }
    }

    // Paragraphs as in the help; lines that are indented there, examples, are not filled.
    private static void AppendText(StringBuilder page, string text)
    {
        var isExample = false;
        foreach (var line in text.ReplaceLineEndings("\n").Split('\n'))
        {
            if (line.Length == 0)
            {
                page.Append(isExample ? "" : ".PP\n");
                continue;
            }

            var indented = line[0] == ' ';
            if (indented != isExample)
            {
                page.Append(indented ? ".PP\n.nf\n" : ".fi\n.PP\n");
                isExample = indented;
            }

            page.Append(Escape(line)).Append('\n');
        }

        page.Append(isExample ? ".fi\n" : "");
    }

    // A period or an apostrophe at the start of a line would be a request.
    private static string Escape(string text)
    {
        var plain = text.Replace("\\", "\\e", StringComparison.Ordinal).Replace("-", "\\-", StringComparison.Ordinal);
        return plain.StartsWith('.') || plain.StartsWith('\'') ? "\\&" + plain : plain;
    }
}
