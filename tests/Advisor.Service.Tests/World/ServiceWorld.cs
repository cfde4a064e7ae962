using Advisor.Configuration.Routing;
using Advisor.Configuration.Rules;
using Advisor.Core.Alerting;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Lab.LocalAzure;
using Advisor.Service.Changes;
using Advisor.Service.Costs;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Fleet;
using Advisor.Service.Notifications;
using Advisor.Service.Prices;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tick;

namespace Advisor.Service.Tests.World;

/// <summary>A clock, an Azure, a store and a channel; services over them come and go.</summary>
internal sealed class ServiceWorld
{
    public static DateTimeOffset Start { get; } = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    private readonly RecordingStore kept;

    public ServiceWorld(IStateStore? store = null)
    {
        Clock = new ManualTimeProvider(Start);
        Azure = new FakeAzure(Clock);
        kept = new RecordingStore(store ?? new MemoryStateStore());
    }

    /// <summary>The clock of Azure, and of Advisor's machine where that is not <see cref="Ahead"/>.</summary>
    public ManualTimeProvider Clock { get; }

    /// <summary>By how much the clock of Advisor's machine is ahead of Azure's; negative = behind.</summary>
    public TimeSpan Ahead { get; set; }

    /// <summary>Whether Azure's answers have a date.</summary>
    public bool IsDated { get; set; }

    public FakeAzure Azure { get; }

    public IStateStore Store => kept;

    /// <summary>The alert events so far, before they were grouped.</summary>
    public IReadOnlyList<AlertEvent> Reports => kept.Reports;

    public RecordingChannel Channel { get; } = new();

    public List<string> Lines { get; } = [];

    public ServiceOptions Options { get; set; } =
        new()
        {
            Scope = new FleetScope { Subscriptions = ["s"] },
            Mode = AdvisorMode.Auto,
            HistoryBackfill = TimeSpan.Zero,
        };

    /// <summary>Budgets of teams and of the fleet.</summary>
    public IReadOnlyList<MonthlyBudget> Budgets { get; set; } = [];

    /// <summary>Where retail prices are read; used where the rules ask for them.</summary>
    public IPriceSource? Prices { get; init; }

    /// <summary>Where actual costs are read; null = the configuration does not ask for them.</summary>
    public ICostReader? Costs { get; set; }

    public RuleSet Rules { get; init; } = RuleSetLoader.Embedded;

    public NotificationRouting Routing { get; set; } = new(RoutingSettings.CreateForConsole());

    public async Task<ServiceSetup> CreateDependenciesAsync(CrashPoint? point = null)
    {
        var store = point is null ? Store : new CrashingStore(Store, point);
        IFleet fleet = point is null ? Azure : new CrashingAzure(Azure, point);
        var state = await AdvisorState.OpenAsync(store, 1, Start, CancellationToken.None);
        return new ServiceSetup
        {
            Options = Options,
            State = state,
            Prices = new PriceBook(Rules, Prices, state.Prices),
            Costs = new CostBook(Costs is null ? CostSource.Estimate : CostSource.Actual, Rules.Policy.CostLag, Costs, state.Costs),
            Fleet = fleet,
            Metrics = (IMetricSource)fleet,
            Rules = Rules,
            Budgets = Budgets,
            Routing = Routing,
            ReadClockOffsetAsync = _ => Task.FromResult(IsDated ? Ahead : (TimeSpan?)null),
            FindSettings = (resource, _) => Azure.GetSettings(resource),
        };
    }

    public async Task<WatchLoop> CreateLoopAsync(CrashPoint? point = null) =>
        new(
            new AdvisorService(await CreateDependenciesAsync(point), [point is null ? Channel : new CrashingChannel(Channel, point)]),
            new MachineTime(this),
            line =>
            {
                lock (Lines)
                {
                    Lines.Add(line);
                }
            }
        );

    public async Task<AdvisorState> OpenStateAsync() => await AdvisorState.OpenAsync(Store, 1, Start, CancellationToken.None);

    /// <summary>So many ticks, an interval apart; a crash is followed by a fresh instance at the next tick.</summary>
    public async Task RunAsync(int ticks, CrashPoint? point = null)
    {
        WatchLoop? loop = null;
        for (var tick = 0; tick < ticks; tick++)
        {
            try
            {
                loop ??= await CreateLoopAsync(point);
                await loop.TickAsync(CancellationToken.None);
            }
            catch (CrashException)
            {
                // Most stages of a tick survive a fault: that the process died shows at the point.
            }

            if (point is { IsDead: true })
            {
                loop = null;
                point.Restart();
            }

            Clock.Advance(Options.Interval);
        }
    }

    public async Task<IReadOnlyList<ChangeRecord>> ReadChangesAsync(string id) =>
        (await (await OpenStateAsync()).Changes.QueryAsync(id, new(Start, Start.AddYears(1), null, 1000), CancellationToken.None)).Records;

    public async Task<IReadOnlyList<DecisionRecord>> ReadDecisionsAsync(string id) =>
        (
            await (await OpenStateAsync()).Decisions.QueryAsync(id, new(Start, Start.AddYears(1), null, 1000), CancellationToken.None)
        ).Records;

    private sealed class MachineTime(ServiceWorld world) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => world.Clock.GetUtcNow() + world.Ahead;
    }
}
