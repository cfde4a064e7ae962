using System.Text.Json;
using System.Text.Json.Nodes;
using Advisor.Azure.Resilience;
using Azure;

namespace Advisor.Azure.Resources;

/// <summary>Azure Resource Graph: an index over all subscriptions that the sign-in can read. Its answers may be minutes old.</summary>
internal sealed class ResourceGraph(AzureCalls calls, ArmPipeline arm)
{
    public const string Path = "/providers/Microsoft.ResourceGraph/resources";

    private const string ApiVersion = "2021-03-01";

    /// <summary>Maximum rows of a page.</summary>
    private const int MaxRows = 1000;

    /// <summary>Header of an answer that covers the first 10,000 subscriptions only.</summary>
    private const string LimitHeader = "x-ms-tenant-subscription-limit-hit";

    private const string Query =
        "resources | where type in~ ('microsoft.signalrservice/signalr', 'microsoft.signalrservice/webpubsub') "
        + "| distinct subscriptionId | order by subscriptionId asc";

    /// <summary>
    /// Returns the ids of the subscriptions with SignalR or Web PubSub resources: those of a management group and the groups below, or with
    /// null all readable ones. A page is read once and not retried, since the caller has another way to find them.
    /// </summary>
    public async Task<IReadOnlyList<string>> ListSubscriptionsAsync(string? group, CancellationToken cancellation)
    {
        // A limit and a circuit of its own: a failing index must not stop the calls of Resource Manager.
        var target = new CallTarget(arm.Host + Path, string.Empty);
        var (found, links) = (new List<string>(), new PageLinks(Path));
        string? token = null;
        while (true)
        {
            using var answer = await calls.SendOnceAsync(
                CallName.QueryResourceGraph,
                target,
                async cancel => ParsePage(await arm.PostAsync($"{Path}?api-version={ApiVersion}", CreateBody(group, token), cancel)),
                cancellation
            );
            found.AddRange(ReadPage(answer.RootElement));
            if (ResourceJson.GetText(answer.RootElement, "$skipToken") is not { Length: > 0 } next)
            {
                return found;
            }

            token = links.Add(next);
        }
    }

    private static JsonDocument ParsePage(Response response) =>
        response.Headers.TryGetValue(LimitHeader, out var isHit) && string.Equals(isHit, "true", StringComparison.OrdinalIgnoreCase)
            ? throw new InvalidResponseException("Resource Graph left out subscriptions: there are more than it searches.")
            : JsonDocument.Parse(response.Content.ToMemory());

    private static IEnumerable<string> ReadPage(JsonElement page)
    {
        // A truncated answer without a token to continue lacks rows.
        var isTruncated = string.Equals(ResourceJson.GetText(page, "resultTruncated"), "true", StringComparison.OrdinalIgnoreCase);
        return isTruncated && ResourceJson.GetText(page, "$skipToken") is not { Length: > 0 }
            ? throw new InvalidResponseException("Resource Graph left out a part of its answer.")
            : ArmPages
                .GetElements(page, Path, "data")
                .Select(row =>
                    ResourceJson.GetText(row, "subscriptionId") is { } id && ScopeProblems.IsSubscriptionId(id)
                        ? id
                        : throw new InvalidResponseException("Resource Graph answered with a row without a subscription id.")
                )
                .ToList();
    }

    private static JsonObject CreateBody(string? group, string? skipToken)
    {
        var body = new JsonObject { ["query"] = Query };
        if (group is not null)
        {
            body["managementGroups"] = new JsonArray(group);
        }

        var options = new JsonObject { ["$top"] = MaxRows };
        if (skipToken is not null)
        {
            options["$skipToken"] = skipToken;
        }

        options["resultFormat"] = "objectArray";
        body["options"] = options;
        return body;
    }
}
