using System.Text.Json;
using Advisor.Azure.Resources;
using Advisor.Core.Capacity;

namespace Advisor.Azure.Tests.Resources;

public sealed class ResourceJsonTests
{
    [Fact]
    public void A_page_of_the_list_is_read_in_whatever_case_Azure_writes_it()
    {
        var resources = SampleFiles
            .ParseOurs("signalr-list.json")
            .GetProperty("value")
            .EnumerateArray()
            .Select(e => ResourceJson.Parse(e).Resource!)
            .ToList();

        Assert.Equal(
            ("chat", "RG", "northeurope", 30),
            (resources[0].Name, resources[0].ResourceGroup, resources[0].Region, resources[0].Units)
        );
        Assert.Equal(
            (ServiceKind.SignalR, ServiceMode.Classic, "Succeeded"),
            (resources[0].Service, resources[0].ServiceMode, resources[0].ProvisioningState)
        );
    }

    [Fact]
    public void A_free_resource_has_one_unit_and_a_resource_in_provisioning_says_so()
    {
        var free = ResourceJson.Parse(SampleFiles.ParseOurs("signalr-list.json").GetProperty("value")[1]).Resource!;

        Assert.Equal((1, "Updating", ServiceMode.Default), (free.Units, free.ProvisioningState, free.ServiceMode));
        Assert.Empty(free.Tags);
    }

    [Fact]
    public void What_az_signalr_show_prints_is_read_too()
    {
        var resource = ResourceJson.Parse(SampleFiles.ParseOurs("az-signalr-show.json")).Resource!;

        Assert.Equal(
            ("Premium_P1", 5, "Succeeded", ServiceMode.Default),
            (resource.Sku, resource.Units, resource.ProvisioningState, resource.ServiceMode)
        );
    }

    // As Resource Manager writes it, as az prints it, and what is no time of a creation: year 1 is a time that a program did not have.
    [Theory]
    [InlineData("""{"createdAt":"2021-07-14T06:55:46.4532231Z"}""", "2021-07-14T06:55:46.4532231+00:00")]
    [InlineData("""{"createdAt":"2021-07-14T08:55:46.453223+02:00"}""", "2021-07-14T06:55:46.4532230+00:00")]
    [InlineData("""{"createdAt":"2021-07-14T06:55:46"}""", "2021-07-14T06:55:46.0000000+00:00")]
    [InlineData("""{"createdAt":"0001-01-01T00:00:00Z"}""", null)]
    [InlineData("""{"createdAt":"\ud800"}""", null)]
    [InlineData("""{"createdAt":1626245746}""", null)]
    [InlineData("""{"createdBy":"dana"}""", null)]
    [InlineData("null", null)]
    public void The_time_of_the_creation_is_read_where_it_is_one(string systemData, string? expected)
    {
        using var document = JsonDocument.Parse(
            $$"""
            {"id":"/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/x",
             "sku":{"name":"Standard_S1","capacity":1},"location":"westeurope","systemData":{{systemData}}}
            """
        );

        Assert.Equal(expected, ResourceJson.Parse(document.RootElement).Resource!.CreatedAt?.ToString("O"));
    }

    [Theory]
    [InlineData(""" "tags":{"team":"\ud800"} """, "a tag that is not valid text")]
    [InlineData(""" "tags":{"\ud800":"chat"} """, "cannot be read")]
    [InlineData(""" "location":"evil.example/" """, "not a region name")]
    public void Invalid_text_is_a_problem_of_the_resource_and_throws_nothing(string part, string expected)
    {
        var json = $$"""
            {"id":"/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/x",
             {{part}},"sku":{"name":"Standard_S1","capacity":1}
            """;
        json += part.Contains("location", StringComparison.Ordinal) ? "}" : ""","location":"westeurope"}""";
        using var document = JsonDocument.Parse(json);

        var (resource, problem) = ResourceJson.Parse(document.RootElement);

        Assert.Null(resource);
        Assert.Contains("/SignalR/x ", problem, StringComparison.Ordinal);
        Assert.Contains(expected, problem, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{}", "no id")]
    [InlineData("[]", "no id")]
    [InlineData(
        """{"id":"/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/g/providers/Microsoft.Web/sites/x"}""",
        "not the id of a SignalR"
    )]
    [InlineData(
        """{"id":"/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/x"}""",
        "no sku"
    )]
    [InlineData(
        """
            {"id":"/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/x",
             "location":"w","sku":{"name":"Standard_S1","capacity":0}}
            """,
        "units are unknown"
    )]
    public void What_cannot_be_understood_is_a_sentence(string json, string part)
    {
        var (resource, problem) = ResourceJson.Parse(JsonDocument.Parse(json).RootElement);

        Assert.Null(resource);
        Assert.Contains(part, problem, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("signalr", "SignalR_ListBySubscription.json", ServiceKind.SignalR, ServiceMode.Serverless)]
    [InlineData("webpubsub", "WebPubSub_ListBySubscription.json", ServiceKind.WebPubSub, ServiceMode.Default)]
    public void The_official_list_is_read(string folder, string file, ServiceKind service, ServiceMode mode)
    {
        var body = SampleFiles.ReadOfficialBody(folder, file);
        var (resource, problem) = ResourceJson.Parse(JsonDocument.Parse(body["value"]![0]!.ToJsonString()).RootElement);

        Assert.Null(problem);
        Assert.Equal((service, mode, "Premium_P1", 1), (resource!.Service, resource.ServiceMode, resource.Sku, resource.Units));
        Assert.Equal(("eastus", "Succeeded", "myResourceGroup"), (resource.Region, resource.ProvisioningState, resource.ResourceGroup));
        Assert.Equal("value1", resource.Tags["key1"]);
        Assert.Equal(new DateTimeOffset(2015, 2, 3, 4, 5, 6, TimeSpan.Zero), resource.CreatedAt);
    }

    [Theory]
    [InlineData("signalr", "SignalR_Get.json")]
    [InlineData("webpubsub", "WebPubSub_Get.json")]
    public void The_official_resource_is_read(string folder, string file)
    {
        var (resource, problem) = ResourceJson.Parse(
            JsonDocument.Parse(SampleFiles.ReadOfficialBody(folder, file).ToJsonString()).RootElement
        );

        Assert.Null(problem);
        Assert.Equal(("Premium_P1", 1), (resource!.Sku, resource.Units));
    }
}
