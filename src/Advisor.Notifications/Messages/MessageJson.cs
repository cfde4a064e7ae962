using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Advisor.Notifications.Messages;

/// <summary>JSON as it goes over the wire: compact, and with letters of all languages as themselves.</summary>
internal static class MessageJson
{
    private static readonly JsonSerializerOptions Wire = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>UTF-8 bytes, without a byte order mark.</summary>
    public static byte[] Serialize(JsonNode node) => JsonSerializer.SerializeToUtf8Bytes(node, Wire);

    /// <summary>An array of nodes, those that are null left out.</summary>
    public static JsonArray CreateArray(IEnumerable<JsonNode?> nodes) => new([.. nodes.OfType<JsonNode>()]);
}
