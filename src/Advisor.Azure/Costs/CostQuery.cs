using System.Text.Json;
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

    /// <summary>Returns the body, JSON in UTF-8.</summary>
    public static byte[] Create(CostWindow window)
    {
        using var stream = new MemoryStream();
        using (var writer = new Utf8JsonWriter(stream))
        {
            writer.WriteStartObject();
            writer.WriteString("type", "ActualCost");
            writer.WriteString("timeframe", "Custom");
            writer.WriteStartObject("timePeriod");
            writer.WriteString("from", $"{window.From:yyyy-MM-dd}T00:00:00Z");
            writer.WriteString("to", $"{window.To:yyyy-MM-dd}T23:59:59Z");
            writer.WriteEndObject();
            writer.WriteStartObject("dataset");
            writer.WriteString("granularity", "Daily");
            writer.WriteStartObject("aggregation");
            WriteSum(writer, "totalCost", CostTable.Cost);
            WriteSum(writer, "totalQuantity", CostTable.Quantity);
            writer.WriteEndObject();
            WriteGroupings(writer);
            WriteFilter(writer);
            writer.WriteEndObject();
            writer.WriteEndObject();
        }

        return stream.ToArray();
    }

    private static void WriteSum(Utf8JsonWriter writer, string name, string column)
    {
        writer.WriteStartObject(name);
        writer.WriteString("name", column);
        writer.WriteString("function", "Sum");
        writer.WriteEndObject();
    }

    private static void WriteGroupings(Utf8JsonWriter writer)
    {
        writer.WriteStartArray("grouping");
        foreach (var grouping in Groupings)
        {
            writer.WriteStartObject();
            writer.WriteString("type", "Dimension");
            writer.WriteString("name", grouping);
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
    }

    private static void WriteFilter(Utf8JsonWriter writer)
    {
        writer.WriteStartObject("filter");
        writer.WriteStartObject("dimensions");
        writer.WriteString("name", "ResourceType");
        writer.WriteString("operator", "In");
        writer.WriteStartArray("values");
        foreach (var type in Types)
        {
            writer.WriteStringValue(type);
            writer.WriteStringValue(type + "/replicas");
        }

        writer.WriteEndArray();
        writer.WriteEndObject();
        writer.WriteEndObject();
    }
}
