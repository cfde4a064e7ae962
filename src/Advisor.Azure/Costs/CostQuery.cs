using System.Text.Json.Nodes;
using Advisor.Azure.Resources;
using Advisor.Core.Capacity.Costs;

namespace Advisor.Azure.Costs;

/// <summary>Request of the Query API: the actual cost and the quantity by resource, day and meter.</summary>
internal static class CostQuery
{
    /// <summary>
    /// Header that gives this program a quota of its own; without it, it shares that of all callers of the tenant that state none.
    /// </summary>
    public static (string Name, string Value) Client { get; } = ("ClientType", "advisor");

    // Types of a resource as costs name them: in lower case.
    private static readonly string[] Types = ["microsoft.signalrservice/signalr", "microsoft.signalrservice/webpubsub"];

    // Azure takes at most two aggregations and two groupings; the day comes with the granularity.
    private static readonly string[] Groupings = ["ResourceId", "Meter"];

    public static JsonObject Create(CostWindow window) =>
        new()
        {
            ["type"] = "ActualCost",
            ["timeframe"] = "Custom",
            ["timePeriod"] = new JsonObject
            {
                ["from"] = $"{window.From:yyyy-MM-dd}T00:00:00Z",
                ["to"] = $"{window.To:yyyy-MM-dd}T23:59:59Z",
            },
            ["dataset"] = new JsonObject
            {
                ["granularity"] = "Daily",
                ["aggregation"] = new JsonObject
                {
                    ["totalCost"] = CreateSum(CostTable.Cost),
                    ["totalQuantity"] = CreateSum(CostTable.Quantity),
                },
                ["grouping"] = new JsonArray([.. Groupings.Select(name => new JsonObject { ["type"] = "Dimension", ["name"] = name })]),
                ["filter"] = new JsonObject
                {
                    ["dimensions"] = new JsonObject
                    {
                        ["name"] = "ResourceType",
                        ["operator"] = "In",
                        ["values"] = new JsonArray([.. Types.SelectMany(type => new JsonNode[] { type, type + ServiceTypes.Replicas })]),
                    },
                },
            },
        };

    private static JsonObject CreateSum(string column) => new() { ["name"] = column, ["function"] = "Sum" };
}
