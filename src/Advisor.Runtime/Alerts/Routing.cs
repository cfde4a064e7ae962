using Advisor.Core.Alerting;
using Advisor.Runtime.Configuration;

namespace Advisor.Runtime.Alerts;

/// <summary>A channel that a message goes to.</summary>
/// <param name="Least">What is less severe does not go there.</param>
/// <param name="KeepsIncidents">Whether it is given the alerts one by one.</param>
/// <param name="OnlyEnds">Whether it is told of ends alone.</param>
internal sealed record Target(string Channel, AlertSeverity Least, bool KeepsIncidents, bool OnlyEnds = false);

/// <summary>Who is told, and by which channels. Pure.</summary>
public sealed class Routing
{
    private readonly Dictionary<string, TeamSettings> teams;
    private readonly Dictionary<string, ChannelSettings> channels;
    private readonly TeamSettings everybodyElse;
    private readonly IReadOnlySet<string> unsaid;
    private readonly bool takesAnyTeam;

    /// <param name="settings">Checked: its teams name channels that are there, and its default is one of its teams.</param>
    /// <param name="unsaid">Kinds of notices that nobody is told, since the program shows them otherwise; null = none.</param>
    public Routing(RoutingSettings settings, IEnumerable<string>? unsaid = null)
    {
        teams = settings.Teams.ToDictionary(team => team.Name, StringComparer.OrdinalIgnoreCase);
        channels = settings.Channels.ToDictionary(channel => channel.Name, StringComparer.OrdinalIgnoreCase);
        everybodyElse = teams[settings.DefaultTeam];
        takesAnyTeam = settings.TakesAnyTeam;
        this.unsaid = (unsaid ?? []).ToHashSet(StringComparer.Ordinal);
    }

    /// <summary>The channel of last resort, which every program has: its own output. No channel of the settings can be called so.</summary>
    public const string OwnOutput = "/output";

    /// <summary>The names of the channels.</summary>
    public IEnumerable<string> Channels => channels.Values.Select(channel => channel.Name);

    /// <summary>The team that is told: the one named, or the default one.</summary>
    /// <param name="isStranger">Whether a team is named that is not configured.</param>
    internal TeamSettings TeamOf(string? name, out bool isStranger)
    {
        if (string.IsNullOrEmpty(name))
        {
            isStranger = false;
            return everybodyElse;
        }

        var isKnown = teams.TryGetValue(name, out var team);
        isStranger = !isKnown && !takesAnyTeam;
        return team ?? (takesAnyTeam ? everybodyElse with { Name = name } : everybodyElse);
    }

    internal bool IsUnsaid(string kind) => unsaid.Contains(kind);

    internal IReadOnlyList<Target> TargetsOf(TeamSettings team) => [.. team.Channels.Select(Of)];

    /// <summary>
    /// By what the trouble of a channel is told, never by itself: the other channels of the teams that have it, else those of the default team, else any other; where
    /// all of these fail as well, the next ones too. Where none is left that works, the output of the program, which a host keeps in its log. Any other channel that
    /// keeps incidents is told of the end alone: it may have been told of the beginning when others failed.
    /// </summary>
    /// <param name="failing">Channels whose last attempt failed.</param>
    internal IReadOnlyList<Target> AroundOf(string channel, IReadOnlySet<string> failing)
    {
        bool Is(TeamChannel c) => string.Equals(c.Channel, channel, StringComparison.OrdinalIgnoreCase);
        var having = teams.Values.Where(team => team.Channels.Any(Is)).SelectMany(team => team.Channels);
        IEnumerable<IEnumerable<TeamChannel>> choices = [having, everybodyElse.Channels, channels.Values.Select(c => new TeamChannel(c.Name))];
        var around = new List<Target>();
        foreach (var choice in choices.TakeWhile(_ => around.TrueForAll(target => failing.Contains(target.Channel))))
        {
            around.AddRange(choice.Where(c => !Is(c)).Select(c => Of(c) with { Least = AlertSeverity.Info }));
        }

        around = [.. around.DistinctBy(target => target.Channel)];
        var keepers = channels.Values.Where(c => c.KeepsIncidents && !Is(new TeamChannel(c.Name)) && !around.Exists(target => target.Channel == c.Name));
        return
        [
            .. around.TrueForAll(target => failing.Contains(target.Channel)) ? [new Target(OwnOutput, AlertSeverity.Info, KeepsIncidents: false)] : (Target[])[],
            .. around,
            .. keepers.Select(c => new Target(c.Name, AlertSeverity.Info, KeepsIncidents: true, OnlyEnds: true)),
        ];
    }

    private Target Of(TeamChannel channel) => new(channels[channel.Channel].Name, channel.Least, channels[channel.Channel].KeepsIncidents);
}
