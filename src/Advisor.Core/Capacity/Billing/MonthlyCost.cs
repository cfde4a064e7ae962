using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity.Billing;

/// <summary>What the total of a <see cref="MonthlyCost"/> leaves out.</summary>
public enum CostGap
{
    /// <summary>Nothing: units and messages are both in it.</summary>
    None,

    /// <summary>Messages are sold, but not at a known price in this currency.</summary>
    MessagePrice,

    /// <summary>No metric says how many messages are sent.</summary>
    Traffic,
}

/// <summary>
/// What a size costs in a month of 30 days: units + messages = total. Each part is rounded to the cent, so that sums of them agree.
/// </summary>
public readonly record struct MonthlyCost
{
    /// <param name="units">The units, rounded here to the cent.</param>
    /// <param name="messages">
    /// The messages beyond the included ones, in the same currency; null where <paramref name="missing"/> says why.
    /// </param>
    /// <param name="missing">What the total leaves out.</param>
    public MonthlyCost(Money units, Money? messages, CostGap missing = CostGap.None) =>
        (Units, Messages, Missing) = (Cents(units), messages is { } known ? Cents(known) : null, missing);

    /// <summary>The price of the units.</summary>
    public Money Units { get; }

    /// <summary>The price of the messages beyond those that the units include; null where it is not known.</summary>
    public Money? Messages { get; }

    /// <summary>Why <see cref="Messages"/> is not known.</summary>
    public CostGap Missing { get; }

    /// <summary>Units and messages; the units alone where <see cref="Missing"/> says so.</summary>
    public Money Total => Messages is { } known ? Units + known : Units;

    /// <summary>The sum of both; what one of them leaves out, the sum leaves out.</summary>
    /// <exception cref="InvalidOperationException">The currencies differ.</exception>
    public static MonthlyCost operator +(MonthlyCost left, MonthlyCost right) =>
        new(
            left.Units + right.Units,
            left.Messages is { } one && right.Messages is { } other ? one + other : left.Messages ?? right.Messages,
            left.Missing == CostGap.None ? right.Missing : left.Missing
        );

    /// <inheritdoc cref="CostText.Sum"/>
    public override string ToString() => CostText.Sum(this);

    private static Money Cents(Money money) => money with { Amount = decimal.Round(money.Amount, 2, MidpointRounding.AwayFromZero) };
}
