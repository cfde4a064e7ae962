using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity.Billing;

/// <summary>Part that the total of a <see cref="MonthlyCost"/> does not include.</summary>
public enum CostGap
{
    /// <summary>None: the total includes units and messages.</summary>
    None,

    /// <summary>Messages are sold, but no price in this currency is known.</summary>
    MessagePrice,

    /// <summary>No metric reports the number of messages.</summary>
    Traffic,

    /// <summary>Of a month: days at a size whose units have no price.</summary>
    UnitPrice,
}

/// <summary>
/// Cost of a size for a month of 30 days: units + messages = total. Each part is rounded to the cent, so that sums agree.
/// </summary>
public readonly record struct MonthlyCost
{
    /// <param name="units">Price of the units; rounded here to the cent.</param>
    /// <param name="messages">
    /// Price of the messages beyond the included ones, in the same currency; null when <paramref name="missing"/> gives a reason.
    /// </param>
    /// <param name="missing">Part that the total does not include.</param>
    public MonthlyCost(Money units, Money? messages, CostGap missing = CostGap.None) =>
        (Units, Messages, Missing) = (units.RoundToCents(), messages?.RoundToCents(), missing);

    /// <summary>Price of the units.</summary>
    public Money Units { get; }

    /// <summary>Price of the messages beyond those that the units include; null when unknown.</summary>
    public Money? Messages { get; }

    /// <summary>Reason why <see cref="Messages"/> is unknown, or the total of a month is a lower bound.</summary>
    public CostGap Missing { get; }

    /// <summary>Units and messages; the units alone unless <see cref="Missing"/> is <see cref="CostGap.None"/>.</summary>
    public Money Total => Messages is { } known ? Units + known : Units;

    /// <summary>Whether this is the cost of the units alone, since the number of messages or their price is not known.</summary>
    public bool IsOfUnitsAlone() => Missing is CostGap.MessagePrice or CostGap.Traffic;

    /// <summary>Adds two costs. A part missing in one is missing in the sum.</summary>
    /// <exception cref="InvalidOperationException">The currencies differ.</exception>
    public static MonthlyCost operator +(MonthlyCost left, MonthlyCost right) =>
        new(
            left.Units + right.Units,
            left.Messages is { } one && right.Messages is { } other ? one + other : left.Messages ?? right.Messages,
            left.Missing == CostGap.None ? right.Missing : left.Missing
        );

    /// <inheritdoc cref="CostText.FormatSum"/>
    public override string ToString() => CostText.FormatSum(this);
}
