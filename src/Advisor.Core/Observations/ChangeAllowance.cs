namespace Advisor.Core.Observations;

/// <summary>What the change rate limit of a subscription leaves to one direction.</summary>
/// <param name="Changes">Changes that may still be made; null = any number.</param>
/// <param name="Units">Units that may still be moved; null = any number.</param>
public sealed record ChangeAllowance(int? Changes = null, int? Units = null)
{
    /// <summary>Whether a change of so many units may be made.</summary>
    public bool Allows(int units) => !(Changes <= 0) && !(Units < units);
}
