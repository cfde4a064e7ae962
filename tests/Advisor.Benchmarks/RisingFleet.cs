using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Core.Settings;
using Advisor.Service.Fleet;

namespace Advisor.Benchmarks;

/// <summary>
/// A fleet of chats, fifty in a region, of some teams, all alike: quiet until an instant, overloaded from then on. Nothing is drawn and
/// nothing can fail.
/// </summary>
internal sealed class RisingFleet(int resources, int teams, DateTimeOffset risesAt) : IFleet, IMetricSource
{
    public const string Subscription = "00000000-0000-4000-8000-000000000001";

    // One batch, and far below the quota of a region.
    private const int ResourcesOfRegion = 50;
    private const string TeamTag = "advisor-team";

    private readonly FleetListing listing = new([.. Enumerable.Range(0, resources).Select(i => CreateResource(i, teams))], []);

    public static ResourceSettings GetSettings(FleetResource resource) => ResourceSettings.Default with { Team = resource.Tags[TeamTag] };

    public Task<FleetListing> ListAsync(FleetScope scope, CancellationToken cancellation) => Task.FromResult(listing);

    public Task<MetricReadResult> ReadAsync(
        IReadOnlyList<FleetResource> resources,
        DateTimeOffset start,
        DateTimeOffset end,
        CancellationToken cancellation
    )
    {
        IReadOnlyList<MinuteSample> minutes =
        [
            .. Enumerable
                .Range(0, (int)(end - start).TotalMinutes)
                .Select(minute => start.AddMinutes(minute))
                .Select(at => new MinuteSample(at, CreateReadings(at))),
        ];
        return Task.FromResult(
            new MetricReadResult(resources.ToDictionary(resource => resource.Id, _ => minutes, StringComparer.OrdinalIgnoreCase), [], 1, [])
        );
    }

    public Task<ScaleOutcome> ScaleAsync(ScaleRequest request, CancellationToken cancellation) => throw new NotSupportedException();

    public Task<ScaleProgress> GetProgressAsync(string operationUrl, CancellationToken cancellation) => throw new NotSupportedException();

    // The metrics come with a lag: what is read at the second tick ends before it.
    private MetricReadings CreateReadings(DateTimeOffset minute) =>
        minute >= risesAt.AddMinutes(-4)
            ? new MetricReadings(0.95, 950, 0.95, 1.5e6, 1.5e6, 1500, 0)
            : new MetricReadings(0.30, 300, 0.30, 5e5, 5e5, 500, 0);

    private static FleetResource CreateResource(int i, int teams)
    {
        var name = $"chat-{i:00000}";
        return new FleetResource
        {
            Id = $"/subscriptions/{Subscription}/resourceGroups/rg/providers/Microsoft.SignalRService/SignalR/{name}",
            Name = name,
            Service = ServiceKind.SignalR,
            SubscriptionId = Subscription,
            ResourceGroup = "rg",
            Region = $"region{i / ResourcesOfRegion}",
            Sku = "Standard_S1",
            Units = 1,
            ProvisioningState = "Succeeded",
            Tags = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase) { [TeamTag] = $"team-{i % teams}" },
        };
    }
}
