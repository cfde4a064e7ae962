using System.Collections.Concurrent;
using System.Globalization;
using System.Text;
using Advisor.Api;
using Advisor.Api.Dashboard;
using Advisor.Azure;
using Advisor.Azure.Identity;
using Advisor.Azure.Resilience;
using Advisor.Cli.Commands.Evaluate;
using Advisor.Cli.Commands.Serve;
using Advisor.Cli.Commands.Watch.Live;
using Advisor.Cli.Inputs;
using Advisor.Configuration;
using Advisor.Configuration.Routing;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Core.Text;
using Advisor.LocalAzure;
using Advisor.LocalAzure.Resources;
using Advisor.LocalAzure.Scenarios;
using Advisor.Notifications;
using Advisor.Reporting.Json;
using Advisor.Service;
using Advisor.Service.Change;
using Advisor.Service.Notify;
using Advisor.Service.SignedLinks;
using Advisor.State;
using Advisor.State.Rows;
using Advisor.State.Telemetry;
using Advisor.Storage.Sqlite;
using Advisor.Telemetry;

namespace Advisor.Cli.Commands.Watch;

/// <summary>Runs the service on one machine: the state in one file, everything else in this process.</summary>
internal static class WatchRun
{
    public const string DefaultStateFile = "advisor-state.db";

    /// <summary>Environment variable with the address of a webhook for all notifications.</summary>
    public const string WebhookVariable = "ADVISOR_WEBHOOK";

    // Already printed as lines by the loop.
    private static readonly string[] ShownByLines = ["recommendation", "approval", "changed"];

    private const string KeysVariable = "Advisor__ApprovalKeys";

    private static readonly TimeSpan ScheduleHorizon = TimeSpan.FromHours(48);

    // A Monday, before the morning's rise: the same hours give the same load each time.
    private static readonly DateTimeOffset SimulatedStart = new(2026, 1, 5, 6, 0, 0, TimeSpan.Zero);
    private static readonly TimeSpan SimulatedChange = TimeSpan.FromSeconds(170);
    private const double SimulatedWave = 0.4;

