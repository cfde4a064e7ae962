using System.Text;
using System.Text.Json;
using Advisor.Core.Capacity.Billing;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Evaluate;

/// <summary><c>costs: actual</c>: the bill of the loopback Azure beside the estimate.</summary>
public sealed class EvaluateActualCostTests : IDisposable
{
    private static readonly DateTimeOffset Now = new(2026, 11, 25, 12, 0, 0, TimeSpan.Zero);

    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    [Theory]
    [InlineData(BillingModel.Prorated, "prorated")]
    [InlineData(BillingModel.DailyPeak, "dailyPeak")]
    public async Task A_resource_that_changed_its_size_shows_how_its_days_are_billed(BillingModel billing, string nearest)
    {
        folder.Write("advisor.yaml", "costs: actual\n");
        var time = new ManualTimeProvider(new DateTimeOffset(Now.AddDays(-10).Date, TimeSpan.Zero));
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                Time = time,
                Billing = billing,
                ScalingTime = TimeSpan.Zero,
                Resources = [LocalScenario.Ten[0] with { Units = 10 }],
            },
            TestContext.Current.CancellationToken
        );

        // 20 units for six hours of three days, 10 otherwise.
        for (var day = 0; day < 3; day++)
        {
            await ScaleAsync(azure, 20);
            time.Advance(TimeSpan.FromHours(6));
            await ScaleAsync(azure, 10);
            time.Advance(TimeSpan.FromHours(18));
        }

        time.Advance(TimeSpan.FromDays(7) + TimeSpan.FromHours(12));
        using var report = JsonDocument.Parse((await RunAsync(azure, time, "--output", "json")).Out);

        var cost = Assert.Single(report.RootElement.GetProperty("resources").EnumerateArray()).GetProperty("actualCost");
        var compared = cost.GetProperty("compared");
        // 72 hours before the 25th at 12:00 is within the 22nd.
        Assert.Equal(("2026-10-23", "2026-11-21"), (cost.GetProperty("from").GetString(), cost.GetProperty("to").GetString()));
        // 14 days of history until 25th: whole days from the 12th to the 21st.
        Assert.Equal(10, compared.GetProperty("days").GetInt32());
        // Ten days at 10 units; three of them with 10 more for a quarter, or for all of it by the maximum. The estimate counts the half
        // hour in which a size changed as one of the two.
        Assert.Equal(107.5, compared.GetProperty("prorated").GetProperty("unitDays").GetDouble(), 1.0);
        Assert.Equal(130, compared.GetProperty("dailyPeak").GetProperty("unitDays").GetDouble(), 0.5);
        Assert.Equal(billing == BillingModel.Prorated ? 107.5 : 130, compared.GetProperty("unitDays").GetDouble(), 0.5);
        Assert.Equal(nearest, compared.GetProperty("nearest").GetString());
        Assert.Equal(1, azure.Calls[CallKind.Costs]);
    }

    [Fact]
    public async Task Text_markdown_and_csv_state_them()
    {
        folder.Write("advisor.yaml", "costs: actual\n");
        await using var azure = await StartAsync();

        var text = await RunAsync(azure, null);
        var markdown = await RunAsync(azure, null, "--output", "markdown");
        var csv = await RunAsync(azure, null, "--output", "csv");
        var explained = await RunAsync(azure, null, "--explain", "hot-chat");

        Assert.All([text, markdown, csv, explained], run => Assert.Equal("", run.Error));
        Assert.Contains("USD from 2026-10-23 to 2026-11-21, by Cost Management.", JoinLines(text.Out), StringComparison.Ordinal);
        Assert.Contains("USD from 2026-10-23 to 2026-11-21, by Cost Management", JoinLines(markdown.Out), StringComparison.Ordinal);
        Assert.Contains(",actualCost.from,", csv.Out, StringComparison.Ordinal);
        Assert.Contains("read on 2026-11-25", JoinLines(explained.Out), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_the_role_the_estimate_stays_and_one_note_says_what_to_grant()
    {
        folder.Write("advisor.yaml", "costs: actual\n");
        await using var azure = await StartAsync(["Microsoft.SignalRService/*/read", "Microsoft.Insights/*/read"]);

        var run = await RunAsync(azure, null, "--output", "json");

        using var report = JsonDocument.Parse(run.Out);
        var resources = report.RootElement.GetProperty("resources").EnumerateArray().ToList();
        Assert.NotEmpty(resources);
        Assert.All(resources, resource => Assert.False(resource.TryGetProperty("actualCost", out _)));
        Assert.Contains(resources, resource => resource.GetProperty("cost").ValueKind == JsonValueKind.Object);
        var note = Assert.Single(
            report.RootElement.GetProperty("notes").EnumerateArray(),
            note => note.GetString()!.StartsWith("Actual costs", StringComparison.Ordinal)
        );
        Assert.StartsWith("Actual costs could not be read, costs are estimates: No permission", note.GetString(), StringComparison.Ordinal);
        Assert.Contains("grant Cost Management Reader", note.GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Throttling_leaves_the_estimate()
    {
        folder.Write("advisor.yaml", "costs: actual\n");
        await using var azure = await StartAsync();
        azure.Faults.Add(new Fault(FaultKind.Throttle) { Call = CallKind.Costs, RetryAfterSeconds = 600 });

        var run = await RunAsync(azure, null);

        Assert.Contains("Actual costs could not be read, costs are estimates", JoinLines(run.Out), StringComparison.Ordinal);
        Assert.Equal(1, azure.Calls[CallKind.Costs]);
    }

    [Fact]
    public async Task Estimates_ask_for_no_costs()
    {
        await using var azure = await StartAsync();

        var run = await RunAsync(azure, null);

        Assert.DoesNotContain("Actual cost", run.Out, StringComparison.Ordinal);
        Assert.Equal(0, azure.Calls[CallKind.Costs]);
    }

    private static async Task ScaleAsync(LocalAzureHost azure, int units)
    {
        using var http = new HttpClient();
        using var body = new StringContent(
            $$$"""{"sku":{"name":"Standard_S1","tier":"Standard","capacity":{{{units}}}}}""",
            Encoding.UTF8,
            "application/json"
        );
        using var answer = await http.PatchAsync(
            new Uri(azure.Endpoint, azure.Resources[0].Id + "?api-version=2024-03-01"),
            body,
            TestContext.Current.CancellationToken
        );
        answer.EnsureSuccessStatusCode();
    }

    private static string JoinLines(string text) => string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    private static Task<LocalAzureHost> StartAsync(IReadOnlyList<string>? permitted = null) =>
        LocalAzureHost.StartAsync(
            new LocalAzureOptions { Time = new ManualTimeProvider(Now), PermittedActions = permitted ?? ["*"] },
            TestContext.Current.CancellationToken
        );

    private Task<CliResult> RunAsync(LocalAzureHost azure, TimeProvider? time, params string[] more) =>
        CliResult.RunAsync(
            ["evaluate", "--endpoint", azure.Endpoint.ToString(), .. more],
            cli => cli with { Time = time ?? new ManualTimeProvider(Now), Folder = folder.Path, Width = 120 },
            TestContext.Current.CancellationToken
        );
}
