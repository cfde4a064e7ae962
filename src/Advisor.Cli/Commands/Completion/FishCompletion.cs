using System.Text;

namespace Advisor.Cli.Commands.Completion;

/// <summary>Completion for fish, with a description beside each word.</summary>
internal static class FishCompletion
{
    public static string Render(IReadOnlyList<CompletionNode> nodes)
    {
        var text = new StringBuilder(
            $"""
            # Completion of advisor for fish: put it into ~/.config/fish/completions/advisor.fish. Made by 'advisor completion fish'.
            function __advisor_at
              set -l at
              for word in (commandline -opc)[2..-1]
                switch (string trim -- "$at $word")
                  case {string.Join(' ', nodes.Where(node => node.Path.Length > 0).Select(node => Quote(node.Path)))}
                    set at (string trim -- "$at $word")
                end
              end
              test "$at" = "$argv[1]"
            end
            complete -c advisor -f

            """
        );
        foreach (var node in nodes)
        {
            var condition = $"complete -c advisor -n {Quote($"__advisor_at {Quote(node.Path)}")}";
            foreach (var (name, description) in node.Commands)
            {
                text.Append($"{condition} -a {name} -d {Quote(description)}\n");
            }

            text.Append(node.Values.Count > 0 ? $"{condition} -a {Quote(string.Join(' ', node.Values))}\n" : "");
            text.Append(node.TakesFile ? $"{condition} -F\n" : "");
            foreach (var option in node.Options)
            {
                var values =
                    (
                        option.TakesFile ? " -r -F"
                        : option.TakesValue ? " -x"
                        : ""
                    ) + (option.Values.Count > 0 ? $" -a {Quote(string.Join(' ', option.Values))}" : "");
                text.Append($"{condition}{string.Concat(option.Names.Select(FormatName))}{values} -d {Quote(option.Text)}\n");
            }
        }

        return text.ToString();
    }

    private static string FormatName(string name) =>
        name.StartsWith("--", StringComparison.Ordinal) ? $" -l {name[2..]}"
        : name.Length == 2 ? $" -s {Quote(name[1..])}"
        : $" -o {name[1..]}";

    private static string Quote(string text) =>
        $"'{text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("'", "\\'", StringComparison.Ordinal)}'";
}
