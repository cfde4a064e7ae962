using System.Text.Json;

namespace Advisor.Cli.Tests.Commands.Backtests;

public sealed partial class BacktestCommandTests
{
    // 1.61 USD a unit and day are in the rules; the file's price is a third of it. Columns and amounts follow, the units paid do not.
    [Fact]
    public async Task The_prices_of_the_configuration_are_in_the_table_the_JSON_and_the_CSV()
    {
        string[] args =
        [
            "backtest",
            Path.Combine(Traces, "nyc_taxi_30min.csv"),
            "--days",
            "4",
            "--shape",
            "echo",
            "--policy",
            "best,static-peak",
        ];
        var config = Write(
            "prices.yaml",
            "defaults: { mode: observe }\nprices:\n  currency: EUR\n  signalr:\n    Standard_S1: { unitPerDay: 0.5, millionMessages: 1 }\n"
        );
        var (plain, table) = (await RunAsync(args), await RunAsync([.. args, "--config", config]));
        var (csv, json) = (
            await RunAsync([.. args, "--config", config, "-o", "csv"]),
            await RunAsync([.. args, "--config", config, "-o", "json"])
        );

        Assert.Contains("USD/month", plain.Out, StringComparison.Ordinal);
        Assert.Contains("EUR/month", table.Out, StringComparison.Ordinal);
        var lines = csv.Out.TrimEnd('\n').Split('\n').Select(line => line.Split(',')).ToList();
        Assert.Equal("changesPerDayMean,unitsRemovedPerDayMean,unitsPerMonthMean,currency", string.Join(',', lines[0][^4..]));
        Assert.Equal(["static-peak", "best"], lines.Skip(1).Select(line => line[0]));
        using var document = JsonDocument.Parse(json.Out);
        Assert.True(document.RootElement.GetProperty("scenarios")[0].GetProperty("runs")[0].TryGetProperty("unitsRemovedPerDay", out _));
        Assert.Equal(
            document
                .RootElement.GetProperty("policies")
                .EnumerateArray()
                .Select(p => p.GetProperty("unitsPerMonthMean"))
                .Select(m => (m.GetProperty("amount").GetDecimal(), m.GetProperty("currency").GetString())),
            lines.Skip(1).Select(line => (decimal.Parse(line[^2]), (string?)line[^1]))
        );

        // A static size of N units costs N x 0.50 x 30 a month.
        Assert.Equal(0, decimal.Parse(lines[1][^2]) % 15);
    }

    [Theory]
    [InlineData("defaults: { maxUnits: 3 }", 3, 0)]
    [InlineData("defaults: { minUnits: 9 }", 100, 9)]
    [InlineData("resources:\n  - match: nyc_taxi_30min\n    maxUnits: 3\n", 3, 0)]
    [InlineData("resources:\n  - match: another\n    maxUnits: 3\n", 100, 0, false)]
    [InlineData(
        "schedules:\n  - name: all day\n    days: \"*\"\n    from: \"00:00\"\n    to: \"24:00\"\n    timeZone: UTC\n    minUnits: 9\n",
        100,
        9
    )]
    [InlineData("defaults: { pause: all }", 100, 0)]
    [InlineData("defaults: { targets: { serverLoad: 0.35, connections: 0.45 } }", 100, 0)]
    [InlineData("defaults: { objective: { unit: 1, overload: 200, removal: 30 } }", 100, 0)]
    public async Task The_settings_of_the_configuration_hold_for_the_replay(string yaml, int most, int lowest, bool matters = true)
    {
        string[] args =
        [
            "backtest",
            Path.Combine(Traces, "nyc_taxi_30min.csv"),
            "--days",
            "4",
            "--shape",
            "echo",
            "--policy",
            "advisor",
            "-o",
            "csv",
        ];
        var plain = await RunAsync(args);
        var run = await RunAsync([.. args, "--config", Write("settings.yaml", yaml)]);

        Assert.Equal((ExitCodes.Success, matters), (run.ExitCode, run.Out != plain.Out));

        // 1.61 USD a unit and day: the mean of the units paid stays within the bounds.
        var units = decimal.Parse(run.Out.TrimEnd('\n').Split('\n')[1].Split(',')[^2]) / (1.61m * 30);
        Assert.InRange(units, lowest, most);
    }

    [Fact]
    public async Task A_paused_resource_keeps_its_size()
    {
        string[] args =
        [
            "backtest",
            Path.Combine(Traces, "nyc_taxi_30min.csv"),
            "--days",
            "4",
            "--shape",
            "echo",
            "--policy",
            "advisor",
            "-o",
            "csv",
        ];
        var run = await RunAsync([.. args, "--config", Write("settings.yaml", "defaults: { pause: all }")]);

        var lines = run.Out.Split('\n').Select(line => line.Split(',')).ToList();
        Assert.Equal("0", lines[1][Array.IndexOf(lines[0], "changesPerDayMean")]);
    }

    [Fact]
    public async Task A_configuration_that_is_not_usable_ends_before_the_traces_are_read()
    {
        var run = await RunAsync("backtest", "no-such-trace.csv", "--config", Write("bad.yaml", "defaults: { minUnits: 0 }"));

        Assert.Equal(ExitCodes.InvalidInput, run.ExitCode);
        Assert.Contains("minUnits", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("no-such-trace", run.Error, StringComparison.Ordinal);
    }
}
