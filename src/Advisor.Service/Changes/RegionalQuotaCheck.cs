using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Service.Fleet;
using Advisor.Service.Store;

namespace Advisor.Service.Changes;

/// <summary>
/// Compares a scale-out near the regional quota with the current use just before it is sent, and records refusals: docs/decisions/0125.
/// </summary>
internal sealed class RegionalQuotaCheck(AdvisorState state, IFleet fleet, RuleSet rules, ServiceOptions options)
{
    /// <summary>
    /// Returns why a scale-out is not attempted, judged by a fresh listing of the units in use and by earlier refusals; null when it may be
    /// sent.
    /// </summary>
    public async Task<string?> FindProblemAsync(
        ChangeRecord change,
        FleetResource resource,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        if (change.ToUnits <= change.FromUnits || change.ExceedsKnownQuota != true)
        {
            return null;
        }

        var use = await ReadUseAsync(change, resource, cancellation);
        var wanted = use.Units + change.ToUnits - change.FromUnits;
        if (use.IsComplete && wanted > use.Limit)
        {
            await state.QuotaRefusals.SaveAsync(new(use.Subscription, use.Region, use.Units, wanted, use.IsComplete, now), cancellation);
            return $"{use.Units} of {use.Limit} units are now in use in {resource.Region}: Advisor does not request {change.ToUnits}.";
        }

        return
            await state.QuotaRefusals.FindAsync(use.Subscription, use.Region, cancellation) is { } refusal
            && refusal.IsInForce(use.Units, now)
            && !refusal.IsRaised(use.Quota)
            && wanted >= refusal.Refused
            ? $"The quota refused {refusal.Refused} units in {resource.Region} at {refusal.At.UtcDateTime:HH:mm} UTC and "
                + $"{use.Units} are in use: Advisor does not request {change.ToUnits}."
            : null;
    }

    /// <summary>Records that Azure refused a scale-out because of the quota.</summary>
    public async Task RecordRefusalAsync(ChangeRecord change, FleetResource resource, DateTimeOffset now, CancellationToken cancellation)
    {
        var use = await ReadUseAsync(change, resource, cancellation);
        await state.QuotaRefusals.SaveAsync(
            new(use.Subscription, use.Region, use.Units, use.Units + Math.Max(1, change.ToUnits - change.FromUnits), use.IsComplete, now),
            cancellation
        );
    }

    private async Task<RegionalUsage> ReadUseAsync(ChangeRecord change, FleetResource resource, CancellationToken cancellation)
    {
        var listing = await fleet.ListAsync(options.Scope, cancellation);
        var open = (await state.Changes.ListOpenAsync(cancellation))
            .Where(other => other.Id != change.Id)
            .ToDictionary(other => other.ResourceId, other => other.ToUnits, StringComparer.OrdinalIgnoreCase);
        var others = listing
            .Resources.Where(other => !string.Equals(other.Id, resource.Id, StringComparison.OrdinalIgnoreCase))
            .Select(other => open.TryGetValue(other.Id, out var units) && units > other.Units ? other with { Units = units } : other);
        var current = listing with { Resources = [.. others, resource] };
        return RegionalUsage.Compute(options.Scope, current, rules).First(use => use.Includes(resource));
    }
}
