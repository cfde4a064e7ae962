namespace Advisor.Service.Changes;

/// <summary>Direction of a change; each is limited separately.</summary>
public enum ChangeDirection
{
    /// <summary>More units, or another SKU with the same number.</summary>
    Out,

    /// <summary>Fewer units.</summary>
    In,
}

/// <summary>Change rate limit of a subscription, applied to each direction.</summary>
/// <param name="Changes">Maximum number of changes within any 60 minutes; null = unlimited.</param>
/// <param name="Units">Maximum number of units added or removed within any 60 minutes; null = unlimited.</param>
public sealed record ChangeRate(int? Changes, int? Units);

/// <summary>
/// Usage of a subscription's change rate limit within the last 60 minutes. Kept per change, so that a repeated request counts once.
/// </summary>
public sealed record ChangeRateUsage(string Subscription, IReadOnlyList<ChangeRateShare> Shares)
{
    /// <summary>Returns the number of changes in a direction; changes of an older version have no direction and count in both.</summary>
    public int CountChanges(ChangeDirection direction) => Shares.Count(share => share.IsCounted(direction));

    /// <summary>Returns the number of units changed in a direction.</summary>
    public int SumUnits(ChangeDirection direction) => Shares.Where(share => share.IsCounted(direction)).Sum(share => share.Units);

    /// <summary>
    /// Returns the direction whose limit a change uses: its own, or the other one for an urgent change. Null if the limit is reached, with
    /// the reason.
    /// </summary>
    /// <param name="units">Number of units that the change adds or removes, 0 or more.</param>
    /// <param name="urgent">Whether the change may use the remainder of the other direction.</param>
    public (ChangeDirection? Direction, ChangeRateResult Answer) FindDirection(
        ChangeDirection direction,
        bool urgent,
        int units,
        ChangeRate limit
    )
    {
        var answer = Check(direction, units, limit);
        var other = direction == ChangeDirection.Out ? ChangeDirection.In : ChangeDirection.Out;
        return answer == ChangeRateResult.Granted ? (direction, answer)
            : urgent && Check(other, units, limit) == ChangeRateResult.Granted ? (other, ChangeRateResult.Granted)
            : (null, answer);
    }

    private ChangeRateResult Check(ChangeDirection direction, int units, ChangeRate limit) =>
        CountChanges(direction) + 1 > limit.Changes ? ChangeRateResult.NoChangesLeft
        : SumUnits(direction) + units > limit.Units ? ChangeRateResult.NoUnitsLeft
        : ChangeRateResult.Granted;
}

/// <summary>Share of one change in the change rate limit.</summary>
/// <param name="Units">Number of units added or removed, 0 or more.</param>
/// <param name="At">Time of the request; the share counts for 60 minutes.</param>
/// <param name="Direction">Direction in which the share counts; null = both, for shares of an older version.</param>
public sealed record ChangeRateShare(string ChangeId, int Units, DateTimeOffset At, ChangeDirection? Direction = null)
{
    internal bool IsCounted(ChangeDirection direction) => Direction is null || Direction == direction;
}

/// <summary>Answer of the change rate limiter.</summary>
public enum ChangeRateResult
{
    Granted,

    /// <summary>All changes allowed within 60 minutes are used.</summary>
    NoChangesLeft,

    /// <summary>The change has more units than remain within the 60 minutes.</summary>
    NoUnitsLeft,
}
