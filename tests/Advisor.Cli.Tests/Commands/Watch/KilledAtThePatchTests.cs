using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text.RegularExpressions;
using Advisor.Cli.Tests.World;
using Advisor.HostStandIn;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Service.Changes;
using Advisor.Service.Store;
using Advisor.Service.Store.Sqlite;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Watch;

/// <summary>
/// <c>advisor watch</c> as a process of its own, killed with SIGKILL at the PATCH of each of six changes: before it reaches Azure, when
/// Azure has made it and nothing of the answer has come back, and when half of the answer has. A wire before the loopback Azure places the
/// kills.
/// </summary>
public sealed partial class KilledAtThePatchTests
{
    private const int Kills = 6;
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 12, 0, 0, TimeSpan.Zero);
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);
    private static readonly LocalResourceSpec Hot = LocalScenario.Ten.First(spec => spec.Name == "hot-chat");

    private enum Moment
    {
        BeforeAzure,
        AfterAzure,
        WhileItAnswers,
    }

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    [Fault("process-killed")]
    public async Task Killed_at_the_PATCH_of_six_changes_each_change_reaches_Azure_once_and_is_verified()
    {
        using var folder = new TemporaryFolder();
        var clock = new ManualTimeProvider(Start);
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                Time = clock,
                ScalingTime = TimeSpan.FromSeconds(170),
                RegionalUnitQuota = -1,
                Resources = [.. Enumerable.Range(0, Kills).Select(i => Hot with { Name = FormattableString.Invariant($"hot-{i:00}") })],
            },
            Cancellation
        );
        var line = new Line(azure);
        await using var faultProxy = await FaultProxy.StartAsync(
            azure.Endpoint,
            line.HandleRequest,
            line.HandleResponse,
            Cancellation,
            line.FindInterruption
        );
        var watch = new WatchProcess(azure, Path.Combine(folder.Path, "state.db"), "--mode", "auto") { Endpoint = faultProxy.Address };

        // Each process lives to its first request to change something that none was killed at yet, and is started again at the minute at
        // which it died.
        while (line.Killed.Count < Kills)
        {
            var before = line.Killed.Count;
            using var process = watch.Start(TimeSpan.FromHours(1));
            line.Process = process;
            await Until.WaitAsync(() => process.HasExited, Patience);
            Assert.True(
                line.Killed.Count == before + 1,
                $"the process ended by itself after {before} kills: {string.Join('\n', watch.Output.TakeLast(5))}"
            );
        }

        await watch.FinishAsync(clock.GetUtcNow().AddMinutes(15), clock, Cancellation);

        Assert.Equal([2, 2, 2], Enum.GetValues<Moment>().Select(moment => line.Killed.Values.Count(killed => killed == moment)));
        Assert.Equal([], await ListComplaintsAsync(azure, watch.StateFile, line));
    }

    private static async Task<IReadOnlyList<string>> ListComplaintsAsync(LocalAzureHost azure, string file, Line line)
    {
        using var store = SqliteStateStore.Open(file);
        var state = await AdvisorState.OpenAsync(store, 1, Start, Cancellation);
        var complaints = new List<string>();
        foreach (var resource in azure.Resources)
        {
            var moment = line.Killed[resource.Id];
            var changes = (await state.Changes.QueryAsync(resource.Id, new(Start, Start.AddDays(1), null, 100), Cancellation)).Records;
            var arrived = line.Arrived.GetValueOrDefault(resource.Id) ?? [];
            var complaint =
                arrived is not ["2 Succeeded"] ? $"reached Azure as: {string.Join(", ", arrived)}"
                : changes is not [{ State: ChangeState.Verified } change]
                    ? $"changes: {string.Join(", ", changes.Select(c => $"{c.State} {c.Code} {c.Text}"))}"
                : change.Attempts != (moment == Moment.BeforeAzure ? 2 : 1) ? $"sent {change.Attempts} times"
                : resource.Units != change.ToUnits ? $"the resource has {resource.Units} units, not {change.ToUnits}"
                : null;
            complaints.AddRange(complaint is null ? [] : [$"{resource.Name}, killed {moment}: {complaint}"]);
        }

        return complaints;
    }

    /// <summary>What passes between watch and Azure, and where a process dies.</summary>
    private sealed partial class Line(LocalAzureHost azure)
    {
        private readonly Lock gate = new();

        /// <summary>The process that is killed next.</summary>
        public Process? Process { get; set; }

        /// <summary>At which moment a process died at the change of which resource.</summary>
        public ConcurrentDictionary<string, Moment> Killed { get; } = new(StringComparer.OrdinalIgnoreCase);

        /// <summary>What each resource showed when a request to change it reached Azure.</summary>
        public ConcurrentDictionary<string, List<string>> Arrived { get; } = new(StringComparer.OrdinalIgnoreCase);

        public bool HandleRequest(ProxiedRequest call)
        {
            if (FindResource(call) is not { } resource)
            {
                return true;
            }

            if (KillIfDue(resource, Moment.BeforeAzure))
            {
                return false;
            }

            Arrived.AddOrUpdate(resource.Id, _ => [DescribeResource(resource)], (_, shown) => [.. shown, DescribeResource(resource)]);
            return true;
        }

        public bool HandleResponse(ProxiedRequest call) =>
            FindResource(call) is not { } resource || !KillIfDue(resource, Moment.AfterAzure);

        public Action? FindInterruption(ProxiedRequest call) =>
            FindResource(call) is { } resource && IsDue(resource, Moment.WhileItAnswers)
                ? () => KillIfDue(resource, Moment.WhileItAnswers)
                : null;

        // Resources take turns at the three moments.
        private bool IsDue(LocalResource resource, Moment moment) =>
            !Killed.ContainsKey(resource.Id)
            && Enumerable.Range(0, azure.Resources.Count).First(i => azure.Resources[i].Id == resource.Id) % 3 == (int)moment;

        private bool KillIfDue(LocalResource resource, Moment moment)
        {
            lock (gate)
            {
                if (!IsDue(resource, moment))
                {
                    return false;
                }

                Killed[resource.Id] = moment;
                Process!.Kill();
                return true;
            }
        }

        private LocalResource? FindResource(ProxiedRequest call) =>
            call.Method != "PATCH"
                ? null
                : azure.Resources.First(resource => NamePattern().Match(call.Path).Groups["name"].Value == resource.Name);

        private static string DescribeResource(LocalResource resource) =>
            FormattableString.Invariant($"{resource.Units} {resource.ProvisioningState}");

        [GeneratedRegex("/SignalR/(?<name>[^/?]+)", RegexOptions.IgnoreCase | RegexOptions.NonBacktracking)]
        private static partial Regex NamePattern();
    }
}
