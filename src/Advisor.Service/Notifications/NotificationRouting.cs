using Advisor.Configuration.Routing;
using Advisor.Configuration.Schedules;
using Advisor.Core.Decisions;
using Advisor.Core.Rules;

namespace Advisor.Service.Notifications;

/// <summary>A channel selected for a message.</summary>
/// <param name="MinSeverity">Minimum severity for this channel.</param>
/// <param name="KeepsIncidents">Whether the channel gets alerts one by one.</param>
/// <param name="OnlyResolved">Whether the channel gets resolved alerts only.</param>
internal sealed record RoutingTarget(string Channel, AlertSeverity MinSeverity, bool KeepsIncidents, bool OnlyResolved = false)
{
    /// <summary>Whether the channel gets a notice. It is never resolved: it opens an incident only when a person has to act.</summary>
    public bool Gets(Notification notice) => notice.Severity >= MinSeverity && (!KeepsIncidents || notice.Severity >= AlertSeverity.Error);
}

/// <summary>Selects the team and the channels of a notification. Pure.</summary>
public sealed class NotificationRouting
{
    private readonly Dictionary<string, TeamSettings> teams;
    private readonly Dictionary<string, ChannelSettings> channels;
    private readonly TeamSettings defaultTeam;
    private readonly IReadOnlySet<string> excluded;
    private readonly bool acceptsAnyTeam;
    private readonly RoutingSettings settings;

    /// <param name="settings">Validated settings: teams name existing channels, and the default team exists.</param>
    /// <param name="excluded">Topics of notices that are not sent, because the program shows them itself; null = none.</param>
    public NotificationRouting(RoutingSettings settings, IEnumerable<string>? excluded = null)
    {
        teams = settings.Teams.ToDictionary(team => team.Name, StringComparer.OrdinalIgnoreCase);
        channels = settings.Channels.ToDictionary(channel => channel.Name, StringComparer.OrdinalIgnoreCase);
        defaultTeam = teams[settings.DefaultTeam];
        acceptsAnyTeam = settings.AcceptsAnyTeam;
        this.settings = settings;
        this.excluded = (excluded ?? []).ToHashSet(StringComparer.Ordinal);
    }

    /// <summary>Name of the channel of last resort, the program's own output. No configured channel can have this name.</summary>
    public const string OwnOutput = "/output";

    /// <summary>Names of the configured channels.</summary>
    public IEnumerable<string> Channels => channels.Values.Select(channel => channel.Name);

    /// <summary>Names of the configured teams.</summary>
    public IEnumerable<string> Teams => teams.Values.Select(team => team.Name);

    /// <summary>The times of a team's digests.</summary>
    public DigestSchedule FindDigest(string team) => settings.GetDigest(team);

    /// <summary>The maximum number of messages of a channel.</summary>
    public MessageLimit FindMaxMessages(string channel) => settings.GetMaxMessages(channel);

    /// <summary>
    /// Whether a channel gets every message: one that keeps incidents has summaries of its own and needs every end, and a log is read by
    /// search.
    /// </summary>
    internal bool IsUnlimited(string channel) =>
        channel == OwnOutput
        || (channels.TryGetValue(channel, out var known) && (known.KeepsIncidents || known.Type == ChannelType.Console));

    /// <summary>Whether a configured channel gets the requests for approval: one that is no log and keeps no incidents.</summary>
    public bool SendsApprovals => channels.Keys.Any(channel => !IsUnlimited(channel));

    /// <summary>The name of the configured team whose digests and repeated alerts include those of a team.</summary>
    public string FindDigestTeam(string? name) => name is not null && teams.TryGetValue(name, out var team) ? team.Name : defaultTeam.Name;

    /// <summary>The name of the team that is notified where the settings of a resource name one, or none.</summary>
    public string FindTeamName(string? name) => FindTeam(name, out _).Name;

    /// <summary>Returns the named team, or the default team.</summary>
    /// <param name="isUnknown">Whether the name is not a configured team.</param>
    internal TeamSettings FindTeam(string? name, out bool isUnknown)
    {
        if (string.IsNullOrEmpty(name))
        {
            isUnknown = false;
            return defaultTeam;
        }

        var isKnown = teams.TryGetValue(name, out var team);
        isUnknown = !isKnown && !acceptsAnyTeam;
        return team ?? (acceptsAnyTeam ? defaultTeam with { Name = name } : defaultTeam);
    }

    internal bool IsExcluded(string? topic) => topic is not null && excluded.Contains(topic);

    internal IReadOnlyList<RoutingTarget> FindTargets(TeamSettings team) => [.. team.Channels.Select(CreateTarget)];

    /// <summary>
    /// Selects the channels for alerts about a channel, never the channel itself: the other channels of its teams, else those of the
    /// default team, else any other; when all of these fail, the next ones too. When no working channel is left, the program's output,
    /// which a host keeps in its log. Any other channel that keeps incidents gets resolved alerts only: it may have received the firing
    /// alert while others failed.
    /// </summary>
    /// <param name="failing">Channels whose last attempt failed.</param>
    internal IReadOnlyList<RoutingTarget> FindAlternatives(string channel, IReadOnlySet<string> failing)
    {
        bool Is(TeamChannel c) => string.Equals(c.Channel, channel, StringComparison.OrdinalIgnoreCase);
        var having = teams.Values.Where(team => team.Channels.Any(Is)).SelectMany(team => team.Channels);
        IEnumerable<IEnumerable<TeamChannel>> choices =
        [
            having,
            defaultTeam.Channels,
            channels.Values.Select(c => new TeamChannel(c.Name)),
        ];
        var around = new List<RoutingTarget>();
        foreach (var choice in choices.TakeWhile(_ => around.TrueForAll(routingTarget => failing.Contains(routingTarget.Channel))))
        {
            around.AddRange(choice.Where(c => !Is(c)).Select(c => CreateTarget(c) with { MinSeverity = AlertSeverity.Info }));
        }

        around = [.. around.DistinctBy(routingTarget => routingTarget.Channel)];
        var keepers = channels.Values.Where(c =>
            c.KeepsIncidents && !Is(new TeamChannel(c.Name)) && !around.Exists(routingTarget => routingTarget.Channel == c.Name)
        );
        return
        [
            .. around.TrueForAll(routingTarget => failing.Contains(routingTarget.Channel))
                ? [new RoutingTarget(OwnOutput, AlertSeverity.Info, KeepsIncidents: false)]
                : (RoutingTarget[])[],
            .. around,
            .. keepers.Select(c => new RoutingTarget(c.Name, AlertSeverity.Info, KeepsIncidents: true, OnlyResolved: true)),
        ];
    }

    /// <summary>
    /// Returns why a channel of a team gets no messages such as this one, as words after "not sent: "; null where it gets them.
    /// </summary>
    public string? FindOmission(TeamChannel channel, Notification message)
    {
        var target = CreateTarget(channel);
        return message.Severity < target.MinSeverity ? $"its minSeverity is {target.MinSeverity.FormatName()}"
            : message.Topic is not null && !target.Gets(message) ? "it opens incidents, and of notices only those from error up do"
            : message.Topic is null && message.Alerts is not null && target.KeepsIncidents ? "it gets each alert by itself"
            : null;
    }

    private RoutingTarget CreateTarget(TeamChannel channel) =>
        new(channels[channel.Channel].Name, channel.MinSeverity, channels[channel.Channel].KeepsIncidents);
}
