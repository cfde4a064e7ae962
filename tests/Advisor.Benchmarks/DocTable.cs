using Advisor.Tests;

namespace Advisor.Benchmarks;

/// <summary>
/// A table of docs/bench.md that a benchmark makes, between <c>&lt;!-- bench VERB --&gt;</c> and <c>&lt;!-- end of bench VERB --&gt;</c>.
/// </summary>
internal static class DocTable
{
    public static void Replace(string verb, string table)
    {
        var file = RepositoryFiles.GetPath("docs", "bench.md");
        var text = File.ReadAllText(file);
        var (begin, end) = ($"<!-- bench {verb} -->\n\n", $"<!-- end of bench {verb} -->");
        var (from, to) = (text.IndexOf(begin, StringComparison.Ordinal) + begin.Length, text.IndexOf(end, StringComparison.Ordinal));
        if (from < begin.Length || to < from)
        {
            throw new InvalidDataException($"{file} has no place for the table of '{verb}'.");
        }

        File.WriteAllText(file, text[..from] + table + "\n" + text[to..]);
    }
}
