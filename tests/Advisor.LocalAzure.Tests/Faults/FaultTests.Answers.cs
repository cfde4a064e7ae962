using System.Net;
using System.Text.Json;
using Advisor.LocalAzure.Faults;
using Advisor.Tests;

namespace Advisor.LocalAzure.Tests.Faults;

public sealed partial class FaultTests
{
    [Fact]
    public async Task A_truncated_answer_is_half_of_its_json()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        var path = client.Subscription + "/providers/Microsoft.SignalRService/signalR";
        var whole = (await client.GetAsync(path)).Text;
        azure.Faults.Add(new Fault(FaultKind.Truncate));

        var half = await client.GetAsync(path);

        Assert.Equal((HttpStatusCode.OK, whole[..half.Text.Length]), (half.Status, half.Text));
        Assert.Equal(whole.Length / 2, half.Text.Length);
        Assert.ThrowsAny<JsonException>(() => half.Json);
    }

    [Fact]
    public async Task A_reset_breaks_the_connection()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        azure.Faults.Add(new Fault(FaultKind.Reset));

        await Assert.ThrowsAsync<HttpRequestException>(() => client.GetAsync(azure.GetResource("hot-chat").Id));
    }

    [Fact]
    public async Task A_delayed_answer_outlasts_an_impatient_client_and_reaches_a_patient_one()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        var id = azure.GetResource("hot-chat").Id + "?api-version=1";
        azure.Faults.Add(new Fault(FaultKind.Delay) { Delay = TimeSpan.FromMinutes(5), Times = 1 });
        azure.Faults.Add(new Fault(FaultKind.Delay) { Delay = TimeSpan.FromMilliseconds(1), Times = 1 });
        using var impatient = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);

        // Patience ends once the call has met its fault: were it given up before it arrived, the fault would wait for the next one.
        var late = client.Http.GetAsync(new Uri(id, UriKind.Relative), impatient.Token);
        await Until.WaitAsync(() => azure.Faults.Active.Count == 1);
        await impatient.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => late);
        Assert.Equal(HttpStatusCode.OK, (await client.GetAsync(id)).Status);
    }

    [Fact]
    public async Task One_metric_fails_inside_a_200_and_another_is_missing()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        azure.Faults.Add(new Fault(FaultKind.MetricError) { Metric = "ServerLoad", Resource = "hot-chat" });
        azure.Faults.Add(new Fault(FaultKind.MetricMissing) { Metric = "SystemErrors" });
        var ids = new[] { azure.GetResource("hot-chat").Id, azure.GetResource("lobby-connections").Id };

        var values = (
            await client.ReadBatchAsync(
                ids,
                "Microsoft.SignalRService/SignalR",
                "ServerLoad,SystemErrors,ConnectionCount",
                Now.AddMinutes(-10),
                Now.AddMinutes(-5)
            )
        ).Json["values"]!;

        Assert.Equal(["InternalServerError", "Success", "Success"], values[0]!["value"]!.AsArray().Select(v => (string?)v!["errorCode"]));
        Assert.Empty(values[0]!["value"]![0]!["timeseries"]!.AsArray());
        Assert.Equal("Success", (string?)values[1]!["value"]![0]!["errorCode"]);
        Assert.Null(values[1]!["value"]![1]!["timeseries"]![0]!["data"]![0]!["maximum"]);
        Assert.NotNull(values[1]!["value"]![2]!["timeseries"]![0]!["data"]![0]!["maximum"]);
    }
}
