using System.Collections.Concurrent;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Core.Settings;
using Advisor.Service.Fleet;

namespace Advisor.Service.Tests.World;

/// <summary>
/// Azure at the two ports: resources whose changes take a few minutes of a clock, and whose load follows a function of time.
/// </summary>
internal sealed class FakeAzure(TimeProvider time) : IFleet, IMetricSource
{
    private readonly Lock gate = new();
    private readonly Dictionary<string, FakeResource> resources = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, FakeResource> removed = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, (FakeResource Resource, bool Fails, DateTimeOffset End)> operations = new(StringComparer.Ordinal);

    /// <summary>How long a change takes; just short of whole minutes, so that the tick after it sees it.</summary>
    public TimeSpan ChangeTakes { get; set; } = TimeSpan.FromSeconds(170);

    /// <summary>How long an accepted change is not to be seen at its resource.</summary>
    public TimeSpan ShowsAfter { get; set; }

    /// <summary>Every change that Azure accepted: what a PATCH on the wire would be.</summary>
    public List<ScaleRequest> Patches { get; } = [];

    /// <summary>Answers instead of a change, used up one by one.</summary>
    public Queue<ScaleOutcome> Refusals { get; } = [];

    /// <summary>Units that the region allows all resources together; null = any number.</summary>
    public int? RegionalQuota { get; set; }

    /// <summary>Quotas that a list reports; empty = Azure does not say.</summary>
    public List<ReportedQuota> ReportedQuotas { get; } = [];

    /// <summary>Every size that was asked for, refused or not.</summary>
    public List<int> Asked { get; } = [];

    /// <summary>Whether accepted changes end as Failed.</summary>
    public bool ChangesFail { get; set; }

    /// <summary>Whether no operation can be read.</summary>
    public bool OperationsUnread { get; set; }

    /// <summary>Whether the operation's address is lost on the way.</summary>
    public bool LosesAddresses { get; set; }

    /// <summary>Whether an accepted request is answered with a timeout.</summary>
    public bool LosesAnswers { get; set; }

    /// <summary>
    /// Whether a request is taken as it comes, without the look at the resource that a real client takes first: whoever sends twice is
    /// seen.
    /// </summary>
    public bool TakesAll { get; set; }

    /// <summary>What could not be listed. Nothing is found then, unless <see cref="ListsDespiteFailures"/>.</summary>
    public List<FleetFailure> ListFailures { get; } = [];

    /// <summary>Whether what failed is no place of the resources here.</summary>
    public bool ListsDespiteFailures { get; set; }

    /// <summary>Lists made.</summary>
    public int Lists { get; private set; }

    /// <summary>Resources that no list of a scope has, and that are there all the same.</summary>
    public HashSet<FakeResource> Unlisted { get; } = [];

    /// <summary>Connections closed in every minute, by category; null = not known.</summary>
    public Dictionary<string, double>? Closes { get; set; }

    /// <summary>Connections closed in a minute instead, by category; null = <see cref="Closes"/>, null of a minute = not known.</summary>
    public Func<DateTimeOffset, Dictionary<string, double>?>? ClosesAt { get; set; }

    /// <summary>Resources whose closed connections were read, by call.</summary>
    public ConcurrentBag<int> CloseReads { get; } = [];

    /// <summary>Connections opened in a minute; null = not known.</summary>
    public Func<DateTimeOffset, double>? Opens { get; set; }

    /// <summary>Answer to who changed a resource; may throw.</summary>
    public Func<SizeChangerAnswer> Changer { get; set; } = () => SizeChangerAnswer.None;

    /// <summary>Questions of who changed a resource.</summary>
    public List<(string ResourceId, DateTimeOffset From, DateTimeOffset Until)> ChangerReads { get; } = [];

    /// <summary>Names of resources whose metrics cannot be read.</summary>
    public HashSet<string> MetricFailures { get; } = [];

    /// <summary>Minutes read, by call.</summary>
    public List<(int Resources, TimeSpan Window)> Reads { get; } = [];

    /// <summary>Length of a read of minutes from which on it fails; null = none does.</summary>
    public TimeSpan? FailsFrom { get; set; }

    /// <summary>Reads of coarser buckets, by call.</summary>
    public List<(int Resources, TimeSpan Window, TimeSpan Grain)> CoarseReads { get; } = [];

