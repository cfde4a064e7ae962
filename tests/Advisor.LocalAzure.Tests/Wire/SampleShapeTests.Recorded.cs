using System.Text.Json;
using System.Text.RegularExpressions;
using Advisor.Tests;

namespace Advisor.LocalAzure.Tests.Wire;

/// <content>What a recorded session has.</content>
public sealed partial class SampleShapeTests
{
    [Fact]
    public async Task A_change_is_followed_by_the_same_addresses_as_in_the_recorded_session()
    {
        Assert.SkipWhen(RepositoryFiles.SharedMaterial is null, Absent);
        var entries = JsonDocument
            .Parse(
                await File.ReadAllTextAsync(
                    Path.Combine(Folder, "recordings", "SignalRFreeTierToStandardTest.excerpt.json"),
                    TestContext.Current.CancellationToken
                )
            )
            .RootElement.GetProperty("Entries");
        var (patch, poll) = (entries[1], entries[4]);
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);

        var answer = await client.PatchAsync(
            azure.GetResource("hot-chat").Id,
            """{"sku":{"name":"Standard_S1","tier":"Standard","size":"S1","capacity":5}}"""
        );
        var status = await client.GetAsync(answer.Headers["Azure-AsyncOperation"]);

        Assert.Equal((patch.GetProperty("StatusCode").GetInt32(), ""), ((int)answer.Status, answer.Text));
        foreach (var header in new[] { "Location", "Azure-AsyncOperation" })
        {
            Assert.Equal(
                CreatePattern(patch.GetProperty("ResponseHeaders").GetProperty(header)[0].GetString()!),
                CreatePattern(answer.Headers[header])
            );
        }

        var recorded = JsonDocument.Parse(poll.GetProperty("ResponseBody").GetString()!).RootElement;
        Assert.Equal([], JsonShape.ListDifferences(recorded, JsonDocument.Parse(status.Text).RootElement));

        // Names, ids and regions differ; what stays is the order of the words between them.
        static string CreatePattern(string address) =>
            Regex.Replace(
                Regex.Replace(
                    new Uri(address).AbsolutePath,
                    "[0-9a-f]{8}-[0-9a-f-]{27}",
                    "GUID",
                    RegexOptions.IgnoreCase,
                    TimeSpan.FromSeconds(1)
                ),
                "(?<=(?:resourceGroups|locations|operationStatuses|SignalR)/)[^/]+",
                "NAME",
                RegexOptions.None,
                TimeSpan.FromSeconds(1)
            );
    }

    [Fact]
    public async Task A_metric_without_readings_is_an_empty_list_as_in_the_recorded_session()
    {
        Assert.SkipWhen(RepositoryFiles.SharedMaterial is null, Absent);
        var recorded = JsonDocument
            .Parse(
                await File.ReadAllTextAsync(
                    Path.Combine(Folder, "recordings", "CanQueryMetrics.json"),
                    TestContext.Current.CancellationToken
                )
            )
            .RootElement.GetProperty("Entries")[0]
            .GetProperty("ResponseBody");
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);

        var answer = await client.ReadMetricsAsync(
            azure.GetResource("hot-chat").Id,
            "ServerLoad",
            Now.AddHours(-1),
            Now,
            "metricnamespace=Microsoft.OperationalInsights/workspaces"
        );

        Assert.Equal([], JsonShape.ListDifferences(recorded, JsonDocument.Parse(answer.Text).RootElement));
        Assert.Equal(recorded.GetProperty("cost").GetInt32(), (int?)answer.Json["cost"]);
    }
}
