using System.Net;
using System.Text.Json;
using Advisor.Api.Dashboard;
using Advisor.Api.SignIn;
using Advisor.Api.Tests.World;

namespace Advisor.Api.Tests.Dashboard;

public sealed class ResourcePageTests
{
    private static readonly string Path = $"/resources?id={Uri.EscapeDataString(ResourceSample.Id)}";

    [Fact]
    public async Task It_says_the_decision_with_its_arithmetic_and_what_other_sizes_would_mean()
    {
        await using var world = await StartAsync();
        var page = await world.SendAsync(HttpMethod.Get, Path, null, null, null);

        Assert.Contains("<p class=\"decision\">Scale out to 7</p>", page.Flat, StringComparison.Ordinal);
        Assert.Contains("5 units are too few.", page.Body, StringComparison.Ordinal);

        // Connections: 112 % x 5 units = 5.6.
        Assert.Matches(
            "limiting factor</span></th><td class=\"u u45 warning limiting\">112 %</td>"
                + "<td class=\"n\">× 5</td><td class=\"n\"><strong>5.60",
            page.Flat
        );

        // At 7 units 5.6 / 7 = 80 % now and 6.8 / 7 = 97 % within the hour, for 7 x 48.30 + 12 = 350 USD: 97 more (2 x 48.30).
        Assert.Matches(
            "S1 × 7\\s*<span class=\"badge active\">recommended</span></th><td class=\"n \">80 %</td>"
                + "<td class=\"n \">97 %</td><td class=\"n\">350</td><td class=\"n\">&#x2B;97 USD",
            page.Flat
        );
        Assert.Matches(
            "S1 × 5\\s*<span class=\"badge active\">in force</span></th>"
                + "<td class=\"n bad\">112 %</td><td class=\"n bad\">136 %</td><td class=\"n\">254</td>",
            page.Flat
        );
    }

    [Fact]
    public async Task Its_chart_has_peaks_gaps_the_forecast_and_marks()
    {
        await using var world = await StartAsync();
        var answer = await world.SendAsync(
            HttpMethod.Get,
            $"/resources/series{Path["/resources".Length..]}&range=24h&points=144",
            null,
            null,
            null
        );
        using var json = JsonDocument.Parse(answer.Body);
        var chart = json.RootElement;
        var times = chart.GetProperty("times").EnumerateArray().Select(time => time.GetInt64()).ToList();
        var connections = chart.GetProperty("required").GetProperty("connections");
        var (min, max) = (Values(connections.GetProperty("min")), Values(connections.GetProperty("max")));

        // 24 hours in 144 points are 10 minutes each; 3 hours without data are 18 of them.
        Assert.Equal(144, times.Count);
        Assert.All(times.Zip(times.Skip(1)), pair => Assert.Equal(600, pair.Second - pair.First));
        Assert.Equal(18, max.Count(value => value is null));
        Assert.All(min.Zip(max).Where(pair => pair.First is not null), pair => Assert.True(pair.First < pair.Second));

        // The forecast begins at the 5.6 units required now, 20 s ago, and ends 60 minutes after that.
        Assert.Equal([5.6, 5.9, 6.3, 6.8], Values(chart.GetProperty("forecast").GetProperty("upper")).Select(value => value!.Value));
        Assert.Equal(["change", "alert"], chart.GetProperty("marks").EnumerateArray().Select(mark => mark.GetProperty("kind").GetString()));
        Assert.Contains(
            "S1 × 4 to S1 × 5, verified. Needs 4.4 units now",
            answer.Body.Replace("\\u00D7", "×", StringComparison.Ordinal),
            StringComparison.Ordinal
        );
        Assert.Equal([4.0, 5.0], Values(chart.GetProperty("units")).OfType<double>().Distinct());
    }

    [Fact]
    public async Task Who_only_reads_gets_no_signed_link_and_who_may_act_does()
    {
        await using (var world = await StartAsync(DashboardAccess.ReadOnly))
        {
            var answer = await world.SendAsync(HttpMethod.Get, Path, null, null, "mia@example.com"); // not trusted: sign-in is off
            Assert.Equal(HttpStatusCode.OK, answer.Status);
            Assert.DoesNotMatch("[?&;]t=|name=\"t\"", answer.Body);
            Assert.DoesNotContain("<form", answer.Body, StringComparison.Ordinal);
        }

        await using var app = await ApiWorld.StartAsync(SignInMode.Record, dashboard: DashboardAccess.SignedIn);
        await app.AskAsync();
        var chat =
            $"/resources?id={Uri.EscapeDataString("/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat")}";
        Assert.Equal(HttpStatusCode.Unauthorized, (await app.SendAsync(HttpMethod.Get, chat, null, null, null)).Status);
        var page = await app.SendAsync(HttpMethod.Get, chat, null, null, "mia@example.com");
        Assert.Contains("action=\"/open/resources/snooze\"", page.Body, StringComparison.Ordinal);
        Assert.Contains("href=\"/open/approvals/", page.Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_unknown_resource_is_not_found()
    {
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        Assert.Equal(HttpStatusCode.NotFound, (await world.SendAsync(HttpMethod.Get, Path, null, null, null)).Status);
        Assert.Equal(HttpStatusCode.NotFound, (await world.SendAsync(HttpMethod.Get, "/resources?id=x", null, null, null)).Status);
    }

    private static async Task<ApiWorld> StartAsync(DashboardAccess access = DashboardAccess.Full)
    {
        var world = await ApiWorld.StartAsync(dashboard: access);
        await ResourceSample.AddAsync(await world.Service.StateAsync(), world.Now, days: 2);
        return world;
    }

    private static List<double?> Values(JsonElement column) =>
        [.. column.EnumerateArray().Select(value => value.ValueKind == JsonValueKind.Null ? (double?)null : value.GetDouble())];
}
