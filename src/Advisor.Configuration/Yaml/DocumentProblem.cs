using Advisor.Core.Text;

namespace Advisor.Configuration.Yaml;

/// <summary>Problem of a file written by a person, and its position.</summary>
/// <param name="File">File as the user named it.</param>
/// <param name="Line">Line in the file, from 1; null if the problem has no line.</param>
/// <param name="Path">Path in the document, such as <c>rows[3].inboundMessages[2]</c>; empty for the document as a whole.</param>
/// <param name="Reason">One sentence: the error and the valid form.</param>
public sealed record DocumentProblem(string File, int? Line, string Path, string Reason)
{
    /// <summary>Returns one line: <c>advisor.yaml:12: defaults.mode: ...</c>.</summary>
    public override string ToString()
    {
        var place = Line is { } line ? File + ":" + line.ToString() : File;
        return Path.Length == 0 ? $"{place}: {Reason}" : $"{place}: {Path}: {Reason}";
    }
}

/// <summary>Collects the problems of one file, so that all are reported at once.</summary>
internal sealed class ProblemLog(string file)
{
    // A file that is not meant for this program would flood the terminal.
    private const int MaxProblems = 100;

    private readonly List<DocumentProblem> problems = [];
    private readonly List<string> notes = [];

    public string File { get; } = file;

    public IReadOnlyList<DocumentProblem> All => problems;

    public int Count { get; private set; }

    /// <summary>What has no effect as it is stated, each with its place; the file is valid all the same.</summary>
    public IReadOnlyList<string> Notes => notes;

    /// <summary>Told of every key that is asked for; null = no one is.</summary>
    public Action<KeyRead>? Asked { get; init; }

    /// <summary>Adds a sentence to <see cref="Notes"/>.</summary>
    public void Note(string path, string text) => notes.Add(UntrustedText.Sanitize($"{path}: {text}"));

    public void Add(int? line, string path, string reason)
    {
        Count++;
        if (Count <= MaxProblems)
        {
            problems.Add(new DocumentProblem(File, line, path, reason));
        }
        else if (Count == MaxProblems + 1)
        {
            problems.Add(new DocumentProblem(File, null, "", $"More than {MaxProblems} problems; the rest are not shown."));
        }
    }
}
