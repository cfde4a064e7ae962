namespace Advisor.Web.Resource;

/// <summary>Time range of a resource's chart, up to now.</summary>
/// <param name="Key">Key in addresses.</param>
internal sealed record ChartRange(string Key, string Text, TimeSpan Span)
{
    public static IReadOnlyList<ChartRange> All { get; } =
    [
        new("6h", "6 h", TimeSpan.FromHours(6)),
        new("24h", "24 h", TimeSpan.FromHours(24)),
        new("7d", "7 d", TimeSpan.FromDays(7)),
        new("30d", "30 d", TimeSpan.FromDays(30)),
    ];

    /// <summary>Returns the range of a key; one day when the key is unknown.</summary>
    public static ChartRange Find(string? key) => All.FirstOrDefault(range => range.Key == key) ?? All[1];
}
