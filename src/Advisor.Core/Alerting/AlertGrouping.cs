using System.Security.Cryptography;
using System.Text;
using Advisor.Core.Rules;

namespace Advisor.Core.Alerting;

/// <summary>Line of a message: the same event at several subjects.</summary>
/// <param name="Region">Region of the subjects; null if they have none.</param>
/// <param name="Count">Number of subjects.</param>
/// <param name="Since">Earliest start among them.</param>
/// <param name="Examples">A few of them, the worst first; at most <see cref="AlertGrouping.MaxExamples"/>.</param>
public sealed record AlertGroupLine(
    AlertEventKind Kind,
    string Condition,
    string? Region,
    int Count,
    DateTimeOffset Since,
    IReadOnlyList<AlertEvent> Examples
);

/// <summary>All events of a team's subjects within one interval.</summary>
/// <param name="MessageId">Id of the message: the same for the same notifications, in any order.</param>
/// <param name="Severity">Highest severity that began, continues or changed; the highest that ended if nothing else happened.</param>
/// <param name="Lines">Lines in order: what began before what ended, the worst first.</param>
/// <param name="Events">All events, for channels that keep an incident per alert.</param>
public sealed record AlertGroup(
    string Team,
    string MessageId,
    AlertSeverity Severity,
    IReadOnlyList<AlertGroupLine> Lines,
    IReadOnlyList<AlertEvent> Events
);

/// <summary>
/// Groups notifications, so that the failure of a region is one message to a team instead of fifty. Pure; the order of the input does not
/// matter.
/// </summary>
public static class AlertGrouping
{
    /// <summary>Maximum number of subjects named in a line; the count states the total.</summary>
    public const int MaxExamples = 5;

    private const int IdCharacters = 32;

    /// <summary>Creates one group of all notifications, regardless of their time.</summary>
    /// <param name="team">Team to notify.</param>
    /// <param name="notifications">Notifications, one or more.</param>
    public static AlertGroup CreateGroup(string team, IEnumerable<AlertEvent> notifications)
    {
        List<AlertEvent> all = [.. Sort(notifications.DistinctBy(n => n.EventId, StringComparer.Ordinal))];
        var lines = all.GroupBy(n => (n.Kind, n.Severity, n.Condition, n.Subject.Region))
            .Select(line => new AlertGroupLine(
                line.Key.Kind,
                line.Key.Condition,
                line.Key.Region,
                line.Select(n => n.DedupKey).Distinct(StringComparer.Ordinal).Count(),
                line.Min(n => n.Since),
                [.. line.Take(MaxExamples)]
            ))
            .ToList();
        return new AlertGroup(team, ComputeId(team, all), all[0].Severity, lines, all);
    }

    /// <summary>
    /// Returns the start of the interval that contains an instant. Intervals are counted from 1970; start inclusive, end exclusive.
    /// </summary>
    public static DateTimeOffset FindSlot(DateTimeOffset at, TimeSpan interval)
    {
        var passed = (at - DateTimeOffset.UnixEpoch).Ticks;
        var rest = passed % interval.Ticks;
        return DateTimeOffset.UnixEpoch.AddTicks(passed - (rest < 0 ? rest + interval.Ticks : rest));
    }

    private static IEnumerable<AlertEvent> Sort(IEnumerable<AlertEvent> notifications) =>
        notifications
            .OrderBy(n => n.Kind == AlertEventKind.Resolved)
            .ThenByDescending(n => n.Severity)
            .ThenBy(n => n.Condition, StringComparer.Ordinal)
            .ThenBy(n => n.Subject.Region, StringComparer.Ordinal)
            .ThenBy(n => n.Subject.Id, StringComparer.OrdinalIgnoreCase)
            .ThenBy(n => n.At)
            .ThenBy(n => n.EventId, StringComparer.Ordinal);

    private static string ComputeId(string team, List<AlertEvent> all)
    {
        var text = new StringBuilder(team);
        foreach (var notification in all)
        {
            text.Append($"\n{notification.EventId}");
        }

        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text.ToString())))[..IdCharacters];
    }
}
