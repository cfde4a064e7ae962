using System.Text.Json;
using System.Text.Unicode;
using Advisor.Core.Quantities;
using Advisor.Core.Text;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Advisor.Web.Json;

/// <summary>Reads the body of a request as JSON up to a maximum size, and handles any input.</summary>
internal static class JsonBody
{
    /// <summary>Maximum size of a body: 64 KiB.</summary>
    public const int MaxBytes = 64 * 1024;

    private const int MaxShortTextLength = 500;

    /// <returns>The body, to be disposed of; or the response that says why it cannot be read.</returns>
    public static async Task<(JsonDocument? Body, IResult? Refusal)> ReadAsync(HttpRequest request, CancellationToken cancellation)
    {
        if (!request.HasJsonContentType())
        {
            return (
                null,
                ApiProblem.Create(
                    StatusCodes.Status415UnsupportedMediaType,
                    "NotJson",
                    "The body must be JSON: send Content-Type: application/json."
                )
            );
        }

        if (request.HttpContext.Features.Get<IHttpMaxRequestBodySizeFeature>() is { IsReadOnly: false } limit)
        {
            limit.MaxRequestBodySize = MaxBytes;
        }

        try
        {
            using var bytes = new MemoryStream();
            await request.Body.CopyToAsync(bytes, cancellation);
            return Utf8.IsValid(bytes.GetBuffer().AsSpan(0, (int)bytes.Length))
                ? (JsonDocument.Parse(bytes.ToArray()), null)
                : (null, ApiProblem.CreateBadInput("The body is not UTF-8."));
        }
        catch (JsonException e)
        {
            return (null, ApiProblem.CreateBadInput($"The body is not JSON (line {e.LineNumber + 1}, byte {e.BytePositionInLine})."));
        }
        catch (BadHttpRequestException e)
        {
            return (
                null,
                e.StatusCode == StatusCodes.Status413PayloadTooLarge
                    ? ApiProblem.Create(e.StatusCode, "TooLarge", $"The body must have at most {Wording.FormatCount(MaxBytes, "byte")}.")
                    : ApiProblem.CreateBadInput("The body ended too early.")
            );
        }
    }

    /// <summary>Returns the text of an element; null when it is not a string, or an invalid one (half of a surrogate pair).</summary>
    public static string? ReadText(JsonElement element)
    {
        try
        {
            return element.ValueKind == JsonValueKind.String ? element.GetString() : null;
        }
        catch (InvalidOperationException)
        {
            return null;
        }
    }

    /// <summary>Returns a field as plain text of 1 to 500 characters; null when it is missing or anything else.</summary>
    public static string? ReadShortText(JsonElement body, string name) =>
        body.ValueKind == JsonValueKind.Object
        && body.TryGetProperty(name, out var element)
        && ReadText(element) is { } text
        && UntrustedText.Sanitize(text).Trim() is { Length: > 0 and <= MaxShortTextLength } plain
            ? plain
            : null;
}
