using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Advisor.Core.Alerting;

/// <summary>The same thing at many subjects, in one line of a message.</summary>
/// <param name="Region">Null where the subjects have none.</param>
/// <param name="Count">How many subjects.</param>
/// <param name="Since">The earliest of them.</param>
/// <param name="Examples">A few of them, the worst first: see <see cref="AlertGroups.MostExamples"/>.</param>
public sealed record AlertGroupLine(
    AlertNotificationKind Kind,
    AlertSeverity Severity,
    string Condition,
    string? Region,
    int Count,
    DateTimeOffset Since,
    IReadOnlyList<AlertNotification> Examples);

/// <summary>Everything that happened to a team's subjects within one interval.</summary>
/// <param name="Slot">Start of the interval, inclusive.</param>
/// <param name="MessageId">Names this message: the same for the same notifications, in whatever order they came.</param>
/// <param name="Severity">The worst that began, goes on or changed; of what ended where nothing else happened.</param>
/// <param name="Lines">What began before what ended, the worst first.</param>
/// <param name="Notifications">All of them, for channels that keep an incident for each.</param>
public sealed record TeamMessage(
    string Team,
    DateTimeOffset Slot,
    string MessageId,
    AlertSeverity Severity,
    IReadOnlyList<AlertGroupLine> Lines,
    IReadOnlyList<AlertNotification> Notifications);

/// <summary>Puts notifications together, so that a region that fails is one message to a team and not fifty. Pure; the order of the input does not matter.</summary>
public static class AlertGroups
{
    /// <summary>A line names so many subjects at most; the count says how many there are.</summary>
    public const int MostExamples = 5;

    private const int IdCharacters = 32;

    /// <summary>One message for each team and interval, ascending by interval, then team. Intervals are counted from 1970; start inclusive, end exclusive.</summary>
    public static IReadOnlyList<TeamMessage> Of(IEnumerable<AlertNotification> notifications, TimeSpan interval)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(interval, TimeSpan.Zero);
        return
        [
            .. notifications
                .DistinctBy(n => n.EventId, StringComparer.Ordinal)
                .GroupBy(n => (n.Subject.Team, Slot: SlotOf(n.At, interval)))
                .OrderBy(group => group.Key.Slot)
                .ThenBy(group => group.Key.Team, StringComparer.Ordinal)
                .Select(group => Message(group.Key.Team, group.Key.Slot, [.. InOrder(group)])),
        ];
    }

    /// <summary>One message of everything that is there, whenever it happened; its interval is that of the earliest.</summary>
    /// <param name="team">Who is told.</param>
    /// <param name="notifications">One or more.</param>
    public static TeamMessage Together(string team, IEnumerable<AlertNotification> notifications, TimeSpan interval)
    {
        List<AlertNotification> all = [.. InOrder(notifications.DistinctBy(n => n.EventId, StringComparer.Ordinal))];
        return Message(team, SlotOf(all.Min(n => n.At), interval), all);
    }

    /// <summary>The start of the interval that an instant belongs to.</summary>
    public static DateTimeOffset SlotOf(DateTimeOffset at, TimeSpan interval)
    {
        var passed = (at - DateTimeOffset.UnixEpoch).Ticks;
        var rest = passed % interval.Ticks;
        return DateTimeOffset.UnixEpoch.AddTicks(passed - (rest < 0 ? rest + interval.Ticks : rest));
    }

    private static IEnumerable<AlertNotification> InOrder(IEnumerable<AlertNotification> notifications) => notifications
        .OrderBy(n => n.Kind == AlertNotificationKind.Resolved)
        .ThenByDescending(n => n.Severity)
        .ThenBy(n => n.Condition, StringComparer.Ordinal)
        .ThenBy(n => n.Subject.Region, StringComparer.Ordinal)
        .ThenBy(n => n.Subject.Id, StringComparer.OrdinalIgnoreCase)
        .ThenBy(n => n.At)
        .ThenBy(n => n.EventId, StringComparer.Ordinal);

    private static TeamMessage Message(string team, DateTimeOffset slot, List<AlertNotification> all)
    {
        var lines = all
            .GroupBy(n => (n.Kind, n.Severity, n.Condition, n.Subject.Region))
            .Select(line => new AlertGroupLine(
                line.Key.Kind,
                line.Key.Severity,
                line.Key.Condition,
                line.Key.Region,
                line.Select(n => n.DedupKey).Distinct(StringComparer.Ordinal).Count(),
                line.Min(n => n.Since),
                [.. line.Take(MostExamples)]))
            .ToList();
        return new TeamMessage(team, slot, IdOf(team, all), all[0].Severity, lines, all);
    }

    private static string IdOf(string team, List<AlertNotification> all)
    {
        var text = new StringBuilder(team);
        foreach (var notification in all)
        {
            text.Append(CultureInfo.InvariantCulture, $"\n{notification.EventId}");
        }

        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text.ToString())))[..IdCharacters];
    }
}