    /// <returns>One of <see cref="ExitCodes"/>.</returns>
    /// <exception cref="CommandException">The input is not valid.</exception>
    public static async Task<int> RunAsync(CliContext cli, WatchRequest request, CancellationToken cancellation)
    {
        // Signals are handled once this method yields; nothing is started before.
        await Task.Yield();
        var terminal = cli;
        using var events = LiveWatch.IsWanted(cli, request) ? new LiveEvents() : null;
        cli = events is null ? cli : cli with { Out = events, Error = events };
        var day = request.ScenarioFile is { } scenario ? LoadDay(cli, scenario) : null;
        request = request with { Hours = request.Hours ?? day?.Hours };
        var rules = RulesInput.Load(cli, request.RulesFolder);
        var config = request.IgnoreConfig ? AdvisorConfiguration.CreateDefault(rules) : ConfigInput.Load(cli, request.ConfigFile, rules);
        var simulated = request is { Hours: not null, Endpoint: null } or { Speed: not null }
            ? new ManualTimeProvider(day?.Start ?? SimulatedStart)
            : null;
        using var remote = request is { Hours: not null, Endpoint: { } endpoint } ? new LoopbackTimeProvider(endpoint) : null;
        var time = simulated ?? remote ?? cli.Time;
        await using var local = request.Local
            ? await LocalAzureHost.StartAsync(CreateLocalOptions(time, simulated is not null, day), cancellation)
            : null;
        var scope = local is null
            ? await EvaluateRun.FindScopeAsync(cli, request.Scope, config, request.Endpoint, cancellation)
            : EvaluateRun.CreateLocalScope(local, request.Scope);
        var reported = new ConcurrentDictionary<string, bool>(StringComparer.Ordinal);
        ResourceSettings SettingsOf(FleetResource resource, DateTimeOffset now)
        {
            var result = config.ResolveSettings(resource, now, ScheduleHorizon);
            foreach (var problem in result.Problems.Where(p => reported.TryAdd($"{p.Source}/{resource.Id}/{p.Reason}", true)))
            {
                cli.Error.WriteLine($"advisor: {UntrustedText.Plain(resource.Name)}: {problem.Source}: {problem.Reason}");
            }

            return result.Settings;
        }

        using var connection = AzureConnection.Create(
            new AzureOptions
            {
                Cloud = request.Cloud ?? Azure.AzureEndpoints.Create(config.Cloud),
                Endpoint = local?.Endpoint ?? request.Endpoint,
                Settings = resource => SettingsOf(resource, time.GetUtcNow()),
                MetricLag = config.Rules.Policy.MetricLag,
                MaxRetryAfter = ResilienceLimits.ServiceMaxRetryAfter,
                Time = time,
            }
        );
        using var file = OpenState(cli, request);
        var routing = CreateRouting(request, config);
        using var vault = new KeyVaultSecrets(
            SignIn.CreateDefault(request.Cloud ?? Azure.AzureEndpoints.Create(config.Cloud), null, null),
            time
        );
        using var channels = new NotificationChannels(
            routing,
            name => name == WebhookVariable ? request.Webhook?.OriginalString : cli.Environment(name),
            vault,
            request.Speed is null ? cli.Out : TextWriter.Null,
            time
        );
        var links = CreateLinks(cli, request);
        try
        {
            var dependencies = new ServiceDependencies
            {
                Options = CreateOptions(request, scope, config),
                State = await AdvisorState.OpenAsync((IStateStore?)file ?? new MemoryStateStore(), 1, time.GetUtcNow(), cancellation),
                Fleet = connection.Fleet,
                Metrics = connection.Metrics,
                Rules = config.Rules,
                ReadClockOffsetAsync = connection.Clock.ReadOffsetAsync,
                FindSettings = SettingsOf,
                FindMuteWindows = config.FindActiveMutes,
                FormatDetails = DecisionJson.FormatLine,
                Routing = new NotificationRouting(routing, config.Routing is null && request.Webhook is null ? ShownByLines : null),
                Links = NotificationLinks.Create(config.Cloud, links),
                CreateApproval = links is null ? null : links.CreateApproval,
            };
            using var calls = new ApiCallCounter();
            var api = new ApiDependencies
            {
                ReadServiceAsync = _ => Task.FromResult(dependencies),
                Configuration = config,
                Time = time,
                Links = links,
                ApiCalls = calls,
                Dashboard = DashboardAccess.Full,
            };
            await using var server = await ServeAsync(request, api, cancellation);
            var live = events is null ? null : new LiveWatch(terminal, dependencies, time, events);
            return await WatchAsync(cli, request, dependencies, channels.All, live, time, cancellation);
        }
        catch (InvalidOperationException e) when (remote is not null)
        {
            throw new CommandException(ExitCodes.Unreachable, e.Message, e);
        }
        catch (StateStoreException e)
        {
            throw CreateStateException(e);
        }
    }

