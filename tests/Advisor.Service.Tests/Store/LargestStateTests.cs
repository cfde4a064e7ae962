using System.Collections.Immutable;
using Advisor.Configuration.Rules;
using Advisor.Core;
using Advisor.Core.Alerting;
using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.Store.Contract;
using Advisor.Tests;

namespace Advisor.Service.Tests.Store;

/// <summary>
/// The state of a resource in the row that it has to fit, at its largest: a month of uneasy minutes, a guessed workload, and every alert
/// firing after much flapping.
/// </summary>
public sealed class LargestStateTests(AzuriteFixture azurite)
{
    private const string Resource = "/subscriptions/s-1/resourceGroups/rg/providers/Microsoft.SignalRService/SignalR/chat";
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 0, 0, 0, TimeSpan.Zero);
    private static readonly RuleSet Rules = RuleSetLoader.Embedded;
    private static readonly AlertSubject Subject = new(AlertSubjectKind.Resource, Resource, "chat", "team", "westeurope");
    private static readonly Lazy<(byte[] Bytes, ResourceAlerts Alerts)> Largest = new(Create);

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public void Every_alert_of_a_resource_fires_in_it_and_days_of_connections_are_kept()
    {
        var firing = AlertStateMachine
            .ListActive(Rules.Alerts, Largest.Value.Alerts.Alerts)
            .Where(alert => alert.IsFiring)
            .Select(alert => alert.Id);

        Assert.Equal(CreateConditions().Select(condition => condition.Id), firing);
        Assert.True(AlertStateMachine.ListActive(Rules.Alerts, Largest.Value.Alerts.Alerts).Count(alert => alert.IsFlapping) > 10);
        Assert.Equal(ConnectionDays.MaxDays, Largest.Value.Alerts.Days.WholeDays.Count);
    }

    [Fact]
    public void It_is_below_what_a_row_holds_with_room_for_half_as_many_conditions_again()
    {
        var alerts = ResourceAlertsFormat.Write(Largest.Value.Alerts).Length;

        Assert.InRange(Largest.Value.Bytes.Length, 45_000, RowLimits.MaxPayloadBytes - (alerts / 2));
    }

    [Theory]
    [InlineData("memory")]
    [InlineData("sqlite")]
    [InlineData("tables")]
    public async Task It_comes_back_byte_by_byte(string store)
    {
        await using IStorePlace place = store switch
        {
            "memory" => new MemoryPlace(),
            "sqlite" => new SqlitePlace(),
            _ => new TablePlace(azurite),
        };
        var state = await AdvisorState.OpenAsync(await place.OpenAsync(), 4, Start, Cancel);

        Assert.True(
            (
                await state
                    .BeginCommit(Resource)
                    .SaveState(null, ResourceStateDocument.Version, Start, Largest.Value.Bytes)
                    .RunAsync(Cancel)
            ).IsCommitted
        );

        var resourceDocument = (await state.LoadAsync(Resource, Cancel)).State!;
        Assert.Equal(Largest.Value.Bytes, resourceDocument.Content.ToArray());
        var (memory, problem) = ResourceStateDocument.Read(resourceDocument);
        Assert.Null(problem);
        Assert.Equal(Largest.Value.Bytes, memory!.Write());
    }

    private static IEnumerable<AlertCondition> CreateConditions() =>
        Rules.Alerts.Conditions.Where(condition => condition.SubjectKind == AlertSubjectKind.Resource);

    private static (byte[] Bytes, ResourceAlerts Alerts) Create()
    {
        var alerts = CreateAlerts();
        var line = $"{ScalingAction.ChangeTier}/{AuditOutcome.AwaitingApproval}/1000/Premium_P2/1000/{new string('R', 60)}";
        return (new ResourceStateDocument(new ResourceStateHead(line, Start, Start), CreateState(), alerts).Write(), alerts);
    }

    /// <summary>
    /// Thirty days at sizes that others change, on the ladder with the most steps, with a load that jumps and falls and a workload to
    /// guess.
    /// </summary>
    private static ResourceState CreateState()
    {
        var random = new Random(5);
        var sku = Rules.GetCatalog(Core.Capacity.ServiceKind.SignalR).Skus.MaxBy(sku => sku.Ladder.Count)!;
        ResourceState? state = null;
        var units = 1;
        for (var minute = 0; minute < 30 * 1440; minute++)
        {
            units = minute % 37 == 0 ? sku.Ladder[random.Next(sku.Ladder.Count)] : units;
            var connections = units * 1000 * random.NextDouble();
            var observation = new Observation
            {
                ResourceId = Resource,
                Time = Start.AddMinutes(minute),
                Sku = sku.Name,
                Units = units,
                Readings = new MetricReadings(
                    ServerLoad: random.Next(100),
                    ConnectionCount: connections,
                    ConnectionQuotaUtilization: connections / 10 / units,
                    InboundTraffic: connections * 512 * random.Next(1, 90),
                    OutboundTraffic: connections * 512 * random.Next(1, 900),
                    MessageCount: connections * random.Next(1, 40)
                ),
            };
            state = ScalingAdvisor.Decide(Rules, observation, state, observation.Time.AddMinutes(2)).State;
        }

        return state!;
    }

    private static ResourceAlerts CreateAlerts()
    {
        var alerts = ResourceAlerts.Empty;
        for (var minute = 0; minute < 10 * 1440; minute++)
        {
            alerts = alerts.Observe(
                Rules.Alerts,
                new MinuteSample(Start.AddMinutes(minute), new MetricReadings(10, 1000 + minute, 10, 1, 1, 1))
            );
        }

        // All of them for as long as the longest pending period takes, then on and off minute by minute: each return is remembered.
        var (memory, now) = (SubjectAlerts.Empty, Start);
        for (var i = 0; i < 2000; i++)
        {
            (memory, now) = (CreateSubject(memory, now, holds: true), now + Rules.Alerts.MaxStep);
        }

        for (var i = 0; i < 41; i++)
        {
            (memory, now) = (CreateSubject(memory, now, holds: i % 2 == 0), now.AddMinutes(1));
        }

        return alerts with
        {
            Alerts = memory,
            MonitoredSince = Start,
        };
    }

    private static SubjectAlerts CreateSubject(SubjectAlerts before, DateTimeOffset now, bool holds)
    {
        var readings = CreateConditions()
            .Select(condition => new AlertReading(condition.Id, condition.Levels[0].Enter.IsUpperBound == holds ? 1e6 : -1e6))
            .ToImmutableArray();
        return AlertStateMachine
            .Advance(Rules.Alerts, new AlertInput(Subject, readings, ChangeInProgress: false, AlertSuppression.None), before, now)
            .State;
    }
}
