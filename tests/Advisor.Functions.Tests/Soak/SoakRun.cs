using System.Diagnostics;
using System.Globalization;
using Advisor.Functions.Tests.Crashes;
using Advisor.HostStandIn;
using Advisor.Lab.LocalAzure;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Soak;

/// <summary>What is run.</summary>
/// <param name="Seed">Of the faults; null = none.</param>
/// <param name="DisturbedShare">Of the ticks that meet a fault, 0 to 1.</param>
/// <param name="Report">Given a line at the end of each simulated day.</param>
internal sealed record SoakPlan(int Resources, TimeSpan Span, int? Seed, double DisturbedShare, Action<string> Report);

/// <summary>What a run was, and what came of it.</summary>
/// <param name="Violations">Laws that did not hold, with their time.</param>
/// <param name="Cost">Objective of the sizes, summed over the resources: units, overload and units removed.</param>
internal sealed record SoakResult(IReadOnlyList<string> Violations, double Cost, string Summary);

/// <summary>
/// Simulated days of the published app: two instances under stand-in hosts, a loopback Azure, an emulator's tables and queues, an incident
/// channel. With faults, each tick may meet one: they come from a seed.
/// </summary>
internal sealed class SoakRun : IAsyncDisposable
{
    public static readonly TimeSpan Step = TimeSpan.FromMinutes(15);

    private static readonly int TicksOfDay = (int)(TimeSpan.FromDays(1) / Step);

    // Long enough for what is in flight to end, for load alerts to clear, and for messages that wait for an hour at most.
    private static readonly TimeSpan Calm = TimeSpan.FromHours(2);

    private readonly TemporaryFolder folder = new();
    private readonly SoakFleet fleet;
    private readonly SoakFaults? faults;
    private readonly Installation place;
    private readonly SoakLaws laws;
    private readonly FaultProxy tables;
    private readonly FaultProxy azure;

    private readonly SoakPlan plan;

    private SoakRun(
        SoakPlan plan,
        SoakFleet fleet,
        SoakFaults? faults,
        Installation place,
        SoakLaws laws,
        FaultProxy tables,
        FaultProxy azure
    ) =>
        (this.plan, this.fleet, this.faults, this.place, this.laws, this.tables, this.azure) = (
            plan,
            fleet,
            faults,
            place,
            laws,
            tables,
            azure
        );

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    /// <exception cref="InvalidOperationException">It could not go on: where it was, and why.</exception>
    public static async Task<SoakResult> RunAsync(string package, SoakPlan plan)
    {
        await using var run = await StartAsync(package, plan);
        try
        {
            return await run.RunAsync();
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            // The message of a time-out has the whole log in it.
            var lines = run.place.Hosts.SelectMany(host =>
                host.Log.Where(line => line.StartsWith("[Error]", StringComparison.Ordinal)).TakeLast(5)
            );
            var why = e.Message.Length > 500 ? e.Message[..500] : e.Message;
            throw new InvalidOperationException(
                $"The run ended at {run.place.Clock.GetUtcNow():dd HH:mm}, {e.GetType().Name}: {why}\n{string.Join('\n', lines)}",
                e
            );
        }
    }

    public async ValueTask DisposeAsync()
    {
        await place.DisposeAsync();
        await tables.DisposeAsync();
        await azure.DisposeAsync();
        folder.Dispose();
    }

    private static async Task<SoakRun> StartAsync(string package, SoakPlan plan)
    {
        var soaked = new SoakFleet(plan.Resources);
        var disturbances = plan.Seed is { } seed ? new SoakFaults(seed, plan.DisturbedShare) : null;
        var installation = await Installation.StartAsync(package, soaked.Specs);
        installation.Receiver.Clock = installation.Clock;
        installation.Receiver.TakenAnswer = IncidentMessage.Taken;
        var patches = new AcceptedPatches(installation.Clock);
        var tablesLine = await FaultProxy.StartAsync(
            installation.Azurite.Tables,
            _ => disturbances?.LosesTableCall() != true,
            _ => disturbances?.LosesTableAnswer() != true,
            Cancellation
        );
        var azureLine = await FaultProxy.StartAsync(
            installation.Azure.Endpoint,
            _ => true,
            call => call.Method != "PATCH" || disturbances?.LosesAnswerOfPatch() != true,
            Cancellation
        );
        azureLine.Answered = patches.See;
        var judge = new SoakLaws(installation, patches);
        var run = new SoakRun(plan, soaked, disturbances, installation, judge, tablesLine, azureLine);
        await run.AddHostsAsync();
        return run;
    }

    private async Task AddHostsAsync()
    {
        var pager = place.Receiver.FindAddress(IncidentMessage.Channel);
        var configuration = Path.Combine(folder.Path, "advisor.yaml");
        await File.WriteAllTextAsync(
            configuration,
            FormattableString.Invariant(
                $$"""
                channels:
                  - { name: pager, type: pagerduty, routingKey: "env:PAGER_KEY", endpoint: "{{pager}}", allowPrivate: true }
                teams: [{ name: ops, channels: [pager] }]
                routes: [{ team: ops }]
                """
            ),
            Cancellation
        );
        for (var i = 0; i < 2; i++)
        {
            await place.AddHostAsync(
                tables.Address,
                azure.Address,
                with: options =>
                    options with
                    {
                        Settings = options
                            .Settings.Where(setting => setting.Key != "Advisor__WebhookUrl")
                            .Concat([
                                new("Advisor__ConfigFile", configuration),
                                new("Advisor__Interval", Step.ToString("c", CultureInfo.InvariantCulture)),
                                new("PAGER_KEY", "the key of an integration"),
                            ])
                            .ToDictionary(),
                    }
            );
        }
    }

    private async Task<SoakResult> RunAsync()
    {
        var begun = Stopwatch.StartNew();
        var ticks = (int)(plan.Span / Step);
        for (var tick = 1; tick <= ticks; tick++)
        {
            var work = place.TickAsync(Step);
            await (faults?.DisturbAsync(place, Cancellation) ?? Task.CompletedTask);
            await work;
            await CheckAsync();
            await place.RepairAsync();
            if (tick % TicksOfDay == 0)
            {
                await laws.CountRowsAsync();
                plan.Report(FormattableString.Invariant($"day {tick / TicksOfDay} after {begun.Elapsed.TotalSeconds:0} s"));
            }
        }

        faults?.End();
        for (var calm = TimeSpan.Zero; calm < Calm; calm += Step)
        {
            await place.TickAsync(Step);
            await CheckAsync();
        }

        await laws.CheckEndAsync();
        var cost = fleet.ComputeCost(place.Azure, Installation.Start + TimeSpan.FromHours(1), Installation.Start + plan.Span);
        var found = await laws.DescribeAsync();
        return new SoakResult(
            laws.Violations,
            cost,
            string.Create(
                CultureInfo.InvariantCulture,
                $"{plan.Resources} resources, {plan.Span.TotalDays:0.##} days, {ticks} ticks in {begun.Elapsed.TotalSeconds:0} s; "
                    + $"{(faults is null ? "no faults" : faults)}; {found}; cost {cost:0}"
            )
        );
    }

    private async Task CheckAsync()
    {
        if (place.Hosts.Any(host => host.HasGivenUp))
        {
            throw new InvalidOperationException("An instance that was killed could not be started again.");
        }

        await laws.CheckAsync();
    }
}
