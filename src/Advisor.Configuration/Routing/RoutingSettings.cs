using Advisor.Core.Rules;

namespace Advisor.Configuration.Routing;

public enum ChannelType
{
    Teams,
    Slack,

    /// <summary>PagerDuty Events v2: keeps an incident for each alert.</summary>
    PagerDuty,

    /// <summary>CloudEvents by POST.</summary>
    Webhook,

    Email,

    /// <summary>Lines on the output of the program.</summary>
    Console,
}

/// <summary>A channel of advisor.yaml. Secrets stand in it as references only.</summary>
public sealed record ChannelSettings
{
    public required string Name { get; init; }

    public required ChannelType Type { get; init; }

    /// <summary>Where the receiver's address is kept (teams, slack, webhook); null elsewhere.</summary>
    public SecretReference? Address { get; init; }

    /// <summary>Where the routing key (pagerduty) or the signing key (webhook; null = not signed) is kept.</summary>
    public SecretReference? Key { get; init; }

    /// <summary>PagerDuty's address where it is not the usual one; no secret.</summary>
    public Uri? Endpoint { get; init; }

    /// <summary>Whether the receiver may be on a private network; default no.</summary>
    public bool AllowPrivate { get; init; }

    /// <summary>How mail leaves; null for other types.</summary>
    public EmailSettings? Email { get; init; }

    /// <summary>Whether the receiver keeps an incident for each alert, from its begin to its end.</summary>
    public bool KeepsIncidents => Type == ChannelType.PagerDuty;
}

/// <summary>A channel of a team.</summary>
/// <param name="MinSeverity">What is less severe does not go there; default everything does.</param>
public sealed record TeamChannel(string Channel, AlertSeverity MinSeverity = AlertSeverity.Info);

public sealed record TeamSettings(string Name, IReadOnlyList<TeamChannel> Channels);

/// <summary>Resources with a tag belong to a team.</summary>
/// <param name="Value">The value of the tag, compared without case; null = any.</param>
public sealed record TagRoute(string Tag, string? Value, string Team);

/// <summary>
/// Who is notified of what, and how: <c>channels</c>, <c>teams</c> and <c>routes</c> of advisor.yaml. Names are compared without case.
/// </summary>
public sealed record RoutingSettings
{
    public IReadOnlyList<ChannelSettings> Channels { get; init; } = [];

    public IReadOnlyList<TeamSettings> Teams { get; init; } = [];

    /// <summary>By tags of a resource; the first that matches counts.</summary>
    public IReadOnlyList<TagRoute> Routes { get; init; } = [];

    /// <summary>The team of everything that no other route takes; one of <see cref="Teams"/>.</summary>
    public required string DefaultTeam { get; init; }

    /// <summary>Whether an unlisted team is notified through the channels of the default team, under its own name.</summary>
    public bool AcceptsAnyTeam { get; init; }

    /// <summary>One channel for everything: what holds where no file says more.</summary>
    public static RoutingSettings CreateForChannel(ChannelSettings channel) =>
        new()
        {
            Channels = [channel],
            Teams = [new TeamSettings("everybody", [new TeamChannel(channel.Name)])],
            DefaultTeam = "everybody",
            AcceptsAnyTeam = true,
        };

    /// <summary>Everything to one webhook, which is not signed.</summary>
    /// <param name="variable">The variable of the environment that holds its address.</param>
    /// <param name="address">The address itself, which is not kept; one on this machine may be private and without TLS.</param>
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

    /// <summary>Everything to the output of the program.</summary>
    public static RoutingSettings CreateForConsole() =>
        CreateForChannel(new ChannelSettings { Name = "console", Type = ChannelType.Console });

    /// <summary>Whether a channel's address is kept in a variable of the environment.</summary>
    public bool UsesVariable(string variable) => Channels.Any(channel => channel.Address?.Variable == variable);

    /// <summary>The team that the tags of a resource name; null where no route matches.</summary>
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
