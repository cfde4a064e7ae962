using System.Collections.Concurrent;
using System.Text.Json;
using Advisor.Lab.LocalAzure;

namespace Advisor.Cli.Tests.Commands.Demo;

/// <summary>The bill of <c>advisor demo</c> and what each resource is there to show, on any day and at any hour.</summary>
public class DemoFigureTests
{
    private static readonly ConcurrentDictionary<DateTimeOffset, Lazy<Task<JsonElement>>> Runs = new();

    public static TheoryData<DateTimeOffset> Times { get; } =
    [CreateTime(2, 4), CreateTime(3, 10), CreateTime(6, 15), CreateTime(7, 22), CreateTime(8, 12)];

    [Theory]
    [MemberData(nameof(Times))]
    public async Task Units_are_most_of_the_bill_and_the_saving_is_a_fifth_to_a_third_of_it(DateTimeOffset now)
    {
        var cost = (await ReadAsync(now)).GetProperty("cost");
        var (today, after) = (cost.GetProperty("today"), cost.GetProperty("after"));
        var total = today.GetProperty("total").GetDecimal();

        Assert.InRange(total, 13_000, 15_000);
        Assert.InRange(today.GetProperty("units").GetDecimal() / total, 0.80m, 0.90m);
        Assert.InRange((total - after.GetProperty("total").GetDecimal()) / total, 0.20m, 0.30m);
    }

    [Theory]
    [MemberData(nameof(Times))]
    public async Task Each_resource_shows_what_it_is_there_for(DateTimeOffset now)
    {
        var resources = (await ReadAsync(now)).GetProperty("resources").EnumerateArray().Select(Describe).Order(StringComparer.Ordinal);

        Assert.Equal(
            [
                "desk-office-hours: scale in to 20, connections",
                "hot-chat: scale out to 3, serverLoad",
                "idle-staging: scale in to 1, none",
                "live-webpubsub: scale out to 4, serverLoad",
                "lobby-connections: scale out to 9, connections",
                "premium-autoscale: no change (autoscale is on), connections",
                "rooms-small-groups: advisory: Premium_P2 x 200, routing",
                "scores-oversized: scale in to 60, connections",
                "silent-metrics: no change: too few metrics, ",
                "stuck-server-load: no change: suspect metric, connections",
                "ticker-outbound: no change: budget, outbound",
                "trial-free-tier: advisory: Standard_S1 x 1, connections",
            ],
            resources
        );
    }

    [Fact]
    public async Task The_largest_savings_are_those_of_what_is_too_large()
    {
        var savings = (await ReadAsync(CreateTime(3, 10)))
            .GetProperty("resources")
            .EnumerateArray()
            .Select(resource =>
                (Name: resource.GetProperty("name").GetString(), Saving: -resource.GetProperty("cost").GetProperty("change").GetDecimal())
            )
            .OrderByDescending(resource => resource.Saving)
            .Take(3);

        Assert.Equal(["scores-oversized", "idle-staging", "desk-office-hours"], savings.Select(resource => resource.Name));
        Assert.All(savings, resource => Assert.InRange(resource.Saving, 400, 2_000));
    }

    [Theory]
    [InlineData("ticker-outbound", "MonthlyBudget")]
    [InlineData("trial-free-tier", "FreeTier")]
    [InlineData("rooms-small-groups", "RoutingWall")]
    [InlineData("premium-autoscale", "AutoscaleEnabled")]
    [InlineData("stuck-server-load", "SuspectMetric")]
    public async Task The_reason_is_given(string name, string code)
    {
        var resource = (await ReadAsync(CreateTime(3, 10)))
            .GetProperty("resources")
            .EnumerateArray()
            .Single(resource => resource.GetProperty("name").GetString() == name);

        Assert.Contains(code, resource.GetProperty("reasons").EnumerateArray().Select(reason => reason.GetProperty("code").GetString()));
    }

    // March 2026 begins on a Sunday.
    private static DateTimeOffset CreateTime(int day, int hour) => new(2026, 3, day, hour, 41, 30, TimeSpan.Zero);

    private static string Describe(JsonElement resource) =>
        $"{resource.GetProperty("name").GetString()}: {resource.GetProperty("recommendation").GetString()}, "
        + resource.GetProperty("limitingFactor").GetString();

    private static Task<JsonElement> ReadAsync(DateTimeOffset now) =>
        Runs.GetOrAdd(now, static time => new Lazy<Task<JsonElement>>(() => RunAsync(time))).Value;

    private static async Task<JsonElement> RunAsync(DateTimeOffset now)
    {
        var run = await CliResult.RunAsync(["demo", "--output", "json"], cli => cli with { Time = new ManualTimeProvider(now) });
        Assert.True(run.ExitCode == ExitCodes.Success, run.Error);
        using var json = JsonDocument.Parse(run.Out);
        return json.RootElement.Clone();
    }
}
