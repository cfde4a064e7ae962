using System.Text.Json.Nodes;
using Advisor.Core.Fleet;
using Advisor.Service.Fleet;
using Advisor.Tests;

namespace Advisor.Azure.Tests.Resources;

/// <summary>The whole way, with Azure's own examples and a recorded session as the answers. Skipped where they are absent.</summary>
public sealed class OfficialExamplesTests
{
    [Fact]
    public async Task The_recorded_change_of_2020_is_taken_followed_and_done()
    {
        var entries = JsonNode.Parse(SampleFiles.ReadOfficial("recordings", "SignalRFreeTierToStandardTest.excerpt.json"))![
            "Entries"
        ]!.AsArray();
        var created = JsonNode.Parse(entries[0]!["ResponseBody"]!.GetValue<string>())!;
        created["properties"]!["provisioningState"] = "Succeeded"; // the recording polls this in entries that were left out
        var id = created["id"]!.GetValue<string>();
        var polls = new Queue<JsonNode>(entries.Skip(2).Select(e => e!));
        var azure = new FakeAzure()
            .Handle("GET", "/signalr-test9756?", created.ToJsonString())
            .Handle("PATCH", "/signalr-test9756?", _ => CreateRecorded(entries[1]!))
            .Handle("GET", "/operationStatuses/", _ => CreateRecorded(polls.Dequeue()));
        using var connection = azure.Connect();
        var cancellation = TestContext.Current.CancellationToken;

        var outcome = await connection.Fleet.ScaleAsync(new ScaleRequest(id, new("Free_F1", 1), new("Standard_S1", 5)), cancellation);
        Assert.Equal(ScaleResult.Accepted, outcome.Result);
        Assert.Contains("/operationStatuses/signalr-test9756/operationId/3937c29f", outcome.OperationUrl, StringComparison.Ordinal);

        List<string> seen = [];
        ScaleProgress progress;
        do
        {
            progress = await connection.Fleet.GetProgressAsync(outcome.OperationUrl!, cancellation);
            seen.Add(progress.Status);
        } while (!progress.IsDone);

        Assert.Equal(["Running", "Running", "Succeeded"], seen);
        Assert.True(progress.HasSucceeded);
    }

    [Fact]
    public async Task The_official_autoscale_list_is_read_and_its_broken_next_link_is_reported()
    {
        var body = SampleFiles.ReadOfficialBody("monitor", "listAutoscaleSettingBySubscription.json");
        body["value"]![0]!["properties"]!["targetResourceUri"] = FakeAzure.CreateId("chat");
        var azure = new FakeAzure()
            .Handle("GET", "/SignalR/chat?", AzureResponses.RenderResource("chat", "Premium_P1"))
            .Handle("GET", "/autoscalesettings?", body.ToJsonString());
        var scope = new FleetScope { ResourceIds = [FakeAzure.CreateId("chat")] };
        using var connection = azure.Connect();

        // The example's next link is a pattern of # and no address: it must be a failure of that list, not of the resource.
        var broken = await connection.Fleet.ListAsync(scope, TestContext.Current.CancellationToken);
        Assert.Single(broken.Resources);
        Assert.NotEmpty(broken.Failures);

        body["nextLink"] = null;
        azure.Handle("GET", "/autoscalesettings?", body.ToJsonString());
        var whole = await connection.Fleet.ListAsync(scope, TestContext.Current.CancellationToken);
        Assert.Equal("MySetting", Assert.Single(whole.Resources).AutoscaleSetting);
        Assert.Empty(whole.Failures);
    }

    [Fact]
    public async Task The_official_error_of_a_call_beyond_the_retention_is_reported_as_Azure_words_it()
    {
        var body = SampleFiles.ReadOfficialBody("monitor", "MetricBatchExample.json", "default").ToJsonString();
        var azure = new FakeAzure().Handle("POST", "metrics:getBatch", _ => FakeAzure.CreateJson(body, 400));
        using var connection = azure.Connect(new SteppingTime(TimeSpan.FromSeconds(29)));

        var answer = await connection.Metrics.ReadAsync(
            [AzureResponses.CreateResource("one")],
            AzureResponses.Noon.AddHours(-1),
            AzureResponses.Noon,
            TestContext.Current.CancellationToken
        );

        var failure = Assert.Single(answer.Failures);
        Assert.Equal(FailureCode.Invalid, failure.Code);
        Assert.Contains("out of the Max metrics retention period", failure.Text, StringComparison.Ordinal);
    }

    private static HttpResponseMessage CreateRecorded(JsonNode entry)
    {
        var headers = entry["ResponseHeaders"]!
            .AsObject()
            .Where(h => h.Key is "Location" or "Azure-AsyncOperation")
            .Select(h => (h.Key, h.Value![0]!.GetValue<string>()))
            .ToArray();
        return FakeAzure.CreateJson(entry["ResponseBody"]!.GetValue<string>(), entry["StatusCode"]!.GetValue<int>(), headers);
    }
}
