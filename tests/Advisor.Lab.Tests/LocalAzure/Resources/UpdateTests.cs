using System.Net;
using System.Text.Json.Nodes;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Resources;

namespace Advisor.Lab.Tests.LocalAzure.Resources;

public sealed class UpdateTests
{
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 10, 0, 30, TimeSpan.Zero);
    private readonly ManualTimeProvider time = new(Now);

    private Task<LocalAzureHost> StartAsync(double speed = 1, params LocalResourceSpec[] specs) =>
        LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                Time = time,
                Speed = speed,
                Resources = specs.Length == 0 ? null : specs,
                ScalingTime = TimeSpan.FromSeconds(40),
            }
        );

    private static string RenderSize(int capacity, string name = "Standard_S1", string tier = "Standard") =>
        new JsonObject
        {
            ["location"] = "westeurope",
            ["sku"] = new JsonObject
            {
                ["name"] = name,
                ["tier"] = tier,
                ["capacity"] = capacity,
            },
        }.ToJsonString();

    [Fact]
    public async Task A_change_is_accepted_with_an_empty_body_and_two_addresses_and_done_after_its_time()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        var resource = azure.GetResource("hot-chat");

        var accepted = await client.PatchAsync(resource.Id, RenderSize(3));

        Assert.Equal((HttpStatusCode.Accepted, ""), (accepted.Status, accepted.Text));
        var (status, result) = (accepted.Headers["Azure-AsyncOperation"], accepted.Headers["Location"]);
        Assert.Equal("Running", (string?)(await client.GetJsonAsync(status))["status"]);
        Assert.Equal(HttpStatusCode.Accepted, (await client.GetAsync(result)).Status);
        Assert.Equal(("Updating", 2), (await ReadSizeAsync(client, resource)));

        time.Advance(TimeSpan.FromSeconds(39));
        Assert.Equal(("Updating", 2), (await ReadSizeAsync(client, resource)));
        time.Advance(TimeSpan.FromSeconds(1));

        var done = await client.GetJsonAsync(status);
        Assert.Equal(("Succeeded", "2026-01-05T10:01:10Z"), ((string?)done["status"], (string?)done["endTime"]));
        Assert.Equal(3, (int?)(await client.GetJsonAsync(result))["sku"]!["capacity"]);
        Assert.Equal(("Succeeded", 3), (await ReadSizeAsync(client, resource)));
    }

    private static async Task<(string?, int)> ReadSizeAsync(LocalAzureClient client, LocalResource resource)
    {
        var document = await client.GetJsonAsync(resource.Id);
        return ((string?)document["properties"]!["provisioningState"], (int)document["sku"]!["capacity"]!);
    }

    [Fact]
    public async Task Minutes_before_a_change_keep_the_size_they_had_and_later_ones_have_the_new_one()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        var resource = azure.GetResource("lobby-connections");
        await client.PatchAsync(resource.Id, RenderSize(10));
        time.Advance(TimeSpan.FromMinutes(6));

        var data = (await client.ReadMetricsAsync(resource.Id, "ConnectionQuotaUtilization", Now.AddSeconds(-30), Now.AddMinutes(4))).Json[
            "value"
        ]![0]!["timeseries"]![0]!["data"]!.AsArray();

        // About 4,724 connections at 10:00 (wave +0.5 %): 94.5 % of 5 units through 10:01, in which the change ended, 47 % of 10 units from
        // 10:02 on.
        Assert.Equal([94, 94, 47, 47], data.Select(d => (int)Math.Floor((double)d!["average"]!)));
    }

    [Fact]
    public async Task A_second_change_while_one_runs_is_a_conflict()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        var id = azure.GetResource("hot-chat").Id;
        await client.PatchAsync(id, RenderSize(3));

        Assert.Equal((HttpStatusCode.Conflict, "Conflict"), await ReadRefusalAsync(client, id, RenderSize(4)));
        time.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal(HttpStatusCode.Accepted, (await client.PatchAsync(id, RenderSize(4))).Status);
    }

    [Fact]
    public async Task Speed_shortens_a_change()
    {
        await using var azure = await StartAsync(speed: 40);
        using var client = new LocalAzureClient(azure);
        var resource = azure.GetResource("hot-chat");
        await client.PatchAsync(resource.Id, RenderSize(3));

        time.Advance(TimeSpan.FromSeconds(1));

        Assert.Equal(3, resource.Units);
    }

    [Theory]
    [InlineData("""{"sku":{"name":"Standard_S1","tier":"Standard","capacity":11}}""", "InvalidSkuCapacity")]
    [InlineData("""{"sku":{"name":"Standard_S1","tier":"Standard","capacity":0}}""", "InvalidSkuCapacity")]
    [InlineData("""{"sku":{"name":"Premium_P2","tier":"Premium","capacity":50}}""", "InvalidSkuCapacity")]
    [InlineData("""{"sku":{"name":"Free_F1","tier":"Free","capacity":2}}""", "InvalidSkuCapacity")]
    [InlineData("""{"sku":{"name":"Standard_S9","capacity":1}}""", "InvalidSku")]
    [InlineData("""{"sku":{"name":"Standard_S1","tier":"Premium","capacity":1}}""", "InvalidSku")]
    [InlineData("""{"location":"eastus","sku":{"name":"Standard_S1","capacity":3}}""", "InvalidResourceLocation")]
    [InlineData("""{"properties":{"provisioningState":"Updating"}}""", "InvalidProvisioningState")]
    [InlineData("""{"sku":{"name":"Standard_S1","capacity":"many"}}""", "InvalidRequestContent")]
    [InlineData("""{"sku":""", "InvalidRequestContent")]
    [InlineData("[]", "InvalidRequestContent")]
    public async Task What_cannot_be_bought_or_read_is_refused(string body, string code)
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);

        Assert.Equal((HttpStatusCode.BadRequest, code), await ReadRefusalAsync(client, azure.GetResource("hot-chat").Id, body));
        Assert.Equal("Succeeded", azure.GetResource("hot-chat").ProvisioningState);
    }

    [Theory]
    [InlineData(90, 202, null)] // 60 + 90 = 150, the quota.
    [InlineData(100, 400, "QuotaExceeded")] // 60 + 100 = 160.
    public async Task Scale_out_beyond_150_units_of_a_region_is_refused(int units, int status, string? code)
    {
        await using var azure = await StartAsync(
            1,
            new LocalResourceSpec { Name = "big", Units = 60 },
            new LocalResourceSpec { Name = "small" }
        );
        using var client = new LocalAzureClient(azure);

        var answer = await client.PatchAsync(azure.GetResource("small").Id, RenderSize(units));

        Assert.Equal((status, code), ((int)answer.Status, answer.Text.Length == 0 ? null : answer.ErrorCode));
    }

    [Fact]
    public async Task A_change_of_class_and_tags_shows_in_the_resource()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        var resource = azure.GetResource("hot-chat");

        await client.PatchAsync(
            resource.Id,
            """{"sku":{"name":"Premium_P1","tier":"Premium","capacity":2},"tags":{"advisor-team":"night"}}"""
        );
        time.Advance(TimeSpan.FromMinutes(1));
        var document = await client.GetJsonAsync(resource.Id);

        Assert.Equal(
            ("Premium_P1", "P1", "night"),
            ((string?)document["sku"]!["name"], (string?)document["sku"]!["size"], (string?)document["tags"]!["advisor-team"])
        );
    }

    private static async Task<(HttpStatusCode, string?)> ReadRefusalAsync(LocalAzureClient client, string id, string body)
    {
        var answer = await client.PatchAsync(id, body);
        return (answer.Status, answer.ErrorCode);
    }
}
