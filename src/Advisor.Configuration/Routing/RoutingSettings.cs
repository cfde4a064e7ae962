using Advisor.Configuration.Schedules;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;

namespace Advisor.Configuration.Routing;

/// <summary>Type of a notification channel.</summary>
public enum ChannelType
{
    Teams,
    Slack,

    /// <summary>PagerDuty Events v2, with an incident per alert.</summary>
    PagerDuty,

    /// <summary>CloudEvents over HTTP POST.</summary>
    Webhook,

    Email,

    /// <summary>Lines on the standard output of the program.</summary>
    Console,

    /// <summary>Alertmanager of Prometheus, with an alert per alert.</summary>
    Alertmanager,

    /// <summary>A custom topic of Azure Event Grid, with CloudEvents.</summary>
    EventGrid,

    /// <summary>The common alert schema of Azure Monitor over HTTP POST, with an alert per alert.</summary>
    CommonAlert,
}

/// <summary>Channel of advisor.yaml. Contains secrets only as references.</summary>
public sealed record ChannelSettings
{
    public required string Name { get; init; }

    public required ChannelType Type { get; init; }

    /// <summary>Reference to the receiver's URL (teams, slack, webhook); null for other types.</summary>
    public SecretReference? Address { get; init; }

    /// <summary>Reference to the routing key (pagerduty), the signing key (webhook) or the token (alertmanager); null = none.</summary>
    public SecretReference? Key { get; init; }

    /// <summary>URL of PagerDuty if not the default one, of the Alertmanager, or of the topic of Event Grid; not a secret.</summary>
    public Uri? Endpoint { get; init; }

    /// <summary>Whether the receiver may be on a private network; default false.</summary>
    public bool AllowPrivate { get; init; }

    /// <summary>Settings of an email channel; null for other types.</summary>
    public EmailSettings? Email { get; init; }

    /// <summary>Maximum number of messages; null = that of <see cref="RoutingSettings.Notifications"/>.</summary>
    public MessageLimit? MaxMessages { get; init; }

    /// <summary>Whether the receiver keeps an incident per alert, from start to end.</summary>
    public bool KeepsIncidents => Type is ChannelType.PagerDuty or ChannelType.Alertmanager or ChannelType.CommonAlert;
}

/// <summary>Channel of a team.</summary>
/// <param name="MinSeverity">Lowest severity sent to the channel; default all.</param>
public sealed record TeamChannel(string Channel, AlertSeverity MinSeverity = AlertSeverity.Info);

public sealed record TeamSettings(string Name, IReadOnlyList<TeamChannel> Channels)
{
    /// <summary>Times of digests; null = those of <see cref="RoutingSettings.Notifications"/>.</summary>
    public DigestSchedule? Digest { get; init; }

    /// <summary>Minimum saving of its resources, where an entry or a tag of the resource states none.</summary>
    public SavingThresholdPatch MinSaving { get; init; }

    /// <summary>Maximum bill of a calendar month of all its resources; null = none.</summary>
    public Money? MonthlyBudget { get; init; }
}

/// <summary>Route of resources with a tag to a team.</summary>
/// <param name="Value">Value of the tag, compared without case; null = any.</param>
public sealed record TagRoute(string Tag, string? Value, string Team);

/// <summary>
/// Routing of notifications: <c>channels</c>, <c>teams</c> and <c>routes</c> of advisor.yaml. Names compare without case.
/// </summary>
public sealed record RoutingSettings
{
    public IReadOnlyList<ChannelSettings> Channels { get; init; } = [];

    public IReadOnlyList<TeamSettings> Teams { get; init; } = [];

    /// <summary>Routes by tags of a resource; the first match applies.</summary>
    public IReadOnlyList<TagRoute> Routes { get; init; } = [];

    /// <summary>Team of everything that no route matches; one of <see cref="Teams"/>.</summary>
    public required string DefaultTeam { get; init; }

    /// <summary>Times of digests and limits, for teams and channels that state none.</summary>
    public NotificationSettings Notifications { get; init; } = NotificationSettings.Default;

    /// <summary>Whether an unlisted team is notified through the channels of the default team, under its own name.</summary>
    public bool AcceptsAnyTeam { get; init; }

    /// <summary>Creates the routing of everything to one channel, for use without a file.</summary>
    public static RoutingSettings CreateForChannel(ChannelSettings channel) =>
        new()
        {
            Channels = [channel],
            Teams = [new TeamSettings("everybody", [new TeamChannel(channel.Name)])],
            DefaultTeam = "everybody",
            AcceptsAnyTeam = true,
        };

    /// <summary>Creates the routing of everything to one webhook, unsigned.</summary>
    /// <param name="variable">Environment variable that contains its URL.</param>
    /// <param name="address">The URL, which is not stored; one on this machine may be private and without TLS.</param>
    public static RoutingSettings CreateForWebhook(string variable, Uri address) =>
        CreateForChannel(
            new ChannelSettings
            {
                Name = "webhook",
                Type = ChannelType.Webhook,
                Address = new SecretReference(variable, null),
                AllowPrivate = address.IsLoopback,
            }
        );

    /// <summary>Creates the routing of everything to the standard output of the program.</summary>
    public static RoutingSettings CreateForConsole() =>
        CreateForChannel(new ChannelSettings { Name = "console", Type = ChannelType.Console });

    /// <summary>Whether a secret of any channel, such as its URL, is in the given environment variable.</summary>
    public bool UsesVariable(string variable) =>
        Channels.Any(channel =>
            new[] { channel.Address, channel.Key, channel.Email?.Password }.Any(secret => secret?.Variable == variable)
        );

    /// <summary>Returns the settings of a team, or those of the default team; null if that is not listed.</summary>
    public TeamSettings? FindSettings(string? team) =>
        Teams.FirstOrDefault(known => string.Equals(known.Name, team, StringComparison.OrdinalIgnoreCase))
        ?? Teams.FirstOrDefault(known => string.Equals(known.Name, DefaultTeam, StringComparison.OrdinalIgnoreCase));

    /// <summary>Returns the times of digests of a team.</summary>
    public DigestSchedule GetDigest(string? team) => FindSettings(team)?.Digest ?? Notifications.Digest;

    /// <summary>Returns the maximum number of messages of a channel.</summary>
    public MessageLimit GetMaxMessages(string channel) =>
        Channels.FirstOrDefault(known => string.Equals(known.Name, channel, StringComparison.OrdinalIgnoreCase))?.MaxMessages
        ?? Notifications.MaxMessages;

    /// <summary>Returns the team for the tags of a resource; null if no route matches.</summary>
    public string? FindTeam(IReadOnlyDictionary<string, string> tags) =>
        Routes
            .FirstOrDefault(route =>
                tags.Any(tag =>
                    string.Equals(tag.Key, route.Tag, StringComparison.OrdinalIgnoreCase)
                    && (route.Value is null || string.Equals(tag.Value, route.Value, StringComparison.OrdinalIgnoreCase))
                )
            )
            ?.Team;
}
