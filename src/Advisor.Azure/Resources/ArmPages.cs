using System.Runtime.CompilerServices;
using System.Text.Json;

namespace Advisor.Azure.Resources;

/// <summary>Reads lists of Resource Manager page by page: <c>{"value":[...],"nextLink":"..."}</c>.</summary>
internal static class ArmPages
{
    /// <summary>Maximum number of pages; more are a fault of the service.</summary>
    public const int MaxPages = 1000;

    /// <summary>Enumerates the elements of all pages. An element is valid until the next is requested.</summary>
    /// <exception cref="InvalidResponseException">
    /// A page has no list, or a next page outside of the endpoint, or there are too many pages.
    /// </exception>
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

    /// <summary>Returns the elements of one page.</summary>
    /// <exception cref="InvalidResponseException">
    /// The page has no list: <c>[]</c>, <c>null</c> and <c>{}</c> are not empty lists.
    /// </exception>
    public static JsonElement.ArrayEnumerator GetElements(JsonElement page, string path) =>
        ResourceJson.GetChild(page, "value") is { ValueKind: JsonValueKind.Array } value
            ? value.EnumerateArray()
            : throw new InvalidResponseException($"The list {path} came without its 'value': try again later.");

    public static InvalidResponseException CreateTooManyPagesException(string path) =>
        new($"The list {path} does not end after {MaxPages} pages.");
}
