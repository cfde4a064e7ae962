using System.Text;

namespace Advisor.Cli.Commands.Iac;

/// <summary>A unified diff of two texts of the same lines, of which some differ: for <c>git apply</c> and <c>patch -p1</c>.</summary>
internal static class LineDiff
{
    private const int Context = 3;

    /// <param name="path">Path with forward slashes.</param>
    public static string Render(string path, string before, string after)
    {
        var (old, changed) = (before.Split('\n'), after.Split('\n'));
        var diff = new StringBuilder($"--- a/{path}\n+++ b/{path}\n");
        var differing = Enumerable.Range(0, old.Length).Where(line => old[line] != changed[line]).ToList();
        for (var at = 0; at < differing.Count; )
        {
            // Changes whose context touches are one hunk.
            var last = at;
            while (last + 1 < differing.Count && differing[last + 1] - differing[last] <= 2 * Context)
            {
                last++;
            }

            AppendHunk(diff, old, changed, differing[at], differing[last]);
            at = last + 1;
        }

        return diff.ToString();
    }

    private static void AppendHunk(StringBuilder diff, string[] old, string[] changed, int first, int last)
    {
        // What follows the last line break is a line only where it is not empty.
        var count = old[^1].Length == 0 ? old.Length - 1 : old.Length;
        var (from, to) = (Math.Max(0, first - Context), Math.Min(count, last + Context + 1));
        var range = $"{from + 1},{to - from}";
        diff.Append($"@@ -{range} +{range} @@\n");
        for (var line = from; line < to; line++)
        {
            var end = line == old.Length - 1 ? "\n\\ No newline at end of file\n" : "\n";
            diff.Append(old[line] == changed[line] ? $" {old[line]}{end}" : $"-{old[line]}{end}+{changed[line]}{end}");
        }
    }
}
