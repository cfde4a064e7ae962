using Advisor.Azure;
using Advisor.Azure.Identity;
using Advisor.Azure.Resilience;
using Advisor.Cli.Commands.Demo;
using Advisor.Cli.Commands.Serve;
using Advisor.Cli.Commands.Watch.Live;
using Advisor.Cli.Inputs;
using Advisor.Configuration.Resources;
using Advisor.Reporting.Json;
using Advisor.Service;
using Advisor.Service.Costs;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Channels;
using Advisor.Service.Prices;
using Advisor.Service.Sizes;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Telemetry;
using Advisor.Web;
using Advisor.Web.Dashboard;
using Advisor.Web.SignIn;

namespace Advisor.Cli.Commands.Watch;

/// <summary>Runs the service on one machine: the state in one file, everything else in this process.</summary>
internal static class WatchRun
{
    public const string DefaultStateFile = "advisor-state.db";

    /// <summary>Environment variable with the address of a webhook for all notifications.</summary>
    public const string WebhookVariable = "ADVISOR_WEBHOOK";

    /// <returns>One of <see cref="ExitCodes"/>.</returns>
    /// <exception cref="CommandException">The input is not valid.</exception>
    public static async Task<int> RunAsync(CliContext cli, WatchRequest request, CancellationToken cancellation)
    {
        var terminal = cli;
        using var events = LiveWatch.IsWanted(cli, request) ? new LiveEvents() : null;
        cli = events is null ? cli : cli with { Out = events, Error = events };
        var day = request.ScenarioFile is { } scenario ? SimulatedAzure.LoadDay(cli, scenario) : null;
        request = request with { Hours = request.Hours ?? day?.Hours };
        var config = request.Settings.Load(cli);
        foreach (var unread in request.Speed is null ? UnreadSettings.Describe(cli, config.Routing) : [])
        {
            await cli.Error.WriteLineAsync($"advisor: warning: {unread}".AsMemory(), cancellation);
        }

        using var clock = new WatchClock(cli, request, day?.Start ?? (request.Speed is null ? SimulatedAzure.Start : DemoLoop.Start));
        var time = clock.Time;
        await using var local = await request.Azure.StartLocalAsync(
            cli,
            cancellation,
            SimulatedAzure.CreateOptions(time, clock.Simulated is not null, day, request.Speed is not null)
        );
        var scope = await WatchStart.FindScopeAsync(
            cli,
            request,
            () => request.Azure.FindScopeAsync(cli, config, local, cancellation),
            cancellation
        );
        var settings = new ReportedSettings(config, line => cli.Error.WriteLine($"advisor: {line}"));
        using var connection = AzureConnection.Create(
            request.Azure.CreateOptions(cli, config, local, progress: null) with
            {
                Settings = resource => settings.Resolve(resource, time.GetUtcNow()),
                DescribeListing = (listed, listing) => UnmatchedNames.DescribeWithNotes(config, listed, listing, time.GetUtcNow()),
                MaxRetryAfter = ResilienceLimits.ServiceMaxRetryAfter,
                Time = time,
            }
        );
        using var file = WatchConfiguration.OpenState(cli, request);
        var routing = WatchConfiguration.CreateRouting(request, config);
        using var vault = new KeyVaultSecrets(SignIn.CreateDefault(request.Azure.FindCloud(config), null, null), time);
        using var channels = new NotificationChannels(
            routing,
            name => name == WebhookVariable ? request.Webhook?.OriginalString : cli.Environment(name),
            vault,
            request.Speed is null ? cli.Out : TextWriter.Null,
            time,
            isLog: !request.WritesLinks(cli)
        );
        var links = WatchConfiguration.CreateLinks(cli, request);
        try
        {
            var state = await AdvisorState.OpenAsync((IStateStore?)file ?? new MemoryStateStore(), 1, time.GetUtcNow(), cancellation);
            var setup = new ServiceSetup
            {
                Options = WatchConfiguration.CreateOptions(cli, request, scope, config),
                State = state,
                Prices = new PriceBook(config.Rules, connection.Prices, state.Prices),
                Sizes = new SizeBook(config.Rules, connection.Sizes, state.Sizes),
                Costs = new CostBook(config.Costs, config.Rules.Policy.CostLag, connection.Costs, state.Costs),
                Fleet = connection.Fleet,
                Metrics = connection.Metrics,
                Rules = config.Rules,
                ReadClockOffsetAsync = connection.Clock.ReadOffsetAsync,
                FindSettings = settings.Resolve,
                FindMuteWindows = config.FindActiveMutes,
                FormatDetails = DecisionJson.FormatLine,
                Routing = WatchConfiguration.CreateNotificationRouting(routing, request, config),
                Links = NotificationLinks.Create(config.Cloud, links),
                CreateApproval = links is null ? null : links.CreateApproval,
                Budgets = config.ListBudgets(),
                Reports = config.Reports,
                RenderReport = PageRenderer.RenderMailAsync,
            };
            using var calls = new ApiCallCounter();
            var api = new ApiDependencies
            {
                ReadServiceAsync = _ => Task.FromResult(setup),
                Configuration = config,
                Time = time,
                Links = links,
                ApiCalls = calls,
                SignIn = request.Listen.Network?.SignIn ?? SignInMode.Off,
                Dashboard = request.Listen.Network?.Dashboard ?? DashboardAccess.Full,
            };
            await using var server = await ServeAsync(request, api, cancellation);
            var live = events is null ? null : new LiveWatch(terminal, setup, time, events);
            return await new WatchSession(cli, request, setup, clock).RunAsync(channels.All, live, cancellation);
        }
        catch (InvalidOperationException e) when (clock.IsRemote)
        {
            throw CommandException.CreateUnreachable(e.Message, e);
        }
        catch (StateStoreException e)
        {
            throw WatchConfiguration.CreateStateException(e);
        }
    }

    private static async Task<ApiServer?> ServeAsync(WatchRequest request, ApiDependencies dependencies, CancellationToken cancellation) =>
        request.Port is { } port ? await ApiServer.StartAsync(request.Listen, port, request.PortOption, dependencies, cancellation)
        : request.MetricsPort is { } metrics ? await ApiServer.StartMetricsAsync(request.Listen, metrics, dependencies, cancellation)
        : null;
}
