namespace Advisor.Core.Rules;

/// <summary>Unit quota that the user states, used where Azure's usages cannot be read.</summary>
/// <param name="Subscription">GUID of the subscription; null = every subscription. Compares without case.</param>
/// <param name="Region">Region in its short form; null = every region. Compares without case.</param>
/// <param name="Units">Maximum units, 1 or more.</param>
public sealed record QuotaEntry(string? Subscription, string? Region, int Units)
{
    /// <summary>Whether the entry applies to a subscription and region.</summary>
    /// <param name="subscription">Null = not known, and an entry of one subscription does not apply.</param>
    /// <param name="region">Null = not known, and an entry of one region does not apply.</param>
    public bool Matches(string? subscription, string? region) =>
        (Subscription is null || string.Equals(Subscription, subscription, StringComparison.OrdinalIgnoreCase))
        && (Region is null || string.Equals(Region, region, StringComparison.OrdinalIgnoreCase));
}
