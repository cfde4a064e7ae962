using Advisor.Configuration.Yaml;
using Advisor.Core.Text;

namespace Advisor.Cli.Inputs;

/// <summary>Words for what is wrong with a file: one line for one problem; a heading and a line each for several.</summary>
public static class Problems
{
    /// <param name="what">What the file is: "the rules", "the configuration".</param>
    public static string Format(string what, IReadOnlyList<DocumentProblem> problems)
    {
        var lines = problems.Select(p => UntrustedText.Plain(p.ToString())).ToList();
        return lines.Count == 1 ? lines[0] : $"{lines.Count} problems in {what}:\n" + string.Join('\n', lines.Select(line => "  " + line));
    }
}
