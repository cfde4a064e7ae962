using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Service.Changes;
using Advisor.Service.Store;

namespace Advisor.Service.Tick;

/// <summary>Units that the quotas of subscriptions and regions leave to the scale-outs of a tick.</summary>
internal sealed class RegionalQuotas
{
    private readonly Dictionary<(string, string), RegionalRoom> quotas = [];

    private RegionalQuotas(IReadOnlyList<QuotaRefusal> endedRefusals) => EndedRefusals = endedRefusals;

    /// <summary>Refusals that are no longer in force.</summary>
    public IReadOnlyList<QuotaRefusal> EndedRefusals { get; }

    /// <summary>Reads the refusals and compares them with the units in use.</summary>
    /// <param name="uses">Units in use, including those of pending scale-outs.</param>
    /// <param name="listedAt">Time of the listing, which does not end a later refusal.</param>
    public static async Task<RegionalQuotas> ReadAsync(
        AdvisorState state,
        IReadOnlyList<RegionalUsage> uses,
        DateTimeOffset listedAt,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var refusals = (await state.QuotaRefusals.ListAsync(cancellation)).ToDictionary(
            refusal => (refusal.Subscription, refusal.Region),
            refusal => (Refusal: refusal, Stands: refusal.IsInForce(FindUsedUnits(refusal), now) && !IsRaised(refusal))
        );
        var found = new RegionalQuotas([.. refusals.Values.Where(known => !known.Stands).Select(known => known.Refusal)]);
        foreach (var use in uses)
        {
            var left = use.Remaining;
            var refusal = refusals.GetValueOrDefault((use.Subscription, use.Region)) is { Stands: true } known ? known.Refusal : null;
            var lesser = refusal?.GetRemaining(FindUsedUnits(refusal)) is { } few && !(left < few) ? few : left;
            found.quotas[(use.Subscription, use.Region)] = new RegionalRoom(lesser, use.Quota, refusal?.At);
        }

        return found;

        RegionalUsage? FindUse(QuotaRefusal refusal) =>
            uses.FirstOrDefault(use => use.Subscription == refusal.Subscription && use.Region == refusal.Region);

        int? FindUsedUnits(QuotaRefusal refusal) => listedAt <= refusal.At ? null : FindUse(refusal)?.Units ?? 0;

        bool IsRaised(QuotaRefusal refusal) => refusal.IsRaised(FindUse(refusal)?.Quota);
    }

    /// <summary>Returns what the quota of a subscription and region leaves; nothing is known of one without resources.</summary>
    /// <param name="subscription">In lower case.</param>
    /// <param name="region">In lower case.</param>
    public RegionalRoom Find(string subscription, string region) =>
        quotas.GetValueOrDefault((subscription, region)) ?? new RegionalRoom(null, null, null);
}

/// <summary>What the quota of a subscription and region leaves.</summary>
/// <param name="Left">Units that may still be added, 0 or more; null = unknown.</param>
/// <param name="Quota">Limit and its source; null = unknown.</param>
/// <param name="RefusedAt">Time at which Azure refused more; null if it did not.</param>
internal sealed record RegionalRoom(int? Left, QuotaOrigin? Quota, DateTimeOffset? RefusedAt);
