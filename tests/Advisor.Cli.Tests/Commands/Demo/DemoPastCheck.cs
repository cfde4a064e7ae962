using System.Text.Json;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Demo;

/// <summary>Checks the two weeks before the first view of <c>advisor demo --serve</c>, as the HTTP API shows them.</summary>
internal static class DemoPastCheck
{
    private static readonly DateTimeOffset Opening = new(2026, 1, 5, 9, 0, 0, TimeSpan.Zero);
    private static readonly DateTimeOffset Start = Opening.AddDays(-14);

    public static async Task RunAsync(HttpClient http, int port)
    {
        var events = await ReadEventsAsync(http, port);
        var changes = events.Where(e => e.GetProperty("kind").GetString() == "change").ToList();

        // The load rises and falls every day, so the sizes follow every day, and an overload that waits for a person is an alert: fired,
        // and repeated every few days for as long as its recommendation is open.
        var days = Enumerable.Range(0, 14).Select(day => Start.AddDays(day).Date).ToList();
        Assert.All(days, day => Assert.Contains(changes, change => ReadTime(change).Date == day));
        var alertDays = events.Where(e => ReadText(e, "alert", "event") is "fired" or "repeated").Select(e => ReadTime(e).Date).Distinct();
        Assert.InRange(alertDays.Intersect(days).Count(), 5, 14);

        // All of these changes are Advisor's own.
        Assert.DoesNotContain(events, e => ReadText(e, "alert", "id") == "otherController");
        Assert.All(changes, change => Assert.Equal("verified", ReadText(change, "change", "state")));
        Assert.All(changes, change => Assert.Contains("units", change.GetProperty("text").GetString(), StringComparison.Ordinal));
        await CheckUnitsAsync(http, port, changes.Where(change => ReadTime(change) > Opening.AddDays(-2)));
        await CheckAnswersAsync(http, port, changes);

        // The same demo each time.
        Golden.AssertMatches(
            "Advisor.Cli.Tests",
            "demo-past.txt",
            string.Concat(events.Where(e => ReadTime(e) > Opening.AddDays(-1)).Select(Describe).Order(StringComparer.Ordinal))
        );
    }

    // Units in force are computed from the metrics of each minute, so the metrics agree with the changes.
    private static async Task CheckUnitsAsync(HttpClient http, int port, IEnumerable<JsonElement> changes)
    {
        foreach (var change in changes)
        {
            var details = change.GetProperty("change");
            var closed = details.GetProperty("closedAt").GetDateTimeOffset();
            var id = change.GetProperty("resourceId").GetString();
            var series = await ReadAsync(
                http,
                port,
                $"series?resource={id}&from={Format(closed.AddMinutes(-10))}&before={Format(closed.AddMinutes(10))}&points=20"
            );
            var units = series.GetProperty("units").EnumerateArray().Select(step => step.GetProperty("units").GetInt32()).Distinct();

            Assert.Equal([details.GetProperty("fromUnits").GetInt32(), details.GetProperty("toUnits").GetInt32()], units);
        }
    }

    private static async Task CheckAnswersAsync(HttpClient http, int port, List<JsonElement> changes)
    {
        var id = changes.First(change => change.GetProperty("name").GetString() == "hot-chat").GetProperty("resourceId").GetString();
        var history = await ReadAsync(http, port, $"history?resource={id}&from={Format(Start)}&before={Format(Opening)}&limit=1000");
        var decisions = history.GetProperty("decisions").EnumerateArray().ToList();

        var approved = decisions.Where(decision => decision.GetProperty("outcome").GetString() == "approved").ToList();
        Assert.NotEmpty(approved);
        Assert.All(approved, decision => Assert.Equal("demo approver", decision.GetProperty("actor").GetString()));
        // Two weeks of it required 3.2 units at most, and it has 4: nothing is left to ask.
        Assert.Equal("held", decisions[0].GetProperty("outcome").GetString());
        Assert.StartsWith("Keep 4 units: ", decisions[0].GetProperty("reasons")[0].GetProperty("text").GetString());

        // The page lists up to 20 decisions, 5 of them at once.
        var page = await http.GetStringAsync(new Uri($"http://127.0.0.1:{port}/resources?id={id}"));
        Assert.Matches("<summary>[0-9]+ earlier</summary>", page);
        var silent = id!.Replace("hot-chat", "silent-metrics", StringComparison.Ordinal);
        page = await http.GetStringAsync(new Uri($"http://127.0.0.1:{port}/resources?id={silent}"));
        Assert.Contains("Suppressed: No data is firing", page, StringComparison.Ordinal);
    }

    private static async Task<List<JsonElement>> ReadEventsAsync(HttpClient http, int port)
    {
        var (events, after) = (new List<JsonElement>(), (string?)"");
        while (after is not null)
        {
            var query = $"timeline?from={Format(Start)}&before={Format(Opening)}&limit=1000{after}";
            var page = await ReadAsync(http, port, query);
            events.AddRange(page.GetProperty("events").EnumerateArray());
            after = page.TryGetProperty("next", out var next) ? $"&after={next.GetString()}" : null;
        }

        return events;
    }

    private static string Describe(JsonElement e) =>
        $"{ReadTime(e):MM-dd HH:mm} {e.GetProperty("name").GetString(), -20} "
        + (
            ReadText(e, "alert", "id") is { } alert
                ? $"{alert} {ReadText(e, "alert", "event")}\n"
                : $"{ReadText(e, "change", "fromUnits")} to {ReadText(e, "change", "toUnits")}\n"
        );

    private static DateTimeOffset ReadTime(JsonElement e) => e.GetProperty("at").GetDateTimeOffset();

    private static string? ReadText(JsonElement e, string part, string name) =>
        e.TryGetProperty(part, out var found) ? found.GetProperty(name).ToString() : null;

    private static string Format(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ssZ");

    private static async Task<JsonElement> ReadAsync(HttpClient http, int port, string query)
    {
        using var json = JsonDocument.Parse(await http.GetStringAsync(new Uri($"http://127.0.0.1:{port}/api/{query}")));
        return json.RootElement.Clone();
    }
}