    private static async Task<int> WatchAsync(
        CliContext cli,
        WatchRequest request,
        ServiceDependencies dependencies,
        IEnumerable<INotificationChannel> channels,
        LiveWatch? live,
        TimeProvider time,
        CancellationToken cancellation
    )
    {
        if (
            request.Resume
            && await new Resumption(dependencies.State).RunAsync("advisor watch", "Started with --resume.", time.GetUtcNow(), cancellation)
                is not null
        )
        {
            await cli.Error.WriteLineAsync("advisor: applying resumed.".AsMemory(), cancellation);
        }

        if (request is { Speed: { } speed, Port: { } shown })
        {
            var demo = new DemoLoop(
                cli,
                new WatchLoop(dependencies, channels, time, _ => { }),
                (ManualTimeProvider)time,
                request.Interval,
                speed
            );
            return await demo.RunAsync(ApiServer.GetAddress(shown), request.OpensBrowser, cancellation);
        }

        using var telemetry = StartTelemetry(cli);
        var export = telemetry?.CreateLineWriter();
        void Say(string line, string more = "")
        {
            var plain = UntrustedText.Plain(line);
            cli.Out.WriteLine(plain + more);
            export?.Invoke(plain);
        }

        var loop = new WatchLoop(dependencies, channels, time, line => Say(line))
        {
            ReportApproval = (line, link) => Say(line, $" Approve or decline: {link.AbsoluteUri}"),
        };
        if (request.Once)
        {
            var tick = await loop.TickAsync(cancellation);
            return tick is null || tick is { Resources: 0, Problems.Count: > 0 } ? ExitCodes.Unreachable
                : tick.Problems.Count > 0 ? ExitCodes.Partial
                : ExitCodes.Success;
        }

        PrintBanner(cli, request, dependencies);
        if (request.Port is { } port)
        {
            await cli.Error.WriteLineAsync(
                $"advisor: serving {ApiServer.GetAddress(port).GetLeftPart(UriPartial.Authority)} for this machine alone.".AsMemory(),
                cancellation
            );
        }

        if (request.MetricsPort is { } metrics)
        {
            await cli.Error.WriteLineAsync(
                $"advisor: serving {new Uri(ApiServer.GetAddress(metrics), "/metrics")} for this machine alone.".AsMemory(),
                cancellation
            );
        }

        try
        {
            await (
                request.Hours is { } hours ? SimulateAsync(loop, time, hours, request.Interval, cancellation)
                : live is not null ? live.RunAsync(loop.RunAsync, cancellation)
                : loop.RunAsync(cancellation)
            );
        }
        catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
        {
            // Cancellation is the normal end of watching. The state is saved, and the next run continues from it.
            await cli.Error.WriteLineAsync("advisor: stopped.".AsMemory(), CancellationToken.None);
        }

        return ExitCodes.Success;
    }

    /// <summary>Creates links to the pages of this process; null when it serves none.</summary>
    private static AppLinks? CreateLinks(CliContext cli, WatchRequest request)
    {
        if (request.Port is not { } port)
        {
            return null;
        }

        var (ring, problems) = cli.Environment(KeysVariable) is { Length: > 0 } text ? KeyRing.Read(text) : (KeyRing.CreateRandom(), []);
        return ring is not null
            ? new AppLinks(ApiServer.GetAddress(port), ring)
            : throw new CommandException(ExitCodes.Usage, $"{KeysVariable}: {string.Join("; ", problems)}");
    }

    private static async Task<ApiServer?> ServeAsync(WatchRequest request, ApiDependencies dependencies, CancellationToken cancellation) =>
        request.Port is { } port ? await ApiServer.StartAsync(port, dependencies, cancellation)
        : request.MetricsPort is { } metrics ? await ApiServer.StartMetricsAsync(metrics, dependencies, cancellation)
        : null;

    private static TelemetryExport? StartTelemetry(CliContext cli)
    {
        var (wanted, problem) = TelemetryExport.Read(cli.Environment);
        return problem is not null ? throw new CommandException(ExitCodes.Usage, problem)
            : wanted ? TelemetryExport.Start("advisor")
            : null;
    }

    private static async Task SimulateAsync(
        WatchLoop loop,
        TimeProvider time,
        double hours,
        TimeSpan interval,
        CancellationToken cancellation
    )
    {
        // Counted in ticks, so that a clock that is wrong for a while does not end the run.
        for (var left = Math.Ceiling(hours * TimeSpan.TicksPerHour / interval.Ticks); left > 0; left--)
        {
            cancellation.ThrowIfCancellationRequested();
            await loop.TickAsync(cancellation);
            if (time is LoopbackTimeProvider remote)
            {
                await remote.AdvanceAsync(interval, cancellation);
            }
            else
            {
                ((ManualTimeProvider)time).Advance(interval);
            }
        }
    }