    /// <summary>Whether coarser buckets are served: false = their reads fail, null = there are none.</summary>
    public bool? ServesCoarse { get; set; }

    /// <summary>Awaited by a read of coarser buckets, once it is among <see cref="CoarseReads"/>.</summary>
    public Func<Task> AnswersCoarse { get; set; } = () => Task.CompletedTask;

    public FakeResource Add(
        string name,
        int units,
        Func<DateTimeOffset, double> connections,
        ResourceSettings? settings = null,
        string region = "westeurope"
    )
    {
        var id = $"/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/{name}";
        return resources[id] = new FakeResource(id, name, region, units, connections, settings ?? new ResourceSettings());
    }

    /// <summary>The settings of a resource, as configuration and tags would give them; nothing of them is kept in the state.</summary>
    public ResourceSettings GetSettings(FleetResource resource) =>
        resources.TryGetValue(resource.Id, out var known) || removed.TryGetValue(resource.Id, out known)
            ? known.ToFleetResource(time.GetUtcNow()).Settings
            : ResourceSettings.Default;

    public void Remove(FakeResource resource)
    {
        resources.Remove(resource.Id);
        removed[resource.Id] = resource;
    }

    public async Task<FleetListing> ListAsync(FleetScope scope, CancellationToken cancellation)
    {
        await Task.Yield();
        lock (gate)
        {
            var wanted = resources.Values.Where(r =>
                scope.ResourceIds.Count > 0 ? scope.ResourceIds.Contains(r.Id, StringComparer.OrdinalIgnoreCase) : !Unlisted.Contains(r)
            );
            var missing = scope
                .ResourceIds.Where(id => !resources.ContainsKey(id))
                .Select(id => new FleetFailure(id, FailureCode.NotFound, $"{id} was not found."));
            Lists++;
            return !ListsDespiteFailures && ListFailures.Count > 0
                ? new FleetListing([], [.. ListFailures])
                : new FleetListing([.. wanted.Select(r => r.ToFleetResource(time.GetUtcNow()))], [.. missing, .. ListFailures])
                {
                    Quotas = [.. ReportedQuotas],
                };
        }
    }

    public async Task<ScaleOutcome> ScaleAsync(ScaleRequest request, CancellationToken cancellation)
    {
        await Task.Yield();
        lock (gate)
        {
            var now = time.GetUtcNow();
            var resource = resources[request.ResourceId];
            Asked.Add(request.To.Units);
            if (resources.Values.Sum(r => r == resource ? request.To.Units : r.GetUnits(now)) > RegionalQuota)
            {
                return new ScaleOutcome(
                    ScaleResult.Refused,
                    null,
                    FailureCode.Quota,
                    "The quota of the subscription in this region does not allow it."
                );
            }

            if (Refusals.TryDequeue(out var refusal))
            {
                return refusal;
            }

            if (!TakesAll && resource.GetSize(now) == (request.To.Sku, request.To.Units))
            {
                return new ScaleOutcome(ScaleResult.AlreadyApplied, null, null, "already");
            }

            if (!TakesAll && resource.IsChanging(now))
            {
                return new ScaleOutcome(ScaleResult.RetryLater, null, FailureCode.Updating, "being changed");
            }

            if (!TakesAll && resource.GetSize(now) != (request.From.Sku, request.From.Units))
            {
                return new ScaleOutcome(ScaleResult.ResourceChanged, null, null, "moved on");
            }

            Patches.Add(request);
            resource.Begin(
                ChangesFail ? request.From.Units : request.To.Units,
                now + ShowsAfter,
                now + ChangeTakes,
                ChangesFail ? request.From.Sku : request.To.Sku
            );
            resource.RestingState = ChangesFail ? "Failed" : "Succeeded";
            var url = $"https://management.azure.com/operations/{Patches.Count}";
            operations[url] = (resource, ChangesFail, now + ChangeTakes);
            if (LosesAnswers)
            {
                return new ScaleOutcome(ScaleResult.RetryLater, null, FailureCode.Timeout, "No answer in time.");
            }

            return new ScaleOutcome(ScaleResult.Accepted, LosesAddresses ? null : url, null, "accepted");
        }
    }

