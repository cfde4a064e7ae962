using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

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

    public static JsonObject Timer(
        string binding,
        string function,
        DateTimeOffset now,
        DateTimeOffset? last,
        DateTimeOffset? next,
        bool pastDue
    ) =>
        new()
        {
            ["Data"] = new JsonObject
            {
                [binding] = new JsonObject
                {
                    ["Schedule"] = new JsonObject { ["AdjustForDST"] = true },
                    ["ScheduleStatus"] = next is null
                        ? null
                        : new JsonObject
                        {
                            ["Last"] = Instant(last ?? DateTimeOffset.MinValue),
                            ["LastUpdated"] = Instant(last ?? DateTimeOffset.MinValue),
                            ["Next"] = Instant(next.Value),
                        },
                    ["IsPastDue"] = pastDue,
                },
            },
            ["Metadata"] = new JsonObject { ["sys"] = Sys(function, now) },
        };

    public static JsonObject Queue(string binding, string function, QueueMessage message, StringEncoding encoding, DateTimeOffset now) =>
        new()
        {
            ["Data"] = new JsonObject { [binding] = Text(message.Text, encoding) },
            ["Metadata"] = new JsonObject
            {
                ["DequeueCount"] = Text(message.DequeueCount.ToString(CultureInfo.InvariantCulture), StringEncoding.Plain),
                ["ExpirationTime"] = Text(Instant(message.ExpiresAt), encoding),
                ["Id"] = Text(message.Id, encoding),
                ["InsertionTime"] = Text(Instant(message.InsertedAt), encoding),
                ["NextVisibleTime"] = Text(Instant(message.NextVisibleAt), encoding),
                ["PopReceipt"] = Text(message.PopReceipt, encoding),
                ["sys"] = Sys(function, now),
            },
        };

    private static JsonObject Sys(string function, DateTimeOffset now) =>
        new()
        {
            ["MethodName"] = function,
            ["UtcNow"] = Instant(now),
            ["RandGuid"] = Guid.NewGuid().ToString(),
        };

    private static JsonValue Text(string text, StringEncoding encoding) =>
        JsonValue.Create(encoding == StringEncoding.Plain ? text : JsonSerializer.Serialize(text, Short));

    private static string Instant(DateTimeOffset at) => at.ToString("yyyy-MM-ddTHH:mm:sszzz", CultureInfo.InvariantCulture);
}
