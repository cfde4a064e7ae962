using System.Globalization;

namespace Advisor.Pages.Shared;

/// <summary>A size as it is read: "Standard_S1 × 3".</summary>
/// <param name="Units">0 and less are not checked here: it is what was found.</param>
public sealed record SizeView(string Sku, int Units)
{
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Sku} × {Units}");
}
