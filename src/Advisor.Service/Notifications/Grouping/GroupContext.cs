using Advisor.Core.Alerting;
using Advisor.Core.Quantities;

namespace Advisor.Service.Notifications.Grouping;

/// <summary>Combines what the alerts of one message say beside their texts: limit, proposal, cost, what comes next. Pure.</summary>
internal static class GroupContext
{
    private const int MaxDiffering = 3;
    private const int MaxNames = 3;

    /// <summary>
    /// Returns a part of the context of alerts: what all of their resources share, or the first few texts with the resources of each, the
    /// worst first; null when no alert has the part.
    /// </summary>
    public static string? Combine(IReadOnlyList<AlertEvent> reports, Func<AlertEvent, string?> part)
    {
        var texts = reports
            .Where(report => !string.IsNullOrEmpty(part(report)) && !reports.Any(other => IsExtendedBy(report, other)))
            .GroupBy(report => part(report)!, StringComparer.Ordinal)
            .ToList();
        if (texts.Count == 0 || (texts.Count == 1 && ListNames(texts[0]).Count == ListNames(reports).Count))
        {
            return texts.FirstOrDefault()?.Key;
        }

        var examples = texts.Take(MaxDiffering).Select(same => Describe(same.Key, ListNames(same))).Aggregate(Append);
        // A resource may have several texts: it counts once, and not where it is in the examples.
        var more = ListNames(texts.SelectMany(same => same)).Count - ListNames(texts.Take(MaxDiffering).SelectMany(same => same)).Count;
        return more == 0 ? examples
            : examples.EndsWith('.') ? $"{examples} And {more} more."
            : $"{examples}; and {more} more";

        // Two alerts of one resource are about the same recommendation; the one that was sent before says since when.
        bool IsExtendedBy(AlertEvent report, AlertEvent other) =>
            string.Equals(other.Subject.Id, report.Subject.Id, StringComparison.OrdinalIgnoreCase)
            && part(report) is { } less
            && part(other) is { } longer
            && longer.Length > less.Length
            && longer.StartsWith(less, StringComparison.Ordinal);
    }

    private static string Describe(string text, List<string> names) =>
        $"{Wording.ListFirst([.. names.Take(MaxNames)], names.Count)}: {text}";

    private static List<string> ListNames(IEnumerable<AlertEvent> reports) =>
        [.. reports.DistinctBy(report => report.Subject.Id, StringComparer.OrdinalIgnoreCase).Select(report => report.Subject.Name)];

    // Sentences end with a full stop of their own.
    private static string Append(string before, string next) => before.EndsWith('.') ? $"{before} {next}" : $"{before}; {next}";
}
