using System.Collections.Concurrent;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Core.Settings;
using Advisor.Service.Fleet;
using Advisor.Tests;

namespace Advisor.Service.Tests.Evaluation;

/// <summary>A fleet and its metrics in memory, at the two ports of the evaluation.</summary>
internal sealed class FakeFleet : IFleet, IMetricSource
{
    public List<FleetResource> Resources { get; } = [];

    public List<FleetFailure> ListFailures { get; } = [];

    public List<FleetFailure> MetricFailures { get; } = [];

    public Dictionary<string, Func<DateTimeOffset, MetricReadings?>> Readings { get; } = new(StringComparer.OrdinalIgnoreCase);

    public (DateTimeOffset Start, DateTimeOffset End)? Asked { get; private set; }

    /// <summary>Ids of the resources of each read of minutes.</summary>
    public ConcurrentQueue<IReadOnlyList<string>> Batches { get; } = new();

    /// <summary>Adds a resource of Standard_S1 whose every minute reads the same; null = no minute at all.</summary>
    public FleetResource Add(string name, int units, MetricReadings? readings, Workload? workload = null)
    {
        var resource = SampleResource.Create(name, units) with
        {
            Settings = new ResourceSettings { Workload = workload ?? Workload.Create(UseCase.Echo), CountsServerLeg = false },
        };
        Resources.Add(resource);
        Readings[resource.Id] = _ => readings;
        return resource;
    }

    public void Replace(FleetResource resource) => Resources[Resources.FindIndex(r => r.Id == resource.Id)] = resource;

    public Task<FleetListing> ListAsync(FleetScope scope, CancellationToken cancellation) =>
        Task.FromResult(new FleetListing(Resources, ListFailures));

    public Task<MetricReadResult> ReadAsync(
        IReadOnlyList<FleetResource> resources,
        DateTimeOffset start,
        DateTimeOffset end,
        CancellationToken cancellation
    )
    {
        Asked = (start, end);
        Batches.Enqueue([.. resources.Select(resource => resource.Id)]);
        var failed = MetricFailures.Select(f => f.ResourceId).ToHashSet(StringComparer.OrdinalIgnoreCase);
        var series = resources
            .Where(r => !failed.Contains(r.Id))
            .ToDictionary(
                r => r.Id,
                r =>
                    (IReadOnlyList<MinuteSample>)
                        [
                            .. ListMinutes(start, end)
                                .Select(t => (Time: t, Reading: Readings[r.Id](t)))
                                .Where(m => m.Reading is not null)
                                .Select(m => new MinuteSample(m.Time, m.Reading!.Value)),
                        ],
                StringComparer.OrdinalIgnoreCase
            );
        return Task.FromResult(new MetricReadResult(series, MetricFailures, 3, ["a note"]));
    }

    /// <summary>The coarser buckets that were asked for.</summary>
    public (DateTimeOffset Start, DateTimeOffset End, TimeSpan Grain)? AskedPast { get; private set; }

    /// <summary>What each bucket of the past reads; totals by the minute. Default: nothing is known of it.</summary>
    public Func<DateTimeOffset, MetricReadings?> PastReadings { get; set; } = _ => null;

    public Task<MetricReadResult> ReadAsync(
        IReadOnlyList<FleetResource> resources,
        DateTimeOffset start,
        DateTimeOffset end,
        TimeSpan grain,
        CancellationToken cancellation
    )
    {
        AskedPast = (start, end, grain);
        var samples = new List<MinuteSample>();
        for (var time = start; time < end; time += grain)
        {
            samples.AddRange(PastReadings(time) is { } readings ? [new MinuteSample(time, readings)] : []);
        }

        return Task.FromResult(
            new MetricReadResult(resources.ToDictionary(r => r.Id, _ => (IReadOnlyList<MinuteSample>)samples), [], 2, [])
        );
    }

    public Task<ScaleOutcome> ScaleAsync(ScaleRequest request, CancellationToken cancellation) =>
        throw new InvalidOperationException("An evaluation changes nothing.");

    public Task<ScaleProgress> GetProgressAsync(string operationUrl, CancellationToken cancellation) =>
        throw new InvalidOperationException("An evaluation changes nothing.");

    private static IEnumerable<DateTimeOffset> ListMinutes(DateTimeOffset start, DateTimeOffset end)
    {
        for (var time = start; time < end; time = time.AddMinutes(1))
        {
            yield return time;
        }
    }
}
