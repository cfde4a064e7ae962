using Advisor.Configuration.Yaml;
using Advisor.Core.Text;

namespace Advisor.Cli.Inputs;

/// <summary>Formats the problems of a file: one line for a single problem; a heading and one line each for several.</summary>
public static class Problems
{
    /// <param name="what">Name of the file's content: "the rules", "the configuration".</param>
    public static string Format(string what, IReadOnlyList<DocumentProblem> problems)
    {
        var lines = problems.Select(p => UntrustedText.Sanitize(p.ToString())).ToList();
        return lines.Count == 1 ? lines[0] : $"{lines.Count} problems in {what}:\n" + string.Join('\n', lines.Select(line => "  " + line));
    }
}
