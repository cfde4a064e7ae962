using System.Text.Json;
using System.Text.Json.Serialization;

namespace Advisor.Functions.Invocations;

/// <summary>Response of a function to the host: messages by output binding, and log lines.</summary>
internal sealed record InvocationResponse
{
    /// <summary>Messages by output binding, one per element.</summary>
    [JsonPropertyName("Outputs")]
    public IReadOnlyDictionary<string, IReadOnlyList<string>> Outputs { get; init; } = new Dictionary<string, IReadOnlyList<string>>();

    [JsonPropertyName("Logs")]
    public IReadOnlyList<string> Logs { get; init; } = [];

    /// <summary>Creates a response with one log line.</summary>
    public static InvocationResponse WithLog(string line) => new() { Logs = [line] };

    /// <summary>Returns the response with messages for one more binding; unchanged when there are none.</summary>
    public InvocationResponse AddMessages(string binding, IReadOnlyList<string> messages) =>
        messages.Count == 0
            ? this
            : this with
            {
                Outputs = new Dictionary<string, IReadOnlyList<string>>(Outputs) { [binding] = messages },
            };
}

/// <summary>JSON format of the host: its property names as they are.</summary>
[JsonSerializable(typeof(InvocationResponse))]
[JsonSerializable(typeof(JsonElement))]
[JsonSerializable(typeof(string))]
internal sealed partial class InvocationJson : JsonSerializerContext;
