using System.Text.Json;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Evaluate;

/// <summary>
/// Two weeks of a resource from a file with 15-minute values, as <c>az monitor metrics list --interval PT15M</c> prints it.
/// </summary>
public sealed class EvaluateCoarseFilesTests
{
    private const int Grain = 15;

    private const string Shown = """
        {"id":"/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat",
         "kind":"SignalR","location":"westeurope","name":"chat","provisioningState":"Succeeded",
         "sku":{"capacity":10,"name":"Standard_S1","tier":"Standard"},"tags":{"advisor-workload":"echo"},
         "type":"Microsoft.SignalRService/SignalR"}
        """;

    [Fact]
    public async Task A_daily_load_has_one_steady_size_and_one_bill_at_every_hour()
    {
        // 2,000 to 8,000 connections, most at 14:00: 8.9 units at 90 % of 1,000.
        static double Load(DateTime at) => 5000 - (3000 * Math.Cos(2 * Math.PI * (at.TimeOfDay.TotalHours - 2) / 24));
        var advice = new List<string>();
        foreach (var hour in (int[])[4, 9, 15, 21])
        {
            advice.Add(await ReadAdviceAsync(new DateTime(2026, 11, 24, hour, 0, 0, DateTimeKind.Utc), Load));
        }

        // 9 x 1.61 x 30.
        Assert.Equal(["scale in to 9, keep 9 for 434.7, 13 days known"], advice.Distinct());
    }

    [Fact]
    public async Task An_office_gets_the_same_on_Sunday_noon_and_on_Monday_at_nine()
    {
        static double Load(DateTime at) =>
            at.DayOfWeek is not (DayOfWeek.Saturday or DayOfWeek.Sunday) && at.Hour is >= 9 and < 17 ? 6480 : 630;

        var sunday = await ReadAdviceAsync(new DateTime(2026, 11, 22, 12, 0, 0, DateTimeKind.Utc), Load);
        var monday = await ReadAdviceAsync(new DateTime(2026, 11, 23, 9, 15, 0, DateTimeKind.Utc), Load);

        // 6,480 of 900 a unit: 7.2.
        Assert.Equal("scale in to 8, keep 8 for 386.4, 13 days known", sunday);
        Assert.Equal(sunday, monday);
    }

    private static async Task<string> ReadAdviceAsync(DateTime end, Func<DateTime, double> load)
    {
        using var folder = new TemporaryFolder();
        folder.Write("r.json", Shown);
        folder.Write("m.json", RenderMetrics(end, load));
        var run = await CliResult.RunAsync(
            ["evaluate", "--resource", "r.json", "--metrics", "m.json", "-o", "json"],
            cli => cli with { Folder = folder.Path }
        );

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        using var json = JsonDocument.Parse(run.Out);
        var chat = json.RootElement.GetProperty("resources")[0];
        var steady = chat.GetProperty("steady");
        return $"{chat.GetProperty("recommendation").GetString()}, keep {steady.GetProperty("units").GetInt32()} for "
            + $"{steady.GetProperty("cost").GetProperty("total").GetDouble()}, "
            + $"{steady.GetProperty("knownMinutes").GetInt32() / 1440} days known";
    }

    private static string RenderMetrics(DateTime end, Func<DateTime, double> load)
    {
        (string Name, string Aggregation, Func<double, double> Value)[] metrics =
        [
            ("ServerLoad", "maximum", connections => connections / 1000),
            ("ConnectionCount", "maximum", connections => connections),
            ("ConnectionQuotaUtilization", "maximum", connections => connections / 100),
            ("InboundTraffic", "total", connections => connections * 256 * Grain),
            ("OutboundTraffic", "total", connections => connections * 256 * Grain),
            ("MessageCount", "total", connections => connections / 8 * Grain),
        ];
        var starts = Enumerable.Range(0, 14 * 96).Select(i => end.AddDays(-14).AddMinutes(i * Grain)).ToList();
        var values = metrics.Select(metric =>
            $$"""{"name":{"value":"{{metric.Name}}"},"errorCode":"Success","timeseries":[{"metadatavalues":[],"data":["""
            + string.Join(
                ',',
                starts.Select(at =>
                    $$"""{"timeStamp":"{{at:yyyy-MM-ddTHH:mm:ssZ}}","{{metric.Aggregation}}":{{Math.Round(metric.Value(load(at)))}}}"""
                )
            )
            + "]}]}"
        );
        return """{"cost":0,"interval":"PT15M","namespace":"Microsoft.SignalRService/SignalR","resourceregion":"westeurope","value":["""
            + $"{string.Join(',', values)}]}}";
    }
}
