using System.Text.Json;
using Advisor.Azure.Resilience;
using Advisor.Azure.Resources;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Fleet;
using Advisor.Service.Costs;
using Azure;

namespace Advisor.Azure.Costs;

/// <summary>Reads the Query API of Cost Management, one query a subscription.</summary>
internal sealed class ActualCostReader(AzureCalls calls, ArmPipeline arm) : ICostReader
{
    /// <summary>Role that permits the query.</summary>
    public const string Role = "Cost Management Reader";

    private const string ApiVersion = "2023-11-01";

    public Task<CostAnswer> ReadAsync(string subscription, CostWindow window, CancellationToken cancellation)
    {
        var id = $"/subscriptions/{subscription}";

        // Limits and circuit of its own: Cost Management throttles early, and resources must be read all the same.
        return calls.ReadAsync(
            CallName.QueryCosts,
            new CallTarget(arm.Host + " costs", subscription),
            async token => new CostAnswer(await ReadPagesAsync($"{id}/providers/Microsoft.CostManagement/query", window, token), null),
            fault => new CostAnswer([], Describe(id, fault)),
            cancellation
        );
    }

    // A missing role is a 401 here, with a code of its own. An agreement whose costs this API does not have is refused with 400, 404 or
    // 422, of which the message of Azure tells more.
    private static FleetFailure Describe(string id, Exception exception)
    {
        if (
            exception is RequestFailedException { Status: 401 } refused
            && ErrorBody.FromException(refused) is { Code: "RBACAccessDenied" } error
        )
        {
            return new FleetFailure(
                id,
                FailureCode.Forbidden,
                $"No permission to read the costs of {id} (401{error.CodeSuffix}): grant {Role} on the subscription; a new grant takes "
                    + "a few minutes to take effect."
            );
        }

        var failure = AzureFailures.Describe($"the costs of {id}", exception, $"{Role} on the subscription");
        return failure.Code is FailureCode.Invalid or FailureCode.NotFound
            ? failure with
            {
                Text = failure.Text + " Where Cost Management has no costs of this agreement, set costs: estimate.",
            }
            : failure;
    }

    private async Task<IReadOnlyList<ActualCostRow>> ReadPagesAsync(string path, CostWindow window, CancellationToken cancellation)
    {
        var body = CostQuery.Create(window);
        var (rows, links) = (new List<ActualCostRow>(), new PageLinks(path));
        var response = await arm.PostAsync($"{path}?api-version={ApiVersion}", body, cancellation, CostQuery.Client);
        while (true)
        {
            using var document = JsonDocument.Parse(response.Content.ToMemory());
            var properties = ResourceJson.GetChild(document.RootElement, "properties");
            rows.AddRange(CostTable.Read(properties, path));
            if (ResourceJson.GetText(properties, "nextLink") is not { Length: > 0 } next)
            {
                return rows;
            }

            response = await arm.PostAsync(links.Add(next), body, cancellation, CostQuery.Client);
        }
    }
}
