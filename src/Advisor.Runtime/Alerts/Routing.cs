using Advisor.Core.Alerting;
using Advisor.Runtime.Configuration;

namespace Advisor.Runtime.Alerts;

/// <summary>A channel that a message goes to.</summary>
/// <param name="Least">What is less severe does not go there.</param>
/// <param name="KeepsIncidents">Whether it is given the alerts one by one.</param>
internal sealed record Target(string Channel, AlertSeverity Least, bool KeepsIncidents);

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

    /// <summary>By what the trouble of a channel is told: the other channels of the teams that have it, else those of the default team, else any other; never itself.</summary>
    internal IReadOnlyList<Target> AroundOf(string channel)
    {
        bool IsOther(TeamChannel c) => !string.Equals(c.Channel, channel, StringComparison.OrdinalIgnoreCase);
        var having = teams.Values.Where(team => !team.Channels.All(IsOther)).SelectMany(team => team.Channels);
        IEnumerable<IEnumerable<TeamChannel>> choices = [having, everybodyElse.Channels, channels.Values.Select(c => new TeamChannel(c.Name))];
        return
        [
            .. (choices.Select(some => some.Where(IsOther).DistinctBy(c => c.Channel, StringComparer.OrdinalIgnoreCase).ToList()).FirstOrDefault(some => some.Count > 0) ?? [])
                .Select(c => Of(c) with { Least = AlertSeverity.Info }),
        ];
    }

    private Target Of(TeamChannel channel) => new(channels[channel.Channel].Name, channel.Least, channels[channel.Channel].KeepsIncidents);
}
