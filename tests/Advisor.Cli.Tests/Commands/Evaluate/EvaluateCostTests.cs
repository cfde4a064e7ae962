using System.Text.Json;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Evaluate;

/// <summary>The money of one run of <c>evaluate --local</c>: it is the bill, and it adds up.</summary>
public class EvaluateCostTests
{
    private static readonly Lazy<Task<CliResult>> Report = new(() => RunAsync("--output", "json"));

    public static bool AjvIsPresent => Ajv.IsPresent;

    [Fact(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    public async Task The_json_of_the_demo_fleet_is_as_the_published_schema_says()
    {
        var run = await Report.Value;

        using var folder = new TemporaryFolder();
        var (code, output) = await Ajv.ValidateAsync(
            RepositoryFiles.GetPath("docs", "schema", "evaluate.schema.json"),
            folder.Write("report.json", run.Out)
        );
        Assert.True(code == 0, output);
    }

    [Fact]
    public async Task The_money_of_a_run_adds_up_to_the_cent()
    {
        using var report = JsonDocument.Parse((await Report.Value).Out);
        var all = report.RootElement.GetProperty("cost");
        var resources = report
            .RootElement.GetProperty("resources")
            .EnumerateArray()
            .Where(r => r.GetProperty("cost").ValueKind != JsonValueKind.Null)
            .ToList();

        decimal Sum(Func<JsonElement, decimal> of) => resources.Sum(of);
        static bool IsAdvisory(JsonElement r) =>
            r.GetProperty("recommendation").GetString()!.StartsWith("advisory", StringComparison.Ordinal);
        Assert.All(
            resources
                .Select(r => r.GetProperty("cost"))
                .Append(all)
                .SelectMany(c => new[] { c.GetProperty("today"), c.GetProperty("after") }),
            cost => Assert.Equal(ReadAmount(cost, "units") + ReadAmount(cost, "messages"), ReadAmount(cost, "total"))
        );
        Assert.Equal(
            Sum(r => ReadAmount(r.GetProperty("cost").GetProperty("today"), "total")),
            ReadAmount(all.GetProperty("today"), "total")
        );
        Assert.Equal(
            Sum(r => ReadAmount(r.GetProperty("cost").GetProperty(IsAdvisory(r) ? "today" : "after"), "total")),
            ReadAmount(all.GetProperty("after"), "total")
        );
        Assert.Equal(Sum(r => IsAdvisory(r) ? 0 : ReadAmount(r.GetProperty("cost"), "change")), ReadAmount(all, "change"));
        Assert.Equal(Sum(r => IsAdvisory(r) ? ReadAmount(r.GetProperty("cost"), "change") : 0), ReadAmount(all, "advisoryChange"));
        Assert.NotEqual(0, ReadAmount(all, "change"));
        Assert.NotEqual(0, ReadAmount(all, "advisoryChange"));
    }

    [Fact]
    public async Task Every_size_and_every_alternative_has_its_bill_and_the_size_in_force_that_of_today()
    {
        using var report = JsonDocument.Parse((await Report.Value).Out);
        var resources = report.RootElement.GetProperty("resources").EnumerateArray().Where(r => r.TryGetProperty("sizes", out _)).ToList();
        var sizes = resources.SelectMany(r => r.GetProperty("sizes").EnumerateArray().Select(size => (Resource: r, Size: size))).ToList();
        var ways = resources.SelectMany(r => r.GetProperty("alternatives").EnumerateArray()).ToList();

        Assert.NotEmpty(ways);
        Assert.All(
            sizes.Select(s => s.Size).Concat(ways).Select(s => s.GetProperty("cost")),
            cost => Assert.Equal(ReadAmount(cost, "units") + ReadAmount(cost, "messages"), ReadAmount(cost, "total"))
        );
        var inForce = sizes.Where(s => s.Size.GetProperty("units").GetInt32() == s.Resource.GetProperty("units").GetInt32()).ToList();
        Assert.NotEmpty(inForce);
        Assert.All(
            inForce,
            s =>
                Assert.Equal(
                    ReadAmount(s.Resource.GetProperty("cost").GetProperty("today"), "total"),
                    ReadAmount(s.Size.GetProperty("cost"), "total")
                )
        );
    }

    [Fact]
    public async Task People_see_overloads_first_then_savings_and_programs_the_order_of_discovery()
    {
        var text = (await RunAsync()).Out;
        using var json = JsonDocument.Parse((await Report.Value).Out);

        // hot-chat is the most overloaded; of the savings idle-staging is the largest, then orders-to-connection.
        string[] order = ["hot-chat", "lobby-connections", "idle-staging", "orders-to-connection", "ticker-outbound"];
        var positions = order.Select(name => text.IndexOf(name, StringComparison.Ordinal)).ToList();
        Assert.Equal(positions.Order(), positions);
        Assert.Equal("hot-chat", json.RootElement.GetProperty("resources")[0].GetProperty("name").GetString());
    }

    [Fact]
    public async Task A_currency_without_a_price_for_messages_shows_units_and_says_what_is_missing()
    {
        using var folder = new TemporaryFolder();
        var config = folder.Write("advisor.yaml", "prices:\n  currency: EUR\n  signalr:\n    Standard_S1: { unitPerDay: 2 }\n");
        var run = await RunAsync("--config", config, "--explain", "idle-staging");

        // 10 units x 2 EUR x 30 days.
        Assert.Contains(
            "600 EUR a month for units; messages not included (no price for messages in EUR)",
            JoinLines(run.Out),
            StringComparison.Ordinal
        );
        Assert.Contains("your price", run.Out, StringComparison.Ordinal);
    }

    private static decimal ReadAmount(JsonElement cost, string name) =>
        cost.GetProperty(name) is { ValueKind: JsonValueKind.Number } amount ? decimal.Parse(amount.GetRawText()) : 0;

    private static string JoinLines(string text) => string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    private static async Task<CliResult> RunAsync(params string[] args)
    {
        var run = await CliResult.RunAsync(["evaluate", "--local", .. args]);
        Assert.Equal(0, run.ExitCode);
        return run;
    }
}
