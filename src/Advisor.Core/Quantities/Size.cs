namespace Advisor.Core.Quantities;

/// <summary>Size of a resource, such as Standard_S1 x 5.</summary>
/// <param name="Sku">Name of the SKU. Azure answers with names of any case; see <see cref="HasSkuOf"/>.</param>
/// <param name="Units">Units as found; whether they are on the ladder of the SKU is not checked here.</param>
public readonly record struct Size(string Sku, int Units)
{
    /// <summary>Whether both are sizes of one SKU.</summary>
    public bool HasSkuOf(Size other) => string.Equals(Sku, other.Sku, StringComparison.OrdinalIgnoreCase);

    /// <summary>Whether both are the same size; SKU names compare without case.</summary>
    public bool IsSame(Size other) => Units == other.Units && HasSkuOf(other);

    /// <summary>Returns "Standard_S1 x 30".</summary>
    public override string ToString() => FigureText.Create($"{Sku} x {Units}");
}
