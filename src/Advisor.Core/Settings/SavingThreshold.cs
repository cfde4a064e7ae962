using Advisor.Core.Quantities;

namespace Advisor.Core.Settings;

/// <summary>Minimum saving that a message to people is worth; both parts must be reached.</summary>
/// <param name="Amount">Minimum saving of a month, 0 or more, in the currency of the prices.</param>
/// <param name="Share">Minimum saving as a share of the cost of a month, 0 to 1.</param>
public sealed record SavingThreshold(decimal Amount, Ratio Share)
{
    /// <summary>Default: 10 of the currency a month, and 5 % of the cost.</summary>
    public static SavingThreshold Default { get; } = new(10, new Ratio(0.05));

    /// <summary>Whether a saving reaches both parts.</summary>
    /// <param name="saving">Saving of a month.</param>
    /// <param name="cost">Cost of a month before the change, in the same currency.</param>
    public bool IsReached(decimal saving, decimal cost) => saving >= Amount && saving >= cost * (decimal)Share.Value;
}

/// <summary>Parts of a <see cref="SavingThreshold"/> that one level states; null = not stated.</summary>
public readonly record struct SavingThresholdPatch(decimal? Amount, Ratio? Share)
{
    /// <summary>Returns the threshold, overridden by what is stated here.</summary>
    public SavingThreshold ApplyTo(SavingThreshold threshold) => new(Amount ?? threshold.Amount, Share ?? threshold.Share);

    /// <summary>Returns these parts, and where they are not stated, those of the wider level.</summary>
    public SavingThresholdPatch CompleteWith(SavingThresholdPatch wider) => new(Amount ?? wider.Amount, Share ?? wider.Share);
}
