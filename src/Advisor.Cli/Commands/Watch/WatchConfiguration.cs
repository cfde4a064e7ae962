using Advisor.Cli.Inputs;
using Advisor.Cli.Output;
using Advisor.Configuration;
using Advisor.Configuration.Routing;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Service;
using Advisor.Service.Notifications;
using Advisor.Service.SignedLinks;
using Advisor.Service.Store.Rows;
using Advisor.Service.Store.Sqlite;

namespace Advisor.Cli.Commands.Watch;

/// <summary>Combines the request of <c>advisor watch</c> with <c>advisor.yaml</c>: options, state file, routing, links.</summary>
internal static class WatchConfiguration
{
    private const string KeysVariable = "Advisor__ApprovalKeys";

    // Already printed as lines by the loop.
    private static readonly string[] ShownByLines = ["recommendation", "approval", "changed"];

    public static ServiceOptions CreateOptions(CliContext cli, WatchRequest request, FleetScope scope, AdvisorConfiguration config)
    {
        var options = new ServiceOptions
        {
            Scope = scope,
            Interval = request.Interval,
            Mode = request.Mode,
            // Nothing of a simulated resource can be lost, and its first hours are what a reader of the README watches.
            Trust = request.Azure.Local ? ScalingTrust.Full : ScalingTrust.Gradual,
            DryRun = request.DryRun,
            Paused = request.Paused,
            MaxChangesPerHour = config.ChangeRate.ChangesPerHour,
            MaxUnitsPerHour = config.ChangeRate.UnitsPerHour,
            StateOption = SuggestedCommand.FormatState(FindStateFile(cli, request)),
        };
        return options.FindProblem() is { } problem ? throw CommandException.CreateUsage(problem) : options;
    }

    public static SqliteStateStore? OpenState(CliContext cli, WatchRequest request)
    {
        if (FindStateFile(cli, request) is not { } path)
        {
            return null;
        }

        try
        {
            var isEmpty = new FileInfo(path) is { Exists: true, Length: 0 };
            var store = SqliteStateStore.Open(path);
            // The file of another instance is empty, too, in the moment in which that creates it.
            if (isEmpty && store.IsNew)
            {
                cli.Error.WriteLine(
                    $"advisor: warning: {path} was empty: Advisor begins a new state in it. If it held the state before, stop Advisor "
                        + "and restore a copy."
                );
            }

            return store;
        }
        catch (StateStoreException e)
        {
            throw CreateStateException(e);
        }
    }

    private static string? FindStateFile(CliContext cli, WatchRequest request) =>
        request is { Azure.Local: true, StateFile: null } ? null : cli.ResolvePath(request.StateFile ?? WatchRun.DefaultStateFile);

    public static CommandException CreateStateException(StateStoreException e) =>
        StateInput.CreateException(e, e.Code == StateStoreException.Full ? "Then start Advisor again." : null);

    public static RoutingSettings CreateRouting(WatchRequest request, AdvisorConfiguration config) =>
        request.Webhook is not { } address
            ? config.Routing ?? RoutingSettings.CreateForConsole() with { Notifications = config.Notifications }
        : config.Routing is not { } routing
            ? RoutingSettings.CreateForWebhook(WatchRun.WebhookVariable, address) with
            {
                Notifications = config.Notifications,
            }
        : routing.UsesVariable(WatchRun.WebhookVariable) ? routing
        : throw CommandException.CreateUsage(
            $"advisor.yaml has channels: omit --webhook and {WatchRun.WebhookVariable}, or name the webhook there as a channel with "
                + $"address: env:{WatchRun.WebhookVariable}."
        );

    /// <summary>Creates the routing of notifications; what the loop prints as lines is not sent to the console again.</summary>
    public static NotificationRouting CreateNotificationRouting(
        RoutingSettings routing,
        WatchRequest request,
        AdvisorConfiguration config
    ) => new(routing, config.Routing is null && request.Webhook is null ? ShownByLines : null);

    /// <summary>Creates links to the pages of this process; null when it serves none, or without its address on the network.</summary>
    public static AppLinks? CreateLinks(CliContext cli, WatchRequest request)
    {
        if (request.Port is not { } port)
        {
            return null;
        }

        if (request.Listen.GetPublicUrl(port) is not { } address)
        {
            return cli.Environment(KeysVariable) is not { Length: > 0 }
                ? null
                : throw CommandException.CreateUsage(
                    $"{KeysVariable} needs Advisor__Address: where people reach this, such as https://advisor.example.com."
                );
        }

        var (ring, problems) = cli.Environment(KeysVariable) is { Length: > 0 } text ? KeyRing.Read(text) : (KeyRing.CreateRandom(), []);
        return ring is not null
            ? new AppLinks(address, ring)
            : throw CommandException.CreateUsage($"{KeysVariable}: {string.Join("; ", problems)}");
    }
}
