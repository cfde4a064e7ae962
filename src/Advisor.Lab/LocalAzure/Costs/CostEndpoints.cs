using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Wire;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Lab.LocalAzure.Costs;

/// <summary>
/// The Query API of Cost Management for the one question that is asked of it: actual cost and quantity by day, resource and meter. The form
/// is Azure's; the bill is that of this loopback Azure, in USD, and states a day once it is over for a day.
/// </summary>
internal sealed class CostEndpoints(LocalFleet fleet, LocalAzureOptions options)
{
    // The smallest page is a few rows, so that a test can have several.
    private const int RowsPerResource = 10;

    private static readonly TimeSpan Delay = TimeSpan.FromDays(1);
    private static readonly string[] Actions = ["Microsoft.CostManagement/query/action", "Microsoft.CostManagement/query/read"];

    public void Map(IEndpointRouteBuilder routes) =>
        routes.MapArm("POST", ArmRoutes.Subscription + "/providers/Microsoft.CostManagement/query", CallKind.Costs, fleet, AnswerAsync);

    private async Task AnswerAsync(HttpContext http)
    {
        if (!Actions.Any(IsPermitted))
        {
            // Cost Management answers 401 where others answer 403.
            await new ArmError(401, "RBACAccessDenied", "The client does not have authorization to perform action.").WriteAsync(http);
            return;
        }

        var query = await ReadAsync(http);
        if (query is null)
        {
            await ArmError.Invalid("BadRequest", "Invalid query definition.").WriteAsync(http);
            return;
        }

        var rows = ListRows(query.Value.From, query.Value.To).ToList();
        _ = int.TryParse(http.Request.Query["$skiptoken"], out var skip);
        var page = rows.Skip(skip).Take(options.PageSize * RowsPerResource).ToArray<JsonNode>();
        var next = skip + page.Length < rows.Count ? BuildNext(http, skip + page.Length) : null;
        await http.WriteJsonAsync(BuildAnswer(page, next));
    }

    private bool IsPermitted(string action) =>
        options.PermittedActions.Any(pattern =>
            Regex.IsMatch(
                action,
                "^" + Regex.Escape(pattern).Replace("\\*", ".*", StringComparison.Ordinal) + "$",
                RegexOptions.IgnoreCase | RegexOptions.NonBacktracking
            )
        );

    // Only the form of the one query is known; another one is refused, not answered wrongly.
    private static async Task<(DateOnly From, DateOnly To)?> ReadAsync(HttpContext http)
    {
        try
        {
            var body = await JsonNode.ParseAsync(http.Request.Body, cancellationToken: http.RequestAborted);
            var dataset = body!["dataset"]!;
            var groupings = dataset["grouping"]!.AsArray().Select(grouping => (string)grouping!["name"]!);
            var sums = dataset["aggregation"]!.AsObject().Select(sum => (string)sum.Value!["name"]!);
            return
                (string?)body["type"] == "ActualCost"
                && (string?)body["timeframe"] == "Custom"
                && (string?)dataset["granularity"] == "Daily"
                && groupings.SequenceEqual(["ResourceId", "Meter"])
                && sums.SequenceEqual(["Cost", "UsageQuantity"])
                ? (ParseDay(body["timePeriod"]!["from"]), ParseDay(body["timePeriod"]!["to"]))
                : null;
        }
        catch (Exception e) when (e is JsonException or NullReferenceException or InvalidOperationException or FormatException)
        {
            return null;
        }
    }

    private static DateOnly ParseDay(JsonNode? instant) => DateOnly.FromDateTime(((DateTimeOffset)instant!).UtcDateTime);

    private IEnumerable<JsonArray> ListRows(DateOnly from, DateOnly to)
    {
        var bill = new LocalBill(options.Billing);
        var last = DateOnly.FromDateTime((fleet.Clock.Now - Delay).UtcDateTime).AddDays(-1);
        var resources = fleet.All.ToList();
        for (var day = from; day <= to && day <= last; day = day.AddDays(1))
        {
            foreach (var charge in resources.SelectMany(resource => bill.List(resource, day)))
            {
                yield return new JsonArray(
                    charge.Cost,
                    charge.Quantity,
                    (charge.Day.Year * 10_000) + (charge.Day.Month * 100) + charge.Day.Day,
                    charge.ResourceId,
                    charge.Meter,
                    "USD"
                );
            }
        }
    }

    private JsonObject BuildAnswer(JsonNode[] rows, string? next)
    {
        const string name = "00000000-0000-4000-8000-00000000c057";
        return new()
        {
            ["id"] = $"subscriptions/{fleet.SubscriptionId}/providers/Microsoft.CostManagement/query/{name}",
            ["name"] = name,
            ["type"] = "Microsoft.CostManagement/query",
            ["location"] = null,
            ["sku"] = null,
            ["eTag"] = null,
            ["properties"] = new JsonObject
            {
                ["nextLink"] = next,
                ["columns"] = new JsonArray(
                    BuildColumn("Cost", "Number"),
                    BuildColumn("UsageQuantity", "Number"),
                    BuildColumn("UsageDate", "Number"),
                    BuildColumn("ResourceId", "String"),
                    BuildColumn("Meter", "String"),
                    BuildColumn("Currency", "String")
                ),
                ["rows"] = new JsonArray(rows),
            },
        };
    }

    private static JsonNode BuildColumn(string name, string type) => new JsonObject { ["name"] = name, ["type"] = type };

    private static string BuildNext(HttpContext http, int skip) =>
        http.ToAbsoluteUrl($"{http.Request.Path}?api-version={Uri.EscapeDataString(http.GetApiVersion())}&$skiptoken={skip}");
}
