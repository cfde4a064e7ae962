using Advisor.Runtime.Fleet;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Service;

/// <summary>What subscriptions and regions leave to the scale-outs of a tick.</summary>
internal sealed class RegionalRoom
{
    private readonly Dictionary<(string, string), (int? Left, DateTimeOffset? RefusedAt)> rooms = [];

    private RegionalRoom(IReadOnlyList<RegionalRefusal> ended) => Ended = ended;

    /// <summary>Refusals that stand no more.</summary>
    public IReadOnlyList<RegionalRefusal> Ended { get; }

    /// <summary>Reads the refusals and holds them against the units in use.</summary>
    /// <param name="resources">As listed; what is being scaled out counts with the units to come.</param>
    /// <param name="isWhole">Whether these are all resources of their subscriptions: only then the quota leaves a known number of units.</param>
    /// <param name="listedAt">When they were listed: a refusal after that is not ended by what the listing says.</param>
    public static async Task<RegionalRoom> ReadAsync(
        ServiceParts parts, IEnumerable<FleetResource> resources, bool isWhole, DateTimeOffset listedAt, DateTimeOffset now, CancellationToken cancellation)
    {
        var uses = RegionalUse.Listed(resources, parts.Rules);
        var refusals = (await parts.State.Refusals.ListAsync(cancellation)).ToDictionary(
            refusal => (refusal.Subscription, refusal.Region), refusal => (Refusal: refusal, Stands: refusal.Stands(UsedOf(refusal), now)));
        var room = new RegionalRoom([.. refusals.Values.Where(known => !known.Stands).Select(known => known.Refusal)]);
        foreach (var use in uses)
        {
            var left = isWhole ? use.Left : (int?)null;
            var refusal = refusals.GetValueOrDefault((use.Subscription, use.Region)) is { Stands: true } known ? known.Refusal : null;
            var lesser = refusal?.Left(UsedOf(refusal)) is { } few && !(left < few) ? few : left;
            room.rooms[(use.Subscription, use.Region)] = (lesser, refusal?.At);
        }

        return room;

        int? UsedOf(RegionalRefusal refusal) => listedAt <= refusal.At ? null
            : uses.FirstOrDefault(use => use.Subscription == refusal.Subscription && use.Region == refusal.Region)?.Units ?? 0;
    }

    /// <summary>Units that may still be added, null = unknown; and when Azure refused more, null where it did not.</summary>
    /// <param name="subscription">In lower case.</param>
    /// <param name="region">In lower case.</param>
    public (int? Left, DateTimeOffset? RefusedAt) Of(string subscription, string region) => rooms.GetValueOrDefault((subscription, region));
}
