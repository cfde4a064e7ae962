using System.Text.Json;

namespace Advisor.HostStandIn;

/// <summary>What an invocation came to.</summary>
/// <param name="Succeeded">Whether the answer was 200 with a body that the host can use.</param>
/// <param name="Outputs">Messages by the names of output bindings.</param>
/// <param name="Problem">Why it failed; null where it did not.</param>
public sealed record InvocationOutcome(
    string Function,
    bool Succeeded,
    IReadOnlyDictionary<string, IReadOnlyList<string>> Outputs,
    IReadOnlyList<string> Logs,
    string? ReturnValue,
    string? Problem
)
{
    public static InvocationOutcome Failed(string function, string problem) =>
        new(function, false, new Dictionary<string, IReadOnlyList<string>>(), [], null, problem);

    /// <summary>Reads an answer as the host does.</summary>
    public static InvocationOutcome Read(string function, int status, string? mediaType, string body)
    {
        if (status != 200)
        {
            return Failed(function, $"The answer was {status}: {body}");
        }

        if (mediaType != "application/json")
        {
            return Failed(function, $"The answer is {mediaType ?? "of no type"}, not application/json.");
        }

        try
        {
            using var document = JsonDocument.Parse(body);
            var root = document.RootElement;
            var outputs = FindMember(root, "Outputs") is { ValueKind: JsonValueKind.Object } given
                ? given.EnumerateObject().ToDictionary(output => output.Name, output => ReadMessages(output.Value))
                : [];
            var logs = FindMember(root, "Logs") is { ValueKind: JsonValueKind.Array } lines
                ? lines.EnumerateArray().Select(ReadText).ToList()
                : [];
            return new InvocationOutcome(
                function,
                true,
                outputs,
                logs,
                FindMember(root, "ReturnValue") is { ValueKind: not JsonValueKind.Null } value ? ReadText(value) : null,
                null
            );
        }
        catch (JsonException e)
        {
            return Failed(function, $"The answer is not JSON: {e.Message}");
        }
    }

    private static JsonElement? FindMember(JsonElement root, string name) =>
        root.ValueKind == JsonValueKind.Object && root.TryGetProperty(name, out var value) ? value : null;

    // An array is one message for each element.
    private static IReadOnlyList<string> ReadMessages(JsonElement value) =>
        value.ValueKind switch
        {
            JsonValueKind.Array => [.. value.EnumerateArray().Select(ReadText)],
            JsonValueKind.Null => [],
            _ => [ReadText(value)],
        };

    private static string ReadText(JsonElement value) => value.ValueKind == JsonValueKind.String ? value.GetString()! : value.GetRawText();
}
