using System.Text.Json;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Evaluate;

/// <summary>Two of the ten sample resources as endpoints of one application: hot-chat needs 3 units, idle-staging 1 of its 10.</summary>
public sealed class EvaluateEndpointGroupTests : IDisposable
{
    private static readonly DateTimeOffset Now = new(2026, 11, 25, 12, 0, 0, TimeSpan.Zero);

    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    [Theory]
    [InlineData("together", 3, "EndpointGroup")]
    [InlineData("oneByOne", 1, "SteadySize")]
    public async Task A_file_makes_them_a_group_whose_sizes_move_as_it_says(string sizes, int units, string reason)
    {
        folder.Write(
            "advisor.yaml",
            $$"""
            defaults: { failover: none }
            resources:
              - { match: hot-chat, endpointGroup: chat, endpointSizes: {{sizes}} }
              - { match: idle-staging, endpointGroup: Chat, endpointSizes: {{sizes}} }
            """
        );

        using var report = JsonDocument.Parse(await RunAsync(LocalScenario.Ten, "--output", "json"));

        var idle = report
            .RootElement.GetProperty("resources")
            .EnumerateArray()
            .Single(one => one.GetProperty("name").GetString() == "idle-staging");
        Assert.Equal(
            (units, reason),
            (idle.GetProperty("targetUnits").GetInt32(), idle.GetProperty("reasons")[0].GetProperty("code").GetString())
        );
        var group = Assert.Single(report.RootElement.GetProperty("endpointGroups").EnumerateArray());
        Assert.Equal((12, 3 + units), (group.GetProperty("units").GetInt32(), group.GetProperty("recommendedUnits").GetInt32()));
    }

    [Fact]
    public async Task Tags_do_too_and_the_summary_has_their_totals()
    {
        var tags = new Dictionary<string, string> { ["advisor-endpoint-group"] = "chat", ["advisor-endpoint-sizes"] = "together" };
        var specs = LocalScenario.Ten.Select(spec => spec.Name is "hot-chat" or "idle-staging" ? spec with { Tags = tags } : spec);

        var text = await RunAsync([.. specs]);

        Assert.Contains("Endpoint group 'chat': 2 endpoints, 12 units to 6, ", text, StringComparison.Ordinal);
    }

    private async Task<string> RunAsync(IReadOnlyList<LocalResourceSpec> specs, params string[] more)
    {
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions { Time = new ManualTimeProvider(Now), Resources = specs },
            TestContext.Current.CancellationToken
        );
        var run = await CliResult.RunAsync(
            ["evaluate", "--endpoint", azure.Endpoint.ToString(), .. more],
            cli => cli with { Time = new ManualTimeProvider(Now), Folder = folder.Path, Width = 120 },
            TestContext.Current.CancellationToken
        );
        Assert.Equal("", run.Error);
        return run.Out;
    }
}
