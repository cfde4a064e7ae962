using System.Text.Json;
using Advisor.Azure.Resources;
using Advisor.Core.Text;
using Azure;

namespace Advisor.Azure;

/// <summary>Error in a response of Azure: <c>{"error":{"code","message","details":[{"code","message"}]}}</c>.</summary>
/// <param name="Code">Error code; empty if there is none.</param>
/// <param name="Message">Error message, redacted for display.</param>
/// <param name="AllCodes">Code of the error and those of its details: a lock or a policy may be named only there.</param>
/// <param name="FullMessage">Original message, for parsing; never displayed.</param>
internal sealed record ErrorBody(string Code, string Message, IReadOnlyList<string> AllCodes, string FullMessage)
{
    public string CodeSuffix => Code.Length == 0 ? string.Empty : $" {UntrustedText.Redact(Code)}";

    public static ErrorBody FromException(RequestFailedException failed)
    {
        var body = TryRead(failed.GetRawResponse());
        return body
            ?? new ErrorBody(failed.ErrorCode ?? string.Empty, "Azure gave no reason.", [failed.ErrorCode ?? string.Empty], string.Empty);
    }

    private static ErrorBody? TryRead(Response? response)
    {
        try
        {
            if (response?.ContentStream is null)
            {
                return null;
            }

            using var document = JsonDocument.Parse(response.Content.ToMemory());
            return document.RootElement.ValueKind == JsonValueKind.Object ? Parse(document.RootElement) : null;
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException)
        {
            return null;
        }
    }

    private static ErrorBody Parse(JsonElement root)
    {
        var error = ResourceJson.GetChild(root, "error") is { ValueKind: JsonValueKind.Object } inner ? inner : root;
        var message = ResourceJson.GetText(error, "message") ?? "";
        string[] codes =
        [
            .. ResourceJson.ListItems(error, "details").Prepend(error).Select(one => ResourceJson.GetText(one, "code") ?? ""),
        ];
        return new ErrorBody(codes[0], UntrustedText.Redact(message), codes, message);
    }
}
