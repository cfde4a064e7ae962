using System.Text;

namespace Advisor.Reporting.Terminal;

/// <summary>Wraps text between words.</summary>
public static class WordWrap
{
    /// <summary>
    /// Returns the lines of a text, each of at most <paramref name="width"/> characters. A longer word is not split, so that an id can be
    /// copied.
    /// </summary>
    public static IEnumerable<string> Wrap(string text, int width)
    {
        var line = new StringBuilder();
        foreach (var word in text.Split(' '))
        {
            if (line.Length > 0 && line.Length + 1 + word.Length > width)
            {
                yield return line.ToString();
                line.Clear();
            }

            line.Append(line.Length > 0 ? " " : string.Empty).Append(word);
        }

        yield return line.ToString();
    }
}
