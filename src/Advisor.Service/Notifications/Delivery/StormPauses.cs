using Advisor.Core.Alerting;
using Advisor.Service.Store;

namespace Advisor.Service.Notifications.Delivery;

/// <summary>
/// Makes the messages of a team to a channel rarer while many of its resources have alerts: what a person does then does not depend on the
/// fiftieth. The first is sent at once; the next ones collect 5 minutes, 10, 20 and then 30, until an hour has passed without one. A
/// channel that keeps incidents does not wait, whatever the team's other channels do. Pure.
/// </summary>
internal sealed class StormPauses(IReadOnlyDictionary<string, TeamStorm>? before, DateTimeOffset now)
{
    /// <summary>Number of resources in one message from which it is about many.</summary>
    public const int ManyResources = 20;

    private static readonly TimeSpan FirstPause = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan MaxPause = TimeSpan.FromMinutes(30);
    private static readonly TimeSpan Memory = TimeSpan.FromHours(1);

    private readonly Dictionary<string, TeamStorm> storms = (before ?? new Dictionary<string, TeamStorm>())
        .Where(storm => storm.Value.NotifiedAt <= now + ClockMark.Tolerance && now - storm.Value.NotifiedAt < Memory)
        .ToDictionary(StringComparer.OrdinalIgnoreCase);

    /// <summary>What a later plan continues with; null when there is no storm.</summary>
    public IReadOnlyDictionary<string, TeamStorm>? Storms => storms.Count == 0 ? null : storms;

    /// <summary>Whether the messages of a team to a channel wait. An alert that is new and critical waits for nothing.</summary>
    public bool MustWait(RoutingTarget target, string team, IEnumerable<AlertEvent> alerts) =>
        !target.KeepsIncidents
        && Find(target.Channel, team) is { } storm
        && now - storm.NotifiedAt < ComputePause(storm.Messages)
        && !alerts.Any(alert => alert.Kind.IsNewlyCritical(alert.Severity));

    /// <summary>Records a message of a team to a channel.</summary>
    /// <param name="resources">Number of resources that it is about; 0 when there is none.</param>
    public void Record(string channel, string team, int resources)
    {
        if (resources == 0)
        {
            return;
        }

        if (Find(channel, team) is { } storm)
        {
            // Messages of one plan count once.
            storms[CreateKey(channel, team)] = storm.NotifiedAt == now ? storm : new TeamStorm(now, storm.Messages + 1);
        }
        else if (resources >= ManyResources)
        {
            storms[CreateKey(channel, team)] = new TeamStorm(now, 1);
        }
    }

    // Earlier versions counted per team: what they wrote holds for each of its channels until it is forgotten.
    private TeamStorm? Find(string channel, string team) =>
        storms.GetValueOrDefault(CreateKey(channel, team)) ?? storms.GetValueOrDefault(team);

    private static string CreateKey(string channel, string team) => $"{channel}/{team}";

    private static TimeSpan ComputePause(int messages)
    {
        var pause = FirstPause * Math.Pow(2, Math.Min(messages - 1, 10));
        return pause < MaxPause ? pause : MaxPause;
    }
}
