namespace Advisor.Core.Observations;

/// <summary>Remaining change rate limit of a subscription in one direction.</summary>
/// <param name="Changes">Remaining changes; null = unlimited.</param>
/// <param name="Units">Remaining units; null = unlimited.</param>
public sealed record ChangeAllowance(int? Changes = null, int? Units = null)
{
    /// <summary>Whether a change by this number of units is allowed.</summary>
    public bool Allows(int units) => !(Changes <= 0) && !(Units < units);
}
