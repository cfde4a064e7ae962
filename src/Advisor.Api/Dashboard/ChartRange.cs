namespace Advisor.Api.Dashboard;

/// <summary>A span of time that the chart of a resource can show, up to now.</summary>
/// <param name="Key">Its name in addresses.</param>
internal sealed record ChartRange(string Key, string Text, TimeSpan Span)
{
    public static IReadOnlyList<ChartRange> All { get; } =
    [
        new("6h", "6 h", TimeSpan.FromHours(6)),
        new("24h", "24 h", TimeSpan.FromHours(24)),
        new("7d", "7 d", TimeSpan.FromDays(7)),
        new("30d", "30 d", TimeSpan.FromDays(30)),
    ];

    /// <summary>The range of a key; a day where it names none.</summary>
    public static ChartRange Find(string? key) => All.FirstOrDefault(range => range.Key == key) ?? All[1];
}
