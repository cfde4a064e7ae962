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

    public static JsonObject BuildTimer(
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
                            ["Last"] = FormatInstant(last ?? DateTimeOffset.MinValue),
                            ["LastUpdated"] = FormatInstant(last ?? DateTimeOffset.MinValue),
                            ["Next"] = FormatInstant(next.Value),
                        },
                    ["IsPastDue"] = pastDue,
                },
            },
            ["Metadata"] = new JsonObject { ["sys"] = BuildSys(function, now) },
        };

    public static JsonObject BuildQueue(
        string binding,
        string function,
        QueueMessage message,
        StringEncoding encoding,
        DateTimeOffset now
    ) =>
        new()
        {
            ["Data"] = new JsonObject { [binding] = CreateText(message.MessageText, encoding) },
            ["Metadata"] = new JsonObject
            {
                ["DequeueCount"] = CreateText(message.DequeueCount.ToString(), StringEncoding.Plain),
                ["ExpirationTime"] = CreateText(FormatInstant(message.ExpiresOn!.Value), encoding),
                ["Id"] = CreateText(message.MessageId, encoding),
                ["InsertionTime"] = CreateText(FormatInstant(message.InsertedOn!.Value), encoding),
                ["NextVisibleTime"] = CreateText(FormatInstant(message.NextVisibleOn!.Value), encoding),
                ["PopReceipt"] = CreateText(message.PopReceipt, encoding),
                ["sys"] = BuildSys(function, now),
            },
        };

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
