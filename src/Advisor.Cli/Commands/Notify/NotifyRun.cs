using Advisor.Azure.Identity;
using Advisor.Cli.Inputs;
using Advisor.Configuration.Routing;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Core.Text;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Channels;
using Advisor.Service.Notifications.Samples;

namespace Advisor.Cli.Commands.Notify;

/// <param name="Team">Team; null: that of the default route.</param>
/// <param name="Channel">Channel; null: all channels of the team.</param>
/// <param name="Sample">Whether to send one message of each kind instead of the test message.</param>
internal sealed record NotifyRequest(string? Team, string? Channel, bool Sample);

/// <summary>Sends marked messages to the channels of a team, as alerts are sent. Does not use the state.</summary>
internal static class NotifyRun
{
    public static async Task<int> RunAsync(CliContext cli, NotifyRequest request, SettingsSource settings, CancellationToken cancellation)
    {
        var config = settings.Load(cli);
        if (config.Routing is not { } routing)
        {
            throw CommandException.CreateInvalidInput(
                "advisor.yaml has no channels: add channels, teams and routes ('advisor init' shows how)."
            );
        }

        var team = FindTeam(routing, request.Team);
        var selected = ListChannels(team, request.Channel);
        var routes = new NotificationRouting(routing);
        using var vault = new Azure.KeyVaultSecrets(SignIn.CreateDefault(Azure.AzureEndpoints.Create(config.Cloud), null, null), cli.Time);
        using var channels = new NotificationChannels(routing, cli.Environment, vault, cli.Out, cli.Time);
        var now = cli.Time.GetUtcNow();
        var messages = request.Sample
            ? SampleNotifications.Create(config.Rules, team.Name, now)
            : [new SampleNotification("", CreateMessage(team.Name, now))];
        var failed = 0;
        foreach (var target in selected)
        {
            var name = target.Channel;
            var known = routing.Channels.Single(one => IsSame(one.Name, name));
            var channel = channels.All.Single(made => IsSame(made.Name, name));
            foreach (var message in messages)
            {
                var (delivered, said) =
                    request.Sample && routes.FindOmission(target, message.Notification) is { } omission
                        ? (true, "not sent: " + omission)
                        : await SendAsync(channel, known.KeepsIncidents, message.Notification, cancellation);
                failed += delivered ? 0 : 1;
                var what = message.Kind.Length == 0 ? "" : $", {message.Kind}";
                await cli.Out.WriteLineAsync(
                    UntrustedText.Sanitize($"{name} ({known.Type.ToString().ToLowerInvariant()}){what}: {said}").AsMemory(),
                    cancellation
                );
            }
        }

        return failed == 0 ? ExitCodes.Success : ExitCodes.NotDelivered;
    }

    /// <summary>Sends one message; an incident that it opens is resolved at once.</summary>
    private static async Task<(bool Delivered, string Said)> SendAsync(
        NotificationChannel channel,
        bool keepsIncidents,
        Notification message,
        CancellationToken cancellation
    )
    {
        if (keepsIncidents && message.Kind == AlertEventKind.Resolved)
        {
            return (true, "its incident was resolved with the previous sample");
        }

        var report = await channel.SendAsync(message, cancellation);
        if (report.Problem is { } problem)
        {
            return (false, "not delivered. " + problem);
        }

        if (!keepsIncidents)
        {
            return (true, "delivered");
        }

        var end = message with
        {
            Kind = AlertEventKind.Resolved,
            EventId = message.EventId + "-resolved",
            Text = "Resolved by 'advisor notify test'.",
            Next = null,
        };
        return (await channel.SendAsync(end, cancellation)).Problem is { } left
            ? (false, "delivered, but not resolved: resolve the incident by hand. " + left)
            : (true, "delivered and resolved");
    }

    private static TeamSettings FindTeam(RoutingSettings routing, string? name) =>
        routing.Teams.FirstOrDefault(team => IsSame(team.Name, name ?? routing.DefaultTeam))
        ?? throw CommandException.CreateNotFound(
            $"unknown team '{UntrustedText.Sanitize(name!)}'; known teams: {string.Join(", ", routing.Teams.Select(team => team.Name))}."
        );

    private static IReadOnlyList<TeamChannel> ListChannels(TeamSettings team, string? channel)
    {
        TeamChannel[] having = [.. team.Channels.Where(known => channel is null || IsSame(known.Channel, channel))];
        return having.Length > 0
            ? having
            : throw CommandException.CreateNotFound(
                $"the team {team.Name} has no channel '{UntrustedText.Sanitize(channel!)}'; its channels: "
                    + $"{string.Join(", ", team.Channels.Select(known => known.Channel))}."
            );
    }

    private static Notification CreateMessage(string team, DateTimeOffset now)
    {
        var id = $"test-{now.UtcTicks}";
        return new Notification
        {
            Kind = AlertEventKind.Fired,
            Severity = AlertSeverity.Info,
            DedupKey = id,
            EventId = id,
            Title = "Test message from Advisor",
            Text = "Sent by 'advisor notify test'. No action needed.",
            Since = now,
            At = now,
            Team = team,
        };
    }

    private static bool IsSame(string a, string? b) => string.Equals(a, b, StringComparison.OrdinalIgnoreCase);
}
