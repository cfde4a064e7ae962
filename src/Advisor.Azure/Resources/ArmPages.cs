using System.Runtime.CompilerServices;
using System.Text.Json;
using Azure;

namespace Advisor.Azure.Resources;

/// <summary>Lists of Resource Manager: <c>{"value":[...],"nextLink":"..."}</c>, page after page.</summary>
internal static class ArmPages
{
    /// <summary>A list whose pages never end is a fault, not a fleet.</summary>
    public const int MaxPages = 1000;

    /// <summary>All elements of all pages. An element lives until the next is asked for.</summary>
    /// <exception cref="InvalidResponseException">A page has no list, or names a next page elsewhere, or pages do not end.</exception>
    public static async IAsyncEnumerable<JsonElement> ReadAsync(
        ArmPipeline arm,
        string path,
        string apiVersion,
        [EnumeratorCancellation] CancellationToken cancellation
    )
    {
        var response = await arm.GetAsync(path, apiVersion, cancellation);
        for (var page = 1; ; page++)
        {
            using var document = JsonDocument.Parse(response.Content.ToMemory());
            foreach (var element in GetElements(document.RootElement, path))
            {
                yield return element;
            }

            if (ResourceJson.GetText(document.RootElement, "nextLink") is not { Length: > 0 } next)
            {
                yield break;
            }

            response = page < MaxPages ? await arm.FollowAsync(next, cancellation) : throw CreateTooManyPagesException(path);
        }
    }

    /// <summary>The elements of one page.</summary>
    /// <exception cref="InvalidResponseException">It has no list: <c>[]</c>, <c>null</c> and <c>{}</c> are no empty lists.</exception>
    public static JsonElement.ArrayEnumerator GetElements(JsonElement page, string path) =>
        ResourceJson.GetChild(page, "value") is { ValueKind: JsonValueKind.Array } value
            ? value.EnumerateArray()
            : throw new InvalidResponseException($"The list {path} came without its 'value': try again later.");

    public static InvalidResponseException CreateTooManyPagesException(string path) =>
        new($"The list {path} does not end after {MaxPages} pages.");
}
