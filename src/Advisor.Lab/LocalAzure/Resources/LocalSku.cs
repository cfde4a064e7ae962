using Advisor.Core.Capacity;

namespace Advisor.Lab.LocalAzure.Resources;

/// <summary>
/// A SKU as sold by Azure, from its response to "skus" and its limits page (service limits, 2026-02). Deliberately independent of
/// <c>rules/</c>, so that a wrong rule is rejected here as Azure would reject it.
/// </summary>
/// <param name="ConnectionsPerUnit">Maximum number of connections per unit.</param>
internal sealed record LocalSku(string Name, string Tier, string Size, UnitLadder Ladder, int ConnectionsPerUnit, bool Autoscales)
{
    private static readonly int[] Small = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

    public static IReadOnlyList<LocalSku> All { get; } =
    [
        new("Free_F1", "Free", "F1", new UnitLadder([1]), 20, Autoscales: false),
        new("Standard_S1", "Standard", "S1", new UnitLadder(Small), 1000, Autoscales: false),
        new("Premium_P1", "Premium", "P1", new UnitLadder(Small), 1000, Autoscales: true),
        new("Premium_P2", "Premium", "P2", new UnitLadder(Enumerable.Range(1, 10).Select(i => 100 * i)), 1000, Autoscales: true),
    ];

    /// <summary>Returns the SKUs with other unit counts where some are stated.</summary>
    public static IReadOnlyList<LocalSku> WithUnits(IReadOnlyDictionary<string, IReadOnlyList<int>> units) =>
        [.. All.Select(sku => units.TryGetValue(sku.Name, out var offered) ? sku with { Ladder = new UnitLadder(offered) } : sku)];

    public static LocalSku? Find(string? name) =>
        All.FirstOrDefault(sku => string.Equals(sku.Name, name, StringComparison.OrdinalIgnoreCase));

    public static LocalSku Get(IReadOnlyList<LocalSku> offered, string name) =>
        offered.FirstOrDefault(sku => sku.Name == Find(name)?.Name)
        ?? throw new ArgumentException($"There is no SKU '{name}'; use one of {string.Join(", ", All.Select(s => s.Name))}.", nameof(name));
}
