using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Core.Text;
using Advisor.Service.Fleet;
using Advisor.Service.Store;

namespace Advisor.Service.Changes;

/// <summary>
/// A precondition that a change does not meet, and the state that follows: a final one, or <see cref="ChangeState.Intended"/> to try again
/// later.
/// </summary>
internal sealed record FailedPrecondition(ChangeState NextState, string Code, string Text)
{
    /// <summary>Earliest time of the next attempt; null = after <see cref="ChangeLimits.RetryDelay"/>.</summary>
    public DateTimeOffset? Until { get; init; }
}

/// <summary>
/// Preconditions of a change, all checked just before the request is sent: the stops, the resource as it is, its settings, and the
/// limits of the subscription.
/// </summary>
internal sealed class ChangePreconditions(
    AdvisorState state,
    IFleet fleet,
    RuleSet rules,
    SettingsInForce settings,
    ServiceOptions options,
    RegionalQuotaCheck quota
)
{
    /// <summary>Reads the resource and checks. A change that meets all has acquired its share of the change rate limit.</summary>
    /// <returns>The resource, if it was read, and the precondition that the change does not meet; null when it meets all.</returns>
    public async Task<(FleetResource? Resource, FailedPrecondition? Failed)> CheckAsync(
        ChangeRecord change,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        if (await FindStopAsync(cancellation) is { } stop)
        {
            return (null, stop);
        }

        var (resource, failure) = await ReadAsync(change.ResourceId, now, cancellation);
        if (resource is null)
        {
            var isFinal = failure!.Code is FailureCode.Forbidden or FailureCode.Credential or FailureCode.Invalid;
            var next = isFinal ? ChangeState.Refused : ChangeState.Intended;
            next = failure.Code == FailureCode.NotFound ? ChangeState.Canceled : next;
            return (null, new(next, failure.Code.ToString(), failure.Text));
        }

        return (resource, FindFailed(change, resource, now) ?? await FindLimitAsync(change, resource, now, cancellation));
    }

    /// <summary>Returns the stop of all changes that is in force; null when there is none.</summary>
    public async Task<FailedPrecondition?> FindStopAsync(CancellationToken cancellation) =>
        DecisionHandling.FindStop(options, await state.Fleet.FindPauseAsync(cancellation)) is { } stop
            ? new(ChangeState.Canceled, stop.Code, stop.Text)
            : null;

    /// <summary>Reads the resource, with its settings; returns the failure when it cannot be read.</summary>
    public async Task<(FleetResource? Resource, FleetFailure? Failure)> ReadAsync(
        string id,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var listing = await fleet.ListAsync(new FleetScope { ResourceIds = [id] }, cancellation);
        var found = listing.Resources.FirstOrDefault(r => string.Equals(r.Id, id, StringComparison.OrdinalIgnoreCase));
        return found is not null
            ? (ScalingPauses.Apply(settings.Apply(found, now), await ScalingPauses.FindAsync(state, id, now, cancellation)), null)
            : (
                null,
                listing.Failures.Count > 0
                    ? listing.Failures[0]
                    : new FleetFailure(id, FailureCode.NotFound, $"{id} was not found: it was deleted or moved.")
            );
    }

    public static string FormatThrottleScope(ChangeRecord change) => "changes of " + ResourceIds.GetSubscription(change.ResourceId);

    /// <summary>
    /// Returns the precondition that a change does not meet with the resource and its settings as they are; null when it meets all.
    /// </summary>
    public FailedPrecondition? FindFailed(ChangeRecord change, FleetResource resource, DateTimeOffset now) =>
        FindFailedState(change, resource, now) ?? FindFailedPolicy(change, resource, now);

    private static FailedPrecondition? FindFailedState(ChangeRecord change, FleetResource resource, DateTimeOffset now)
    {
        if (resource.IsUpdating)
        {
            return new(
                ChangeState.Intended,
                nameof(FailureCode.Updating),
                $"{resource.Name} is being changed ({resource.ProvisioningState}): Advisor sends the request later."
            );
        }

        if (resource.HasSize(change.To) && resource.IsSettled)
        {
            return change.Attempts > 0
                ? new(ChangeState.Verified, "Verified", "In effect.")
                : new(ChangeState.Canceled, "AlreadyThere", $"{resource.Name} already has {change.To}.");
        }

        // Failed and Canceled are final states of Azure that a new write ends: the first request of a change is sent in spite of them.
        return change.DescribeRecreation(resource, now) is { } recreated ? new(ChangeState.Canceled, ChangeLimits.Recreated, recreated)
            : !resource.HasSize(change.From)
                ? new(ChangeState.Canceled, "MovedOn", $"{resource.Name} is {resource.Size} now, not {change.From} as decided on.")
            : !resource.IsSettled && change.Attempts > 0
                ? new(ChangeState.Failed, resource.ProvisioningState, $"{resource.Name} is {resource.ProvisioningState} at its old size.")
            : null;
    }

    private FailedPrecondition? FindFailedPolicy(ChangeRecord change, FleetResource resource, DateTimeOffset now)
    {
        var isScaleOut = change.ToUnits > change.FromUnits;
        return resource.AutoscaleSetting is { } setting
                ? new(
                    ChangeState.Refused,
                    nameof(FailureCode.Autoscale),
                    $"The autoscale setting '{setting}' manages the size of {resource.Name}: disable it, or use mode recommend."
                )
            : resource.Settings.FindFreeze(now) is { } freeze && (change.OverridesFreeze != true || freeze.IsStrict || change.ChangesTier)
                ? new(ChangeState.Canceled, "FreezeWindow", $"{freeze.Describe()}.")
            : resource.Settings.FindPause(isScaleOut, now) is { } pause
                ? new(ChangeState.Canceled, "Paused", pause.Describe(isScaleOut, now))
            : resource.Settings.FindPin(now) is { } pin && !IsForPin(pin, change, resource, now)
                ? new(ChangeState.Canceled, "Pinned", pin.Describe(now))
            : change.ToUnits < change.FromUnits && !resource.Settings.AllowsScaleIn(now)
                ? new(ChangeState.Canceled, "ScaleInWindow", resource.Settings.DescribeScaleInWindows(now))
            : resource.Settings.FindTagAgainstScaleIn(now) is { } tag && change.ToUnits < change.FromUnits && change.ApprovalId is null
                ? new(
                    ChangeState.Canceled,
                    ReasonCodes.UnreadableTag,
                    $"The tag {tag} cannot be read, so Advisor does not scale in by itself."
                )
            : !DecisionHandling.IsPermitted(resource.Settings.Mode, isScaleOut, change.ApprovalId is not null)
                ? new(
                    ChangeState.Canceled,
                    "ModeChanged",
                    $"The mode of {resource.Name} is now {resource.Settings.Mode.ToCamelCase()}, which does not permit this change."
                )
            : change.ApprovalId is null && now - change.DecisionTime > ChangeLimits.MaxDecisionAge
                ? new(
                    ChangeState.Canceled,
                    "Expired",
                    $"The decision is {(now - change.DecisionTime).TotalMinutes:0} minutes old: the next tick decides again."
                )
            : change.Attempts >= ChangeLimits.MaxAttempts
                ? new(
                    ChangeState.Failed,
                    "NotInEffect",
                    $"Advisor sent the change {Wording.FormatCount(change.Attempts, "time")}, and {resource.Name} still has its old size."
                )
            : null;
    }

    private bool IsForPin(ResourcePin pin, ChangeRecord change, FleetResource resource, DateTimeOffset now) =>
        !change.ChangesTier
        && rules.GetCatalog(resource.Service, resource.Settings).Find(resource.Sku)?.Ladder is { } ladder
        && pin.IsOnTheWay(change.From.Units, change.To.Units, ladder, resource.Settings, now, rules.Policy.AnnouncedAhead);

    private async Task<FailedPrecondition?> FindLimitAsync(
        ChangeRecord change,
        FleetResource resource,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        if (await state.Fleet.FindThrottleAsync(FormatThrottleScope(change), now, cancellation) is { } until)
        {
            return new(ChangeState.Intended, nameof(FailureCode.Throttled), "Azure throttled the request: Advisor sends it later.")
            {
                Until = until,
            };
        }

        if (await quota.FindProblemAsync(change, resource, now, cancellation) is { } full)
        {
            return new(ChangeState.Canceled, "RegionalQuota", full);
        }

        return change.Attempts == 0 && await TakeShareAsync(change, now, cancellation) is var share and not ChangeRateResult.Granted
            ? new(ChangeState.Canceled, "ChangeRateLimit", DescribeRateLimit(change, share))
            : null;
    }

    /// <summary>Acquires a share of the change rate limit; counted once however often the step is repeated.</summary>
    private async Task<ChangeRateResult> TakeShareAsync(ChangeRecord change, DateTimeOffset now, CancellationToken cancellation) =>
        !options.LimitsChanges
            ? ChangeRateResult.Granted
            : await state.ChangeRate.AcquireAsync(
                ResourceIds.GetSubscription(change.ResourceId),
                change.Id,
                change.Direction,
                change.IsUrgent == true,
                Math.Abs(change.ToUnits - change.FromUnits),
                options.ChangeRate,
                now,
                cancellation
            );

    private string DescribeRateLimit(ChangeRecord change, ChangeRateResult answer)
    {
        var (kind, moved) = change.Direction == ChangeDirection.Out ? ("scale-out", "added") : ("scale-in", "removed");
        return answer == ChangeRateResult.NoChangesLeft
            ? $"Postponed: the hourly limit of {Wording.FormatCount(options.MaxChangesPerHour ?? 0, kind)} in the subscription is reached."
            : $"Postponed: the hourly limit of {Wording.FormatCount(options.MaxUnitsPerHour ?? 0, "unit")} {moved} in the subscription "
                + $"does not allow {Math.Abs(change.ToUnits - change.FromUnits)}.";
    }
}