    private static void PrintBanner(CliContext cli, WatchRequest request, ServiceDependencies dependencies)
    {
        var mode = request.Mode is { } given ? given.ToString().ToLowerInvariant() : "as configured";
        var state = request.StateFile ?? (request.Local ? "kept in memory" : DefaultStateFile);
        cli.Error.WriteLine(
            request.Hours is { } hours
                ? string.Create(
                    CultureInfo.InvariantCulture,
                    $"advisor: {hours} simulated {(hours == 1 ? "hour" : "hours")}, mode {mode}, state {state}."
                )
                : string.Create(
                    CultureInfo.InvariantCulture,
                    $"advisor: watching every {dependencies.Options.Interval.TotalSeconds:0} s, mode {mode}, state {state}. Ctrl+C ends it."
                )
        );
    }

    private static ServiceOptions CreateOptions(WatchRequest request, FleetScope scope, AdvisorConfiguration config)
    {
        var options = new ServiceOptions
        {
            Scope = scope,
            Interval = request.Interval,
            Mode = request.Mode,
            DryRun = request.DryRun,
            Paused = request.Paused,
            MaxChangesPerHour = config.ChangeRate.ChangesPerHour,
            MaxUnitsPerHour = config.ChangeRate.UnitsPerHour,
        };
        options = request.Speed is null ? options : options with { HistoryBackfill = DemoLoop.Past };
        return options.FindProblem() is { } problem ? throw new CommandException(ExitCodes.Usage, problem) : options;
    }

    private static DayScenario LoadDay(CliContext cli, string path)
    {
        try
        {
            return DayScenario.Parse(Encoding.UTF8.GetString(FileInput.ReadUtf8(cli, path)));
        }
        catch (FormatException e)
        {
            throw new CommandException(ExitCodes.InvalidInput, $"{path}: {e.Message}", e);
        }
    }

    private static LocalAzureOptions CreateLocalOptions(TimeProvider time, bool simulated, DayScenario? day) =>
        day is not null
            ? new LocalAzureOptions
            {
                Time = time,
                ScalingTime = SimulatedChange,
                Resources = day.Resources,
            }
        : simulated
            ? new LocalAzureOptions
            {
                Time = time,
                ScalingTime = SimulatedChange,
                Resources = [.. LocalScenario.Ten.Select(AddDailyWave)],
            }
        : new LocalAzureOptions { Time = time };

    // The ten resources are nearly constant, so that the limiting factor is the same at any hour; here their sizes should have something to
    // follow. Two stay constant: the one whose server load is a stale record and does not follow its traffic, and the one sized by Azure
    // autoscale, which is not simulated.
    private static LocalResourceSpec AddDailyWave(LocalResourceSpec spec) =>
        spec is { HasAutoscale: false, Load.StuckServerLoad: null }
            ? spec with
            {
                Load = spec.Load with { DailyWave = SimulatedWave },
            }
            : spec;

    private static SqliteStateStore? OpenState(CliContext cli, WatchRequest request)
    {
        if (request is { Local: true, StateFile: null })
        {
            return null;
        }

        try
        {
            return SqliteStateStore.Open(cli.ResolvePath(request.StateFile ?? DefaultStateFile));
        }
        catch (StateStoreException e)
        {
            throw CreateStateException(e);
        }
    }

    private static CommandException CreateStateException(StateStoreException e) =>
        new(e.IsTransient ? ExitCodes.Unreachable : ExitCodes.InvalidInput, $"the state: {e.Message}", e);

    private static RoutingSettings CreateRouting(WatchRequest request, AdvisorConfiguration config) =>
        request.Webhook is not { } address ? config.Routing ?? RoutingSettings.CreateForConsole()
        : config.Routing is not { } routing ? RoutingSettings.CreateForWebhook(WebhookVariable, address)
        : routing.UsesVariable(WebhookVariable) ? routing
        : throw new CommandException(
            ExitCodes.Usage,
            $"advisor.yaml has channels: leave out --webhook and {WebhookVariable}, or name the webhook there as a channel with "
                + $"address: env:{WebhookVariable}."
        );
}
