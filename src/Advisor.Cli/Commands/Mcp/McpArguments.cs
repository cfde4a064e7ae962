using System.Text.Json;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Mcp;

/// <summary>Turns the arguments of a call into options of a command line; whether a value is valid is for the command to say.</summary>
internal static class McpArguments
{
    /// <returns>The options, each as one word, so that no value is read as an option; or the problem, as a sentence.</returns>
    public static (IReadOnlyList<string> Options, string? Problem) Read(McpTool tool, IDictionary<string, JsonElement> arguments)
    {
        // Some assistants send every argument, null where they have none.
        var given = arguments.Where(one => one.Value.ValueKind != JsonValueKind.Null).ToDictionary();
        var options = new List<string>();
        foreach (var (name, value) in given)
        {
            if (tool.Arguments.FirstOrDefault(argument => argument.Name == name) is not { } argument)
            {
                var known = string.Join(", ", tool.Arguments.Select(one => one.Name));
                return ([], $"{tool.Name} has no argument '{UntrustedText.Sanitize(name)}'; it has {known}.");
            }

            JsonElement[] values = value.ValueKind == JsonValueKind.Array ? [.. value.EnumerateArray()] : [value];
            if (Array.Exists(values, one => one.ValueKind is not (JsonValueKind.String or JsonValueKind.Number)))
            {
                return ([], $"{name} must be text or a number, or a list of them.");
            }

            options.AddRange(values.Select(one => $"{argument.Option}={Format(one)}"));
        }

        return tool.Arguments.FirstOrDefault(argument => argument.IsRequired && !given.ContainsKey(argument.Name)) is { } missing
            ? ([], $"{tool.Name} requires {missing.Name}.")
            : (options, null);
    }

    // An assistant writes 5000 as 5000.0 or 5e3 too, which no option reads.
    private static string Format(JsonElement value) =>
        value.ValueKind == JsonValueKind.Number && value.TryGetDecimal(out var number)
            ? number.ToString("0.############################")
            : value.ToString();
}
