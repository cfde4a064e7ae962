using System.Text;

namespace Advisor.Cli.Commands.Completion;

/// <summary>Completion for bash and zsh. All words are names of the program: letters, digits and -.</summary>
internal static class BashCompletion
{
    public static string Render(IReadOnlyList<CompletionNode> nodes) =>
        $$"""
            # Completion of advisor for bash: source it, or put it into /etc/bash_completion.d. Made by 'advisor completion bash'.
            _advisor() {
              local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" at="" i
              for ((i = 1; i < COMP_CWORD; i++)); do
                case "$at ${COMP_WORDS[i]}" in
                  {{ListPaths(nodes)}}) at="${at:+$at }${COMP_WORDS[i]}" ;;
                esac
              done
              COMPREPLY=()
              case "$at:$prev" in
            {{ListValues(
                nodes,
                words => $"COMPREPLY=($(compgen -W \"{words}\" -- \"$cur\")); return",
                "COMPREPLY=($(compgen -f -- \"$cur\")); return",
                "return"
            )}}  esac
              case "$at" in
            {{ListWords(nodes, words => $"COMPREPLY=($(compgen -W \"{words}\" -- \"$cur\"))")}}  esac
            }
            complete -o filenames -F _advisor advisor

            """.Replace(
            "            ",
            "",
            StringComparison.Ordinal
        );

    public static string RenderZsh(IReadOnlyList<CompletionNode> nodes) =>
        $$"""
            #compdef advisor
            # Completion of advisor for zsh: put it as _advisor into a folder of $fpath. Made by 'advisor completion zsh'.
            _advisor() {
              local prev="${words[CURRENT-1]}" at="" i
              for ((i = 2; i < CURRENT; i++)); do
                case "$at ${words[i]}" in
                  ({{ListPaths(nodes)}}) at="${at:+$at }${words[i]}" ;;
                esac
              done
              case "$at:$prev" in
            {{ListValues(nodes, words => $"compadd -- {words}; return", "_files; return", "return")}}  esac
              case "$at" in
            {{ListWords(nodes, words => $"compadd -- {words}")}}  esac
            }
            if [ "${funcstack[1]}" = _advisor ]; then _advisor "$@"; else compdef _advisor advisor; fi

            """.Replace("            ", "", StringComparison.Ordinal);

    private static string ListPaths(IReadOnlyList<CompletionNode> nodes) =>
        string.Join(
            "|",
            nodes
                .Where(node => node.Path.Length > 0)
                .Select(node => node.Path.Contains(' ', StringComparison.Ordinal) ? $"\"{node.Path}\"" : $"\" {node.Path}\"")
        );

    private static string ListValues(IReadOnlyList<CompletionNode> nodes, Func<string, string> offer, string files, string nothing)
    {
        var text = new StringBuilder();
        foreach (var node in nodes)
        {
            foreach (var option in node.Options.Where(option => option.TakesValue))
            {
                var names = string.Join('|', option.Names.Select(name => $"\"{node.Path}:{name}\""));
                var action = option switch
                {
                    { Values.Count: > 0 } => offer(string.Join(' ', option.Values)),
                    { TakesFile: true } => files,
                    _ => nothing,
                };
                text.Append($"    ({names}) {action} ;;\n");
            }
        }

        return text.ToString();
    }

    private static string ListWords(IReadOnlyList<CompletionNode> nodes, Func<string, string> offer) =>
        string.Concat(nodes.Select(node => $"    (\"{node.Path}\") {offer(string.Join(' ', node.Words))} ;;\n"));
}
