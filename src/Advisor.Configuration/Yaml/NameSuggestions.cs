namespace Advisor.Configuration.Yaml;

/// <summary>Suggests the intended name for a misspelled one.</summary>
public static class NameSuggestions
{
    /// <summary>
    /// Returns the known name with the fewest edits from <paramref name="word"/>, at most two or a third of its length, whichever is more;
    /// null if none is near.
    /// </summary>
    public static string? FindNearest(string word, IEnumerable<string> known)
    {
        var nearest = known
            .Select(candidate => (candidate, edits: CountEdits(word.ToUpperInvariant(), candidate.ToUpperInvariant())))
            .OrderBy(pair => pair.edits)
            .ThenBy(pair => pair.candidate, StringComparer.Ordinal)
            .FirstOrDefault();
        return nearest.candidate is not null && nearest.edits <= Math.Max(2, word.Length / 3) ? nearest.candidate : null;
    }

    // Levenshtein distance, one row at a time.
    private static int CountEdits(string from, string to)
    {
        if (Math.Abs(from.Length - to.Length) > Math.Max(2, from.Length / 3))
        {
            return int.MaxValue;
        }

        var row = Enumerable.Range(0, to.Length + 1).ToArray();
        for (var i = 1; i <= from.Length; i++)
        {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= to.Length; j++)
            {
                var change = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.Min(change, 1 + Math.Min(row[j], row[j - 1]));
            }
        }

        return row[^1];
    }
}
