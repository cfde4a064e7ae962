using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;

namespace Advisor.Service.Tests.World;

/// <summary>
/// A resource, of Standard_S1 in the beginning, on which so many connections send 0.5 messages of 1,024 B a second, echoed where the
/// settings have no other workload: connections are the limiting factor.
/// </summary>
internal sealed class FakeResource(
    string id,
    string name,
    string region,
    int units,
    Func<DateTimeOffset, double> connections,
    ResourceSettings settings
)
{
    private readonly List<(DateTimeOffset From, DateTimeOffset Until, string Sku, int Units)> sizes =
    [
        (DateTimeOffset.MinValue, DateTimeOffset.MinValue, "Standard_S1", units),
    ];

    public string Id => id;

    public ResourceSettings Settings { get; set; } = settings;

    public string? Autoscale { get; set; }

    /// <summary>Provisioning state while no change is in progress.</summary>
    public string RestingState { get; set; } = "Succeeded";

    /// <summary>When Azure says that it was created; null = it does not say.</summary>
    public DateTimeOffset? CreatedAt { get; set; }

    /// <summary>Ids of the others that serve the same clients.</summary>
    public IReadOnlyList<string> Peers { get; set; } = [];

    /// <summary>Whether clients are routed to it.</summary>
    public bool IsServing { get; set; } = true;

    /// <summary>Whether minutes are reported.</summary>
    public bool Reports { get; set; } = true;

    /// <summary>First minute with metrics; by default all have them.</summary>
    public DateTimeOffset ReportsSince { get; set; }

    /// <summary>How much later than asked for minutes are reported.</summary>
    public TimeSpan Late { get; set; }

    /// <summary>How much later than the other metrics of a minute its server load is reported.</summary>
    public TimeSpan LoadLate { get; set; }

    /// <summary>What is reported of the readings of a minute.</summary>
    public Func<MetricReadings, MetricReadings> Report { get; set; } = readings => readings;

    /// <param name="sku">Null = the one in force.</param>
    public void Begin(int to, DateTimeOffset now, DateTimeOffset end, string? sku = null) =>
        sizes.Add((now, end, sku ?? GetSize(now).Sku, to));

    public bool IsChanging(DateTimeOffset now) => sizes.Any(s => s.From <= now && now < s.Until);

    public int GetUnits(DateTimeOffset now) => GetSize(now).Units;

    public (string Sku, int Units) GetSize(DateTimeOffset now) =>
        sizes.Last(s => s.Until <= now) is var size ? (size.Sku, size.Units) : default;

    public FleetResource ToFleetResource(DateTimeOffset now) =>
        new()
        {
            Id = id,
            Name = name,
            SubscriptionId = "s",
            ResourceGroup = "g",
            Service = ServiceKind.SignalR,
            Region = region,
            Sku = GetSize(now).Sku,
            Units = GetUnits(now),
            ProvisioningState = IsChanging(now) ? "Updating" : RestingState,
            AutoscaleSetting = Autoscale,
            CreatedAt = CreatedAt,
            Peers = Peers,
            IsServing = IsServing,

            // Connections up to their limit where the test has no target of its own, so that a thousand of them are one unit.
            Settings = Settings with
            {
                Workload = Settings.Workload ?? Workload.Create(UseCase.Echo, 1024),
                CountsServerLeg = false,
                Targets = Settings.Targets.CompleteWith(new TargetOverrides(Connections: new Ratio(1))),
            },
        };

    public IEnumerable<MinuteSample> ListMinutes(DateTimeOffset start, DateTimeOffset end)
    {
        end -= Late;
        for (var minute = start > ReportsSince ? start : ReportsSince; Reports && minute < end; minute = minute.AddMinutes(1))
        {
            var (count, size) = (connections(minute), GetUnits(minute));
            yield return new MinuteSample(
                minute,
                Report(
                    new MetricReadings(
                        ServerLoad: minute < end - LoadLate ? Math.Min(100, ((70 * count * 512 / 2e6) + (8 * count / 1000)) / size) : null,
                        ConnectionCount: count,
                        ConnectionQuotaUtilization: count / 10 / size,
                        InboundTraffic: count * 512 * 60,
                        OutboundTraffic: count * 512 * 60,
                        MessageCount: count * 15
                    )
                )
            );
        }
    }
}
