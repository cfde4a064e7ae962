namespace Advisor.State.Changes;

/// <summary>Which way a change goes; each has a count of its own.</summary>
public enum ChangeDirection
{
    /// <summary>More units, or another SKU with as many.</summary>
    Out,

    /// <summary>Fewer units.</summary>
    In,
}

/// <summary>The change rate limit of a subscription, for each direction.</summary>
/// <param name="Changes">Most changes within any 60 minutes; null = any number.</param>
/// <param name="Units">Most units moved within any 60 minutes; null = any number.</param>
public sealed record ChangeRate(int? Changes, int? Units);

/// <summary>What a subscription's changes used up within the last 60 minutes, by change so that asking twice counts once.</summary>
public sealed record ChangeRateUsage(string Subscription, IReadOnlyList<ChangeRateShare> Shares)
{
    /// <summary>Changes that count in a direction; those of an older version say none and count in both.</summary>
    public int CountChanges(ChangeDirection direction) => Shares.Count(share => share.CountsIn(direction));

    /// <summary>Units that they moved.</summary>
    public int SumUnits(ChangeDirection direction) => Shares.Where(share => share.CountsIn(direction)).Sum(share => share.Units);

    /// <summary>
    /// The direction whose count takes a change: its own, or the other one for what is urgent. Null where there is no room, with the
    /// reason.
    /// </summary>
    /// <param name="units">Units that it moves, 0 or more.</param>
    /// <param name="urgent">Whether it may use what is left of the other direction.</param>
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

/// <param name="Units">Units moved, 0 or more.</param>
/// <param name="At">When the share was taken; it counts for 60 minutes.</param>
/// <param name="Direction">In which direction it counts; null = in both, of an older version.</param>
public sealed record ChangeRateShare(string ChangeId, int Units, DateTimeOffset At, ChangeDirection? Direction = null)
{
    internal bool CountsIn(ChangeDirection direction) => Direction is null || Direction == direction;
}

public enum ChangeRateResult
{
    Granted,

    /// <summary>As many changes as 60 minutes allow were made.</summary>
    NoChangesLeft,

    /// <summary>The change moves more units than the 60 minutes have left.</summary>
    NoUnitsLeft,
}
