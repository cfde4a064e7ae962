using System.Collections.Concurrent;
using System.Text.Json;
using Advisor.Azure.Resilience;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Azure;

namespace Advisor.Azure.Resources;

/// <summary>
/// Reads the unit quotas of subscriptions and regions, once an hour each, and at every call while a resource there is changing. Where Azure
/// does not say (no permission, or a cloud without usages) there is no quota, and no failure: the user's or the default applies.
/// </summary>
internal sealed class RegionalUsageReader(AzureCalls calls, ArmPipeline arm, TimeProvider time)
{
    /// <summary>Counter of all units of SignalR and Web PubSub in a region.</summary>
    private const string UnitCounter = "SignalRTotalUnits";

    private static readonly TimeSpan KeptFor = TimeSpan.FromHours(1);

    private readonly ConcurrentDictionary<(string Subscription, string Region), Reading> readings = new();

    /// <summary>Returns the quotas of the subscriptions and regions of these resources, as far as Azure states them.</summary>
    /// <param name="resources">All listed resources: the units of Azure's count that they do not have are elsewhere.</param>
    public async Task<IReadOnlyList<ReportedQuota>> ReadAsync(IReadOnlyList<FleetResource> resources, CancellationToken cancellation)
    {
        var places = resources.GroupBy(r => (r.SubscriptionId.ToLowerInvariant(), r.Region.ToLowerInvariant()));
        var found = await Task.WhenAll(places.Select(place => FindAsync(place.Key, [.. place], cancellation)));
        return [.. found.OfType<ReportedQuota>().OrderBy(quota => quota.Subscription).ThenBy(quota => quota.Region)];
    }

    private async Task<ReportedQuota?> FindAsync(
        (string Subscription, string Region) place,
        IReadOnlyList<FleetResource> listed,
        CancellationToken cancellation
    )
    {
        var now = time.GetUtcNow();
        if (readings.TryGetValue(place, out var known) && now >= known.At && now - known.At < KeptFor && known.Covers(listed))
        {
            return known.FindQuota(listed);
        }

        try
        {
            var counter = await calls.ReadAsync(
                CallName.ListUsages,
                new CallTarget(arm.Host, place.Subscription),
                token => ReadCounterAsync(place.Subscription, place.Region, token),
                cancellation
            );
            var elsewhere = Math.Max(0, (counter?.Used ?? 0) - listed.Sum(resource => resource.Units));
            var quota = counter is { } read ? new ReportedQuota(place.Subscription, place.Region, read.Limit, elsewhere, now) : null;

            // During a change the count and the list may show different sizes of a resource, so the difference is not kept.
            readings[place] = new Reading(quota, listed.Any(resource => resource.IsUpdating) ? DateTimeOffset.MinValue : now, listed);
            return quota;
        }
        catch (RequestFailedException refused) when (refused.Status is 400 or 403 or 404)
        {
            readings[place] = new Reading(null, now, listed);
            return null;
        }
        catch (Exception exception) when (AzureFailures.IsExpected(exception, cancellation))
        {
            // The last reading is better than the default until the next list reads again.
            return known?.FindQuota(listed);
        }
    }

    private async Task<(int Used, int Limit)?> ReadCounterAsync(string subscription, string region, CancellationToken cancellation)
    {
        var path = $"/subscriptions/{subscription}/providers/Microsoft.SignalRService/locations/{region}/usages";
        await foreach (var usage in ArmPages.ReadAsync(arm, path, ServiceTypes.ApiVersion, cancellation))
        {
            var name = ResourceJson.GetText(ResourceJson.GetChild(usage, "name"), "value");
            if (string.Equals(name, UnitCounter, StringComparison.OrdinalIgnoreCase))
            {
                return ParseCounter(GetNumber(usage, "currentValue"), GetNumber(usage, "limit"));
            }
        }

        return null;
    }

    // A limit below 0 is none; a counter without use or limit, or with a limit of 0, says nothing.
    private static (int Used, int Limit)? ParseCounter(long? used, long? limit) =>
        used is not >= 0 || limit is null or 0
            ? null
            : (
                (int)Math.Min(used.Value, QuotaOrigin.Unlimited),
                limit is < 0 or > QuotaOrigin.Unlimited ? QuotaOrigin.Unlimited : (int)limit.Value
            );

    private static long? GetNumber(JsonElement usage, string name) =>
        ResourceJson.GetChild(usage, name) is { ValueKind: JsonValueKind.Number } number && number.TryGetInt64(out var value)
            ? value
            : null;

    /// <summary>A reading, and the units that the resources listed then had.</summary>
    private sealed class Reading(ReportedQuota? quota, DateTimeOffset at, IReadOnlyList<FleetResource> listed)
    {
        private readonly Dictionary<string, int> units = listed
            .DistinctBy(resource => resource.Id, StringComparer.OrdinalIgnoreCase)
            .ToDictionary(resource => resource.Id, resource => resource.Units, StringComparer.OrdinalIgnoreCase);

        public DateTimeOffset At => at;

        /// <summary>Whether all of these were listed: units of a resource that was not count as elsewhere.</summary>
        public bool Covers(IReadOnlyList<FleetResource> some) => some.All(resource => units.ContainsKey(resource.Id));

        /// <summary>
        /// Returns the quota for another list: what Azure counted and this list does not have is elsewhere. A resource that was not listed
        /// then counts as it is now.
        /// </summary>
        public ReportedQuota? FindQuota(IReadOnlyList<FleetResource> other) =>
            quota is null
                ? null
                : quota with
                {
                    UnitsElsewhere = Math.Max(
                        0,
                        quota.UnitsElsewhere
                            + units.Values.Sum()
                            - other.Sum(resource => units.GetValueOrDefault(resource.Id, resource.Units))
                    ),
                };
    }
}
