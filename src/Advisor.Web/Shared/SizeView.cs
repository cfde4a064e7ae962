namespace Advisor.Web.Shared;

/// <summary>A size, shown as "Standard_S1 × 3".</summary>
/// <param name="Units">Units as found; values of 0 or less are not rejected here.</param>
public sealed record SizeView(string Sku, int Units)
{
    public override string ToString() => $"{Sku} × {Units}";
}