    public async Task<SizeChangerAnswer> FindChangerAsync(
        string resourceId,
        DateTimeOffset from,
        DateTimeOffset until,
        CancellationToken cancellation
    )
    {
        await Task.Yield();
        lock (gate)
        {
            ChangerReads.Add((resourceId, from, until));
        }

        return Changer();
    }

    public async Task<ScaleProgress> GetProgressAsync(string operationUrl, CancellationToken cancellation)
    {
        await Task.Yield();
        lock (gate)
        {
            var (_, fails, end) = operations[operationUrl];
            return OperationsUnread ? new ScaleProgress(false, false, "Forbidden", "No right to read operations.") { IsUnread = true }
                : time.GetUtcNow() < end ? new ScaleProgress(false, false, "Running")
                : fails ? new ScaleProgress(true, false, "Failed", "Azure did not complete the change: InternalError")
                : new ScaleProgress(true, true, "Succeeded");
        }
    }

    public Task<ConnectionCloses> ReadConnectionClosesAsync(
        IReadOnlyList<(FleetResource Resource, DateTimeOffset Minute)> minutes,
        IReadOnlyList<string> categories,
        CancellationToken cancellation
    )
    {
        CloseReads.Add(minutes.Count);
        var known =
            from one in minutes
            let closes = ClosesAt is { } find ? find(one.Minute) : Closes
            where closes is not null
            select (one.Resource.Id, closes);
        var byResource = known.ToDictionary(of => of.Id, of => (IReadOnlyDictionary<string, double>)of.closes);
        return Task.FromResult(new ConnectionCloses(byResource, byResource.Count > 0 ? 1 : 0));
    }

    private MinuteSample WithOpens(MinuteSample sample) =>
        sample with
        {
            Readings = sample.Readings with { ConnectionOpenCount = Opens?.Invoke(sample.Time) },
        };

    // A bucket is its first minute.
    public async Task<MetricReadResult> ReadAsync(
        IReadOnlyList<FleetResource> requested,
        DateTimeOffset start,
        DateTimeOffset end,
        TimeSpan grain,
        CancellationToken cancellation
    )
    {
        lock (gate)
        {
            CoarseReads.Add((requested.Count, end - start, grain));
        }

        await AnswersCoarse();
        lock (gate)
        {
            return MetricReadResult.Empty with
            {
                Series = requested
                    .Where(_ => ServesCoarse == true)
                    .ToDictionary(
                        r => r.Id,
                        r =>
                            (IReadOnlyList<MinuteSample>)
                                [
                                    .. resources[r.Id]
                                        .ListMinutes(start, end)
                                        .Where(sample => (sample.Time - start).Ticks % grain.Ticks == 0),
                                ],
                        StringComparer.OrdinalIgnoreCase
                    ),
                Failures =
                [
                    .. requested
                        .Where(_ => ServesCoarse == false)
                        .Select(r => new FleetFailure(r.Id, FailureCode.ServiceFault, "No coarse metrics.")),
                ],
            };
        }
    }

    public async Task<MetricReadResult> ReadAsync(
        IReadOnlyList<FleetResource> requested,
        DateTimeOffset start,
        DateTimeOffset end,
        CancellationToken cancellation
    )
    {
        await Task.Yield();
        lock (gate)
        {
            Reads.Add((requested.Count, end - start));
            bool Fails(FleetResource resource) => MetricFailures.Contains(resource.Name) || end - start >= FailsFrom;

            // Whatever is asked for, what is to come is not known.
            var now = time.GetUtcNow();
            end = end < now ? end : now;
            var series = requested
                .Where(r => !Fails(r))
                .ToDictionary(
                    r => r.Id,
                    r =>
                        (IReadOnlyList<MinuteSample>)
                            [.. resources.TryGetValue(r.Id, out var known) ? known.ListMinutes(start, end).Select(WithOpens) : []],
                    StringComparer.OrdinalIgnoreCase
                );
            return new MetricReadResult(
                series,
                [
                    .. requested
                        .Where(Fails)
                        .Select(r => new FleetFailure(r.Id, FailureCode.ServiceFault, $"The metrics of {r.Name} cannot be read.")),
                ],
                1,
                []
            );
        }
    }
}
