using Advisor.Azure.Identity;
using Advisor.Cli.Evaluating;
using Advisor.Cli.Inputs;
using Advisor.Core.Alerting;
using Advisor.Notifications;
using Advisor.Reporting;
using Advisor.Runtime.Alerts;
using Advisor.Runtime.Configuration;

namespace Advisor.Cli.Telling;

/// <summary>Sends a marked message to the channels of a team, as an alert would be sent.</summary>
internal static class NotifyRun
{
    public static async Task<int> RunAsync(CliEdge edge, string? team, string? channel, string? configFile, string? rulesFolder, CancellationToken cancellation)
    {
        var config = ConfigInput.Load(edge, configFile, RulesInput.Load(edge, rulesFolder));
        if (config.Routing is not { } routing)
        {
            throw new CommandException(ExitCodes.InvalidInput, "advisor.yaml has no channels: add channels, teams and routes ('advisor init' shows how).");
        }

        var asked = TeamOf(routing, team);
        var names = NamesOf(asked, channel);
        using var vault = new Azure.KeyVaultSecrets(SignIn.Default(Azure.AzureCloud.Of(config.Cloud), null, null), edge.Time);
        using var channels = new ChannelSet(routing, edge.Environment, vault, edge.Out, edge.Time);
        var message = MessageOf(asked.Name, edge.Time.GetUtcNow());
        var failed = 0;
        foreach (var name in names)
        {
            var report = await channels.All.Single(made => Same(made.Name, name)).SendAsync(message, cancellation);
            var type = routing.Channels.Single(known => Same(known.Name, name)).Type.ToString().ToLowerInvariant();
            failed += report.Status == DeliveryStatus.Delivered ? 0 : 1;
            await edge.Out.WriteLineAsync(OutsideText.Plain($"{name} ({type}): {(report.Problem is { } problem ? "not delivered. " + problem : "delivered")}").AsMemory(), cancellation);
        }

        return failed == 0 ? ExitCodes.Success : ExitCodes.NotDelivered;
    }

    private static TeamSettings TeamOf(RoutingSettings routing, string? name) =>
        routing.Teams.FirstOrDefault(team => Same(team.Name, name ?? routing.DefaultTeam))
        ?? throw new CommandException(ExitCodes.NotFound, $"there is no team '{OutsideText.Plain(name!)}'; there are {string.Join(", ", routing.Teams.Select(team => team.Name))}.");

    private static IReadOnlyList<string> NamesOf(TeamSettings team, string? channel)
    {
        string[] having = [.. team.Channels.Select(known => known.Channel).Where(known => channel is null || Same(known, channel))];
        return having.Length > 0 ? having
            : throw new CommandException(
                ExitCodes.NotFound, $"the team {team.Name} has no channel '{OutsideText.Plain(channel!)}'; it has {string.Join(", ", team.Channels.Select(known => known.Channel))}.");
    }

    private static AlertMessage MessageOf(string team, DateTimeOffset now)
    {
        var id = FormattableString.Invariant($"test-{now.UtcTicks}");
        return new AlertMessage
        {
            Kind = AlertNotificationKind.Fired,
            Severity = AlertSeverity.Info,
            DedupKey = id,
            EventId = id,
            Title = "Test message of Advisor",
            Text = "Somebody asked for this message with 'advisor notify test'. Nothing is wrong.",
            Since = now,
            At = now,
            Team = team,
            Next = "Nothing. At a channel that keeps incidents, resolve this one by hand.",
        };
    }

    private static bool Same(string a, string? b) => string.Equals(a, b, StringComparison.OrdinalIgnoreCase);
}
