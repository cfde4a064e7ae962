using Advisor.Core.Alerting;

namespace Advisor.Service.Notifications.Grouping;

/// <summary>Combines what the alerts of one message say beside their texts: limit, proposal, cost, what comes next. Pure.</summary>
internal static class GroupContext
{
    private const int MaxDiffering = 3;

    /// <summary>
    /// Returns a part of the context of alerts: one shared value once, different ones for the first few, the worst first; null when no
    /// alert has the part.
    /// </summary>
    public static string? Combine(IReadOnlyList<AlertEvent> reports, Func<AlertEvent, string?> part)
    {
        var known = reports
            .Where(report => !string.IsNullOrEmpty(part(report)) && !reports.Any(other => IsExtendedBy(report, other)))
            .ToList();
        if (known.Select(part).Distinct(StringComparer.Ordinal).Count() <= 1)
        {
            return known.Count == 0 ? null : part(known[0]);
        }

        var examples = known.Take(MaxDiffering).Select(report => $"{report.Subject.Name}: {part(report)}").Aggregate(Append);
        var more = known.Count - MaxDiffering;
        return more <= 0 ? examples
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

    // Sentences end with a full stop of their own.
    private static string Append(string before, string next) => before.EndsWith('.') ? $"{before} {next}" : $"{before}; {next}";
}
