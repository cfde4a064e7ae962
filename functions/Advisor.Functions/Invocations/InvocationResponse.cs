using System.Text.Json.Serialization;

namespace Advisor.Functions.Invocations;

/// <summary>
/// What a function hands back to the host: messages by the names of output bindings, lines for the log, a value for <c>$return</c>.
/// </summary>
internal sealed record InvocationResponse
{
    public static InvocationResponse Nothing { get; } = new();

    /// <summary>One message for each element.</summary>
    [JsonPropertyName("Outputs")]
    public IReadOnlyDictionary<string, IReadOnlyList<string>> Outputs { get; init; } = new Dictionary<string, IReadOnlyList<string>>();

    [JsonPropertyName("Logs")]
    public IReadOnlyList<string> Logs { get; init; } = [];

    [JsonPropertyName("ReturnValue")]
    public string? ReturnValue { get; init; }

    /// <summary>An answer with one line for the log.</summary>
    public static InvocationResponse WithLog(string line) => new() { Logs = [line] };

    /// <summary>The answer with messages for one more binding; none where there are none.</summary>
    public InvocationResponse AddMessages(string binding, IReadOnlyList<string> messages) =>
        messages.Count == 0
            ? this
            : this with
            {
                Outputs = new Dictionary<string, IReadOnlyList<string>>(Outputs) { [binding] = messages },
            };
}

/// <summary>Written with the names that the host reads.</summary>
[JsonSerializable(typeof(InvocationResponse))]
internal sealed partial class InvocationJson : JsonSerializerContext;
