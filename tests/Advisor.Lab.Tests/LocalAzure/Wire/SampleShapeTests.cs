using System.Net;
using System.Text.Json;
using System.Text.RegularExpressions;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Tests;

namespace Advisor.Lab.Tests.LocalAzure.Wire;

/// <summary>
/// Holds our answers against Azure's own published examples: the same property names, the same kinds of values. Every excuse says why.
/// Skipped where the examples are not beside the repository.
/// </summary>
public sealed class SampleShapeTests
{
    private const string Absent = "the folder of Azure's examples (../shared/azure-samples) is absent";
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 10, 0, 0, TimeSpan.Zero);

    // A tag is the user's; the last page has no nextLink.
    private const string Tags = "tags",
        ListTags = "value[].tags",
        NextLink = "nextLink";

    private static string Folder => Path.Combine(RepositoryFiles.SharedMaterial!, "azure-samples");

    private static JsonElement ReadSample(string file, string status = "200")
    {
        Assert.SkipWhen(RepositoryFiles.SharedMaterial is null, Absent);
        return JsonDocument.Parse(File.ReadAllText(Path.Combine(Folder, file))).RootElement.GetProperty("responses").GetProperty(status);
    }

    private static Task<LocalAzureHost> StartAsync() =>
        LocalAzureHost.StartAsync(new LocalAzureOptions { Time = new ManualTimeProvider(Now), ScalingTime = TimeSpan.Zero });

    private static void AssertSame(JsonElement sample, string ours, params string[] excused) =>
        Assert.Equal([], JsonShape.ListDifferences(sample.GetProperty("body"), JsonDocument.Parse(ours).RootElement, excused));

    // {premium}: the SignalR resource that carries everything; {live}: the Web PubSub one; {sub}: the subscription.
    [Theory]
    [InlineData("signalr/SignalR_Get.json", "{premium}", Tags)]
    [InlineData("webpubsub/WebPubSub_Get.json", "{live}", Tags)]
    [InlineData("signalr/SignalR_ListSkus.json", "{premium}/skus")]
    [InlineData("webpubsub/WebPubSub_ListSkus.json", "{live}/skus")]
    [InlineData("signalr/Usages_List.json", "{sub}/providers/Microsoft.SignalRService/locations/westeurope/usages", NextLink)]
    [InlineData("webpubsub/Usages_List.json", "{sub}/providers/Microsoft.SignalRService/locations/eastus/usages", NextLink)]
    [InlineData(
        "monitor/getAutoscaleSetting.json",
        "{sub}/resourceGroups/advisor-local/providers/microsoft.insights/autoscalesettings/premium-autoscale-autoscale"
    )]
    [InlineData("monitor/listAutoscaleSettingBySubscription.json", "{sub}/providers/microsoft.insights/autoscalesettings", NextLink)]
    [InlineData("monitor/GetMetricNamespaces.json", "{premium}/providers/microsoft.insights/metricNamespaces")]
    // Newer versions of the definitions carry the description too, which is what ours shows.
    [InlineData(
        "monitor/GetMetricDefinitions.json",
        "{premium}/providers/microsoft.insights/metricDefinitions",
        "value[].displayDescription: only in ours"
    )]
    // 2024-03-01 is older than three properties that the newest example of a single resource has.
    [InlineData(
        "signalr/SignalR_ListBySubscription.json",
        "{sub}/providers/Microsoft.SignalRService/signalR",
        ListTags,
        "value[].properties.applicationFirewall",
        "value[].properties.routeSettings",
        "value[].properties.serverless.keepAliveIntervalInSeconds"
    )]
    [InlineData("webpubsub/WebPubSub_ListBySubscription.json", "{sub}/providers/Microsoft.SignalRService/webPubSub", ListTags)]
    public async Task An_answer_has_the_properties_of_the_example(string file, string path, params string[] excused)
    {
        var sample = ReadSample(file);
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);

        var answer = await client.GetSampleAsync(path);

        Assert.Equal(HttpStatusCode.OK, answer.Status);
        AssertSame(sample, answer.Text, excused);
    }

    [Theory]
    [InlineData(
        "signalr/SignalR_Update.json",
        "premium-autoscale",
        "properties.applicationFirewall",
        "properties.routeSettings",
        "properties.serverless.keepAliveIntervalInSeconds"
    )]
    [InlineData("webpubsub/WebPubSub_Update.json", "live-webpubsub")]
    public async Task A_change_is_answered_as_in_the_example(string file, string name, params string[] excused)
    {
        var (accepted, done) = (ReadSample(file, "202"), ReadSample(file));
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);

        var answer = await client.PatchAsync(azure.GetResource(name).Id, """{"sku":{"capacity":5}}""");
        var result = await client.GetAsync(answer.Headers["Location"]);

        Assert.Equal(HttpStatusCode.Accepted, answer.Status);
        Assert.All(
            accepted.GetProperty("headers").EnumerateObject(),
            header => Assert.Contains(header.Name, answer.Headers.Keys, StringComparer.OrdinalIgnoreCase)
        );
        AssertSame(done, result.Text, [Tags, .. excused]);
    }

    [Fact]
    public async Task A_single_metrics_answer_has_the_properties_of_the_example()
    {
        var sample = ReadSample("monitor/GetMetric.json");
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);

        var answer = await client.ReadMetricsAsync(
            azure.GetResource("hot-chat").Id,
            "ConnectionCount",
            Now.AddHours(-1),
            Now.AddMinutes(-50),
            "interval=PT1M&aggregation=maximum,count&$filter=Endpoint eq '*'"
        );

        // The example shows averages; no metric of these services has a dimension and an average. The recorded sessions have an error code.
        AssertSame(sample, answer.Text, "value[].timeseries[].data[].average", "value[].timeseries[].data[].maximum", "value[].errorCode");
    }

    [Fact]
    public async Task A_metric_that_fails_inside_a_200_has_the_properties_of_the_example()
    {
        var sample = ReadSample("monitor/GetMetricError.json");
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        azure.Faults.Add(new Fault(FaultKind.MetricError) { Metric = "ConnectionQuotaUtilization" });

        var answer = await client.ReadMetricsAsync(
            azure.GetResource("hot-chat").Id,
            "ConnectionQuotaUtilization,ServerLoad",
            Now.AddHours(-4),
            Now,
            "interval=FULL&aggregation=average"
        );

        AssertSame(sample, answer.Text);
        Assert.Equal("PT4H", (string?)answer.Json["interval"]);
    }

    [Fact]
    public async Task Metric_metadata_has_the_properties_of_the_example()
    {
        var sample = ReadSample("monitor/GetMetricMetadata.json");
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);

        var answer = await client.ReadMetricsAsync(
            azure.GetResource("hot-chat").Id,
            "ConnectionCount",
            Now.AddHours(-1),
            Now,
            "resultType=metadata&$filter=Endpoint eq '*'"
        );

        AssertSame(sample, answer.Text, "value[].errorCode");
    }

    [Fact]
    public async Task A_batch_answer_and_its_error_have_the_properties_of_the_example()
    {
        var (sample, refused) = (ReadSample("monitor/MetricBatchExample.json"), ReadSample("monitor/MetricBatchExample.json", "default"));
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        var ids = new[] { azure.GetResource("hot-chat").Id, azure.GetResource("lobby-connections").Id };
        const string Type = "Microsoft.SignalRService/SignalR";

        var answer = await client.ReadBatchAsync(
            ids,
            Type,
            "ServerLoad,ConnectionQuotaUtilization",
            Now.AddHours(-3),
            Now,
            aggregation: "average,maximum"
        );
        var late = await client.ReadBatchAsync(ids, Type, "ServerLoad", Now.AddDays(-100), Now.AddDays(-99));

        // The example splits by dimensions and requests the minimum too; the metrics requested here have no dimension.
        AssertSame(sample, answer.Text, "values[].value[].timeseries[].metadatavalues[]", "values[].value[].timeseries[].data[].minimum");
        AssertSame(refused, late.Text);
        Assert.Contains("x-ms-error-code", late.Headers.Keys, StringComparer.OrdinalIgnoreCase);
    }

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
