using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Core.Settings;

/// <summary>
/// Size that a person pins a resource to: it is the preferred one whatever the load, until its end, or until it is removed. It precedes
/// announced minimums, and stays within the minimum and maximum of the settings.
/// </summary>
/// <param name="Units">Units to keep, 1 or more; where the SKU has no such size, the next larger one is kept.</param>
/// <param name="Source">Origin of the pin, as the reasons name it: <c>the tag advisor-pin</c>.</param>
public sealed record ResourcePin(int Units, string Source)
{
    /// <summary>Most units that a setting or a person may state: the largest size sold is Premium_P2 x 1000.</summary>
    public const int MaxUnits = 1000;

    /// <summary>End, exclusive, UTC; null = it applies until it is removed.</summary>
    public DateTimeOffset? Until { get; init; }

    /// <summary>Whether the size is pinned at an instant.</summary>
    public bool IsInForce(DateTimeOffset now) => !(now >= Until);

    /// <summary>
    /// Whether a change of size leads to the pinned size, or a part of the way as a guard allows it: the SKU may have no such size, and the
    /// minimum and maximum of the settings precede the pin.
    /// </summary>
    /// <inheritdoc cref="UnitMaximum.Find" path="/param[@name='ahead']"/>
    public bool IsOnTheWay(int from, int to, UnitLadder ladder, ResourceSettings settings, DateTimeOffset now, TimeSpan ahead)
    {
        var maximum = settings.FindMaxUnits(now, ahead, from);
        var most = settings.MaxUnits is null && maximum.Window is null ? ladder.Max : ladder.FindStepAtMost(maximum.Units);
        var least = ladder[ladder.FindIndexAtLeast(Math.Min(settings.FindMinUnits(now, ahead).Units, settings.MinUnits))];
        var pinned = Math.Clamp(ladder[ladder.FindIndexAtLeast(Units)], Math.Min(least, most), most);
        return to > from ? to <= pinned : to >= pinned;
    }

    /// <summary>Returns one sentence: the size, who pinned it, and until when.</summary>
    public string Describe(DateTimeOffset now) =>
        $"The size is pinned at {Wording.FormatCount(Units, "unit")} by {Source} until "
        + $"{(Until is { } end ? Wording.FormatEnd(end, now) : "that is removed")}.";

    /// <summary>Returns one sentence: why a person cannot pin a resource to a size; null when nothing prevents it.</summary>
    /// <param name="sku">SKU of the resource; null when the rules do not know it, and any size is accepted.</param>
    /// <param name="unitsInForce">Units of the resource.</param>
    public static string? FindProblem(int units, Sku? sku, ResourceSettings settings, int unitsInForce) =>
        units < settings.MinUnits || units > settings.ResolveMaxUnits(unitsInForce)
            ? $"{Wording.FormatCount(units, "unit")} cannot be kept: the settings allow {Wording.FormatNumber(settings.MinUnits)} to "
                + $"{Wording.FormatNumber(settings.ResolveMaxUnits(unitsInForce))}."
        : sku is null || sku.Ladder.Contains(units) ? null
        : $"{sku.Name} has no size of {Wording.FormatCount(units, "unit")}; use {DescribeNearest(sku.Ladder, units)}.";

    private static string DescribeNearest(UnitLadder ladder, int units) =>
        string.Join(
            " or ",
            new[] { ladder.FindPrevious(units), units < ladder.Max ? ladder[ladder.FindIndexAtLeast(units)] : null }
                .OfType<int>()
                .Select(step => Wording.FormatNumber(step))
        );
}
