using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Service.Changes;
using Advisor.Service.Store;

namespace Advisor.Service.Tick;

/// <summary>Units that the quotas of subscriptions and regions leave to the scale-outs of a tick.</summary>
internal sealed class RegionalQuotas
{
    private readonly Dictionary<(string, string), (int? Left, DateTimeOffset? RefusedAt)> quotas = [];

    private RegionalQuotas(IReadOnlyList<QuotaRefusal> endedRefusals) => EndedRefusals = endedRefusals;

    /// <summary>Refusals that are no longer in force.</summary>
    public IReadOnlyList<QuotaRefusal> EndedRefusals { get; }

    /// <summary>Reads the refusals and compares them with the units in use.</summary>
    /// <param name="resources">Listed resources, including the units of pending scale-outs.</param>
    /// <param name="isWhole">Whether these are all resources of their subscriptions: only then is the number of units left known.</param>
    /// <param name="listedAt">Time of the listing, which does not end a later refusal.</param>
    public static async Task<RegionalQuotas> ReadAsync(
        AdvisorState state,
        RuleSet rules,
        IEnumerable<FleetResource> resources,
        bool isWhole,
        DateTimeOffset listedAt,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var uses = RegionalUsage.ComputeListed(resources, rules);
        var refusals = (await state.QuotaRefusals.ListAsync(cancellation)).ToDictionary(
            refusal => (refusal.Subscription, refusal.Region),
            refusal => (Refusal: refusal, Stands: refusal.IsInForce(FindUsedUnits(refusal), now))
        );
        var found = new RegionalQuotas([.. refusals.Values.Where(known => !known.Stands).Select(known => known.Refusal)]);
        foreach (var use in uses)
        {
            var left = isWhole ? use.Remaining : (int?)null;
            var refusal = refusals.GetValueOrDefault((use.Subscription, use.Region)) is { Stands: true } known ? known.Refusal : null;
            var lesser = refusal?.GetRemaining(FindUsedUnits(refusal)) is { } few && !(left < few) ? few : left;
            found.quotas[(use.Subscription, use.Region)] = (lesser, refusal?.At);
        }

        return found;

        int? FindUsedUnits(QuotaRefusal refusal) =>
            listedAt <= refusal.At
                ? null
                : uses.FirstOrDefault(use => use.Subscription == refusal.Subscription && use.Region == refusal.Region)?.Units ?? 0;
    }

    /// <summary>Returns the units that may still be added, null = unknown; and when Azure refused more, null when it did not.</summary>
    /// <param name="subscription">In lower case.</param>
    /// <param name="region">In lower case.</param>
    public (int? Left, DateTimeOffset? RefusedAt) Find(string subscription, string region) =>
        quotas.GetValueOrDefault((subscription, region));
}
