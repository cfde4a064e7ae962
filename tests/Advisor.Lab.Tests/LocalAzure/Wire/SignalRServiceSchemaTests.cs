using System.Net;
using System.Text.Json.Nodes;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Tests;

namespace Advisor.Lab.Tests.LocalAzure.Wire;

/// <summary>Answers about resources against the schema of Microsoft.SignalRService beside this file, as a strict client reads.</summary>
public sealed class SignalRServiceSchemaTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    public static bool AjvIsPresent => Ajv.IsPresent;

    public void Dispose() => folder.Dispose();

    [Theory(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    [InlineData("signalR", "{premium}")]
    [InlineData("webPubSub", "{live}")]
    [InlineData("signalRList", "{sub}/providers/Microsoft.SignalRService/signalR")]
    [InlineData("webPubSubList", "{sub}/resourceGroups/advisor-local/providers/Microsoft.SignalRService/webPubSub")]
    [InlineData("offeredList", "{premium}/skus")]
    [InlineData("offeredList", "{live}/skus")]
    [InlineData("usageList", "{sub}/providers/Microsoft.SignalRService/locations/westeurope/usages")]
    [InlineData("replicaList", "{premium}/replicas")]
    [InlineData("replica", "{premium}/replicas/east")]
    [InlineData("error", "{premium}-absent")]
    public async Task An_answer_is_as_the_schema_says(string definition, string path)
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);

        var answer = await client.GetSampleAsync(path);

        Assert.Equal(definition == "error" ? HttpStatusCode.NotFound : HttpStatusCode.OK, answer.Status);
        var (code, output) = await ValidateAsync(definition, answer.Text);
        Assert.True(code == 0, output);
    }

    [Fact(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    public async Task A_change_and_its_refusal_are_as_the_schema_says()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        var id = azure.GetResource("premium-autoscale").Id;

        var refused = await client.PatchAsync(id, """{"sku":{"capacity":11}}""");
        var accepted = await client.PatchAsync(id, """{"sku":{"capacity":5}}""");
        var changing = await client.GetAsync(id);

        Assert.Equal((HttpStatusCode.BadRequest, HttpStatusCode.Accepted), (refused.Status, accepted.Status));
        var (code, output) = await ValidateAsync("error", refused.Text);
        Assert.True(code == 0, output);
        (code, output) = await ValidateAsync("signalR", changing.Text);
        Assert.True(code == 0, output);
    }

    [Fact(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    public async Task A_field_that_the_schema_does_not_name_is_refused()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        var answer = await client.GetJsonAsync(azure.GetResource("premium-autoscale").Id);
        answer["properties"]!["units"] = 5;

        Assert.NotEqual(0, (await ValidateAsync("signalR", answer.ToJsonString())).Code);
    }

    private static Task<LocalAzureHost> StartAsync() =>
        LocalAzureHost.StartAsync(
            new LocalAzureOptions
            {
                Resources =
                [
                    .. LocalScenario.Ten.Select(spec =>
                        spec.Name == "premium-autoscale" ? spec with { Replicas = [new LocalReplicaSpec("east", "eastus")] } : spec
                    ),
                ],
            },
            TestContext.Current.CancellationToken
        );

    private async Task<(int Code, string Output)> ValidateAsync(string definition, string answer)
    {
        var schema = JsonNode.Parse(
            await File.ReadAllTextAsync(
                RepositoryFiles.GetPath("tests", "Advisor.Lab.Tests", "LocalAzure", "Wire", "signalr-service-2024-03-01.schema.json"),
                TestContext.Current.CancellationToken
            )
        )!;
        schema["$ref"] = "#/definitions/" + definition;
        return await Ajv.ValidateAsync(folder.Write("schema.json", schema.ToJsonString()), folder.Write("answer.json", answer));
    }
}
