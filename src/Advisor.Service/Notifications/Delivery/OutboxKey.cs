using System.Text.Json;

namespace Advisor.Service.Notifications.Delivery;

/// <summary>Key of an outbox row, and content of a queue message.</summary>
public sealed record OutboxKey(OutboxKind Kind, string Scope, DateTimeOffset CreatedAt, string Id)
{
    public static OutboxKey FromItem(OutboxItem item) => new(item.Kind, item.Scope, item.CreatedAt, item.Id);

    public string ToJson() => JsonSerializer.Serialize(this, ServiceJsonFormat.Default.OutboxKey);

    /// <summary>Parses a message; the problem says what is wrong with it, and a retry does not help.</summary>
    public static (OutboxKey? Key, string? Problem) Parse(string text)
    {
        try
        {
            return JsonSerializer.Deserialize(text, ServiceJsonFormat.Default.OutboxKey) is { Scope.Length: > 0, Id.Length: > 0 } key
                ? (key, null)
                : (null, "The message names no row: scope and id are needed.");
        }
        catch (JsonException e)
        {
            return (null, $"The message names no row: {e.Message.ReplaceLineEndings(" ")}");
        }
    }
}
