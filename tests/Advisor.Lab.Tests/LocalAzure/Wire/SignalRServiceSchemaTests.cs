using System.Net;
using System.Text.Json.Nodes;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Tests;

namespace Advisor.Lab.Tests.LocalAzure.Wire;

/// <summary>Answers about resources against the schema of Microsoft.SignalRService beside this file, as a strict client reads.</summary>
public sealed class SignalRServiceSchemaTests
{
    private static readonly (string Definition, string Path)[] Asked =
    [
        ("signalR", "{premium}"),
        ("webPubSub", "{live}"),
        ("signalRList", "{sub}/providers/Microsoft.SignalRService/signalR"),
        ("webPubSubList", "{sub}/resourceGroups/advisor-local/providers/Microsoft.SignalRService/webPubSub"),
        ("offeredList", "{premium}/skus"),
        ("offeredList", "{live}/skus"),
        ("usageList", "{sub}/providers/Microsoft.SignalRService/locations/westeurope/usages"),
        ("replicaList", "{premium}/replicas"),
        ("replica", "{premium}/replicas/east"),
        ("error", "{premium}-absent"),
    ];

    public static bool AjvIsPresent => Ajv.IsPresent;

    [Fact(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    public async Task Every_answer_is_as_the_schema_says_and_a_field_that_the_schema_does_not_name_is_refused()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        var answers = new List<(string Definition, string Path, JsonNode Answer)>();
        foreach (var (definition, path) in Asked)
        {
            var answer = await client.GetSampleAsync(path);
            Assert.Equal((path, definition == "error" ? HttpStatusCode.NotFound : HttpStatusCode.OK), (path, answer.Status));
            answers.Add((definition, path, answer.Json));
        }

        var id = azure.GetResource("premium-autoscale").Id;
        var refused = await client.PatchAsync(id, """{"sku":{"capacity":11}}""");
        var accepted = await client.PatchAsync(id, """{"sku":{"capacity":5}}""");
        Assert.Equal((HttpStatusCode.BadRequest, HttpStatusCode.Accepted), (refused.Status, accepted.Status));
        answers.Add(("error", "a change that is refused", refused.Json));
        answers.Add(("signalR", "a resource that changes", await client.GetJsonAsync(id)));
        var planted = await client.GetJsonAsync(id);
        planted["properties"]!["units"] = 5;
        answers.Add(("signalR", "planted", planted));

        var schema = RepositoryFiles.GetPath("tests", "Advisor.Lab.Tests", "LocalAzure", "Wire", "signalr-service-2024-03-01.schema.json");
        var complaints = await Ajv.ListComplaintsAsync([.. answers.Select(it => (schema, (string?)it.Definition, (JsonNode?)it.Answer))]);

        Assert.All(answers.SkipLast(1).Zip(complaints), it => Assert.Equal((it.First.Path, ""), (it.First.Path, it.Second)));
        Assert.Contains("\"additionalProperty\": \"units\"", complaints[^1], StringComparison.Ordinal);
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
}
