using System.Text;

namespace Advisor.Cli.Commands.Completion;

/// <summary>Completion for bash and zsh. All words are names of the program: letters, digits and -.</summary>
internal static class BashCompletion
{
    /// <remarks>
    /// Words are never marked as file names: bash would add a slash where a folder has the name of a command. Files are left to bash, which
    /// quotes their names; bash 3.2, that of macOS, has no compopt and gets them as words. Bash splits --output=json into three words.
    /// </remarks>
    public static string Render(IReadOnlyList<CompletionNode> nodes) =>
        $$"""
            # Completion of advisor for bash: source it, or put it into /etc/bash_completion.d. Made by 'advisor completion bash'.
            _advisor_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }
            _advisor_files() {
              local IFS=$'\n'
              [ -n "$cur" ] || [ ${#COMPREPLY[@]} = 0 ] || COMPREPLY+=($(compgen -f))
              compopt -o default 2>/dev/null || COMPREPLY+=($(compgen -f -- "$cur"))
            }
            _advisor() {
              local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" at="" i
              case "$cur:$prev" in
                =:*) cur="" ;;
                *:=) prev="${COMP_WORDS[COMP_CWORD-2]}" ;;
              esac
              for ((i = 1; i < COMP_CWORD; i++)); do
                case "$at ${COMP_WORDS[i]}" in
                  {{ListPaths(nodes)}}) at="${at:+$at }${COMP_WORDS[i]}" ;;
                esac
              done
              COMPREPLY=()
              case "$at:$prev" in
            {{ListValues(nodes, words => $"_advisor_words \"{words}\"", "_advisor_files")}}  esac
              case "$at:$cur" in
            {{ListFileArguments(nodes, "_advisor_files")}}  esac
              case "$at" in
            {{ListWords(nodes, words => $"_advisor_words \"{words}\"")}}  esac
            }
            complete -F _advisor advisor

            """.Replace("            ", "", StringComparison.Ordinal);

    public static string RenderZsh(IReadOnlyList<CompletionNode> nodes) =>
        $$"""
            #compdef advisor
            # Completion of advisor for zsh: put it as _advisor into a folder of $fpath. Made by 'advisor completion zsh'.
            _advisor() {
              local prev="${words[CURRENT-1]}" at="" i
              [[ "${words[CURRENT]}" != --*=* ]] || { prev="${words[CURRENT]%%=*}"; compset -P '*='; }
              for ((i = 2; i < CURRENT; i++)); do
                case "$at ${words[i]}" in
                  ({{ListPaths(nodes)}}) at="${at:+$at }${words[i]}" ;;
                esac
              done
              case "$at:$prev" in
            {{ListValues(nodes, words => $"compadd -- {words}", "_files")}}  esac
              case "$at:${words[CURRENT]}" in
            {{ListFileArguments(nodes, "_files")}}  esac
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

    private static string ListValues(IReadOnlyList<CompletionNode> nodes, Func<string, string> offer, string files)
    {
        var text = new StringBuilder();
        foreach (var node in nodes)
        {
            foreach (var option in node.Options.Where(option => option.TakesValue))
            {
                var names = string.Join('|', option.Names.Select(name => $"\"{node.Path}:{name}\""));
                string[] actions =
                [
                    .. option.Values.Count > 0 ? [offer(string.Join(' ', option.Values))] : Array.Empty<string>(),
                    .. option.TakesFile ? [files] : Array.Empty<string>(),
                    "return",
                ];
                text.Append($"    ({names}) {string.Join("; ", actions)} ;;\n");
            }
        }

        return text.ToString();
    }

    // An argument that is a file or folder; a word that begins with - is an option.
    private static string ListFileArguments(IReadOnlyList<CompletionNode> nodes, string files) =>
        string.Concat(
            nodes.Where(node => node.TakesFile).Select(node => $"    (\"{node.Path}\":-*) ;;\n    (\"{node.Path}\":*) {files}; return ;;\n")
        );

    private static string ListWords(IReadOnlyList<CompletionNode> nodes, Func<string, string> offer) =>
        string.Concat(nodes.Select(node => $"    (\"{node.Path}\") {offer(string.Join(' ', node.Words))} ;;\n"));
}
