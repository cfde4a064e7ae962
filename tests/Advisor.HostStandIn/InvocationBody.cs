using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using Azure.Storage.Queues.Models;

namespace Advisor.HostStandIn;

/// <summary>How strings come in Data: both are seen of the real host.</summary>
public enum StringEncoding
{
    /// <summary>JSON-encoded inside the JSON string.</summary>
    JsonInJson,

    Plain,
}

/// <summary>The bodies that the host posts.</summary>
public static class InvocationBody
{
    // The host escapes a quote as \", not by its code.
    private static readonly JsonSerializerOptions Short = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <param name="now">The time of the schedule that has come.</param>
    public static JsonObject BuildTimer(string binding, string function, DateTimeOffset now, DateTimeOffset? last, bool pastDue) =>
        new()
        {
            ["Data"] = new JsonObject
            {
                [binding] = new JsonObject
                {
                    ["Schedule"] = new JsonObject { ["AdjustForDST"] = true },
                    ["ScheduleStatus"] = new JsonObject
                    {
                        ["Last"] = FormatInstant(last ?? DateTimeOffset.MinValue),
                        ["LastUpdated"] = FormatInstant(last ?? DateTimeOffset.MinValue),
                        ["Next"] = FormatInstant(now),
                    },
                    ["IsPastDue"] = pastDue,
                },
            },
            ["Metadata"] = new JsonObject { ["sys"] = BuildSys(function, now) },
        };

    public static JsonObject BuildQueue(string binding, string function, QueueMessage message, StringEncoding encoding, DateTimeOffset now)
    {
        var metadata = new JsonObject(new JsonNodeOptions { PropertyNameCaseInsensitive = true })
        {
            ["DequeueCount"] = message.DequeueCount.ToString(),
            ["ExpirationTime"] = FormatInstant(message.ExpiresOn!.Value),
            ["Id"] = CreateText(message.MessageId, encoding),
            ["InsertionTime"] = FormatInstant(message.InsertedOn!.Value),
            ["NextVisibleTime"] = FormatInstant(message.NextVisibleOn!.Value),
            ["PopReceipt"] = CreateText(message.PopReceipt, encoding),
            ["sys"] = BuildSys(function, now),
        };

        AddMembers(metadata, message.MessageText, encoding);
        return new()
        {
            ["Data"] = new JsonObject { [binding] = CreateText(message.MessageText, encoding) },
            ["Metadata"] = metadata,
        };
    }

    // The host takes the members of a message for metadata too, over its own of that name, as far as it can (Utility.ApplyBindingData).
    private static void AddMembers(JsonObject metadata, string text, StringEncoding encoding)
    {
        try
        {
            foreach (var (name, value) in JsonNode.Parse(text) as JsonObject ?? [])
            {
                if (value is not null and not JsonArray)
                {
                    metadata[name] = value is JsonObject ? value.DeepClone() : CreateText(value.ToString(), encoding);
                }
            }
        }
        catch (Exception e) when (e is JsonException or ArgumentException or InvalidOperationException)
        {
            // No JSON, or members that cannot be told apart or are no text.
        }
    }

    private static JsonObject BuildSys(string function, DateTimeOffset now) =>
        new()
        {
            ["MethodName"] = function,
            ["UtcNow"] = FormatInstant(now),
            ["RandGuid"] = Guid.NewGuid().ToString(),
        };

    private static JsonValue CreateText(string text, StringEncoding encoding) =>
        JsonValue.Create(encoding == StringEncoding.Plain ? text : JsonValue.Create(text).ToJsonString(Short));

    private static string FormatInstant(DateTimeOffset at) => at.ToString("yyyy-MM-ddTHH:mm:sszzz");
}
