using System.Text.Json;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Load;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Evaluate;

/// <summary>Sizes that Azure sells and the rules do not have, in a single evaluation.</summary>
public sealed class NewSizeTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    // 10,500 connections at a target of 90 % need 11.7 units: 15 where they are offered, 20 by the rules.
    [Theory]
    [InlineData(11, "scaleOut", 15)]
    [InlineData(25, "scaleIn", 15)]
    public async Task A_resource_with_a_new_size_is_evaluated_on_the_sizes_that_Azure_offers(int units, string action, int target)
    {
        await using var azure = await StartAsync(units);

        var run = await RunAsync(azure);

        Assert.Equal((ExitCodes.Success, ""), (run.ExitCode, run.Error));
        using var json = JsonDocument.Parse(run.Out);
        var resource = json.RootElement.GetProperty("resources").EnumerateArray().Single(r => r.GetProperty("name").GetString() == "chat");
        Assert.Equal((action, target), (resource.GetProperty("action").GetString(), resource.GetProperty("targetUnits").GetInt32()));
        Assert.Contains("also 11, 15, 25 (read on ", run.Out, StringComparison.Ordinal);

        // One for the service and region of chat; that of the other resource, whose size is known, is not asked.
        Assert.Equal(1, azure.Calls[CallKind.Skus]);
    }

    [Fact]
    public async Task A_fleet_of_known_sizes_costs_no_call()
    {
        await using var azure = await StartAsync(10);

        await RunAsync(azure);

        Assert.Equal(0, azure.Calls[CallKind.Skus]);
    }

    private static Task<LocalAzureHost> StartAsync(int units) =>
        LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                OfferedUnits = new Dictionary<string, IReadOnlyList<int>>
                {
                    ["Standard_S1"] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90, 100],
                },
                Resources =
                [
                    new()
                    {
                        Name = "chat",
                        Units = units,
                        Load = new LocalLoad { Connections = 10500, DailyWave = 0 },
                    },
                    new() { Name = "far", Region = "eastus" },
                ],
            },
            TestContext.Current.CancellationToken
        );

    private Task<CliResult> RunAsync(LocalAzureHost azure) =>
        CliResult.RunAsync(
            ["evaluate", "--endpoint", azure.Endpoint.ToString(), "--output", "json"],
            cli => cli with { Folder = folder.Path },
            TestContext.Current.CancellationToken
        );
}
