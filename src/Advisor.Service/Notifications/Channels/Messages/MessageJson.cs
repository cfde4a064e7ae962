using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Advisor.Service.Notifications.Channels.Messages;

/// <summary>Serializes JSON for requests: compact, with non-ASCII letters unescaped.</summary>
internal static class MessageJson
{
    private static readonly JsonSerializerOptions Wire = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Returns UTF-8 bytes, without a byte order mark.</summary>
    public static byte[] Serialize(JsonNode node) => Encoding.UTF8.GetBytes(node.ToJsonString(Wire));

    /// <summary>Formats "2026-03-02T14:05:00.000Z".</summary>
    public static string FormatTime(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'");

    /// <summary>Removes the members of an object that are null, and returns it.</summary>
    public static JsonObject DropNulls(JsonObject node)
    {
        foreach (var (name, _) in node.Where(member => member.Value is null).ToList())
        {
            node.Remove(name);
        }

        return node;
    }

    /// <summary>Creates an array of nodes without those that are null.</summary>
    public static JsonArray CreateArray(IEnumerable<JsonNode?> nodes) => new([.. nodes.OfType<JsonNode>()]);
}
