using System.Runtime.CompilerServices;
using System.Text.Json;

namespace Advisor.Azure.Resources;

/// <summary>Reads lists page by page; those of Resource Manager are <c>{"value":[...],"nextLink":"..."}</c>.</summary>
internal static class ArmPages
{
    /// <summary>Maximum number of pages; more are a fault of the service.</summary>
    public const int MaxPages = 1000;

    /// <summary>Enumerates the elements of all pages. An element is valid until the next is requested.</summary>
    /// <param name="apiVersion">Version of Resource Manager's API; null for an API without one.</param>
    /// <param name="items">Name of the list in a page.</param>
    /// <param name="nextPage">Name of the link to the next page.</param>
    /// <exception cref="InvalidResponseException">
    /// A page has no list, or a next page outside of the endpoint, or the list has no end (<see cref="PageLinks"/>).
    /// </exception>
    public static async IAsyncEnumerable<JsonElement> ReadAsync(
        ArmPipeline arm,
        string path,
        string? apiVersion,
        [EnumeratorCancellation] CancellationToken cancellation,
        string items = "value",
        string nextPage = "nextLink"
    )
    {
        var links = new PageLinks(path);
        var response = await arm.GetAsync(path, apiVersion, cancellation);
        while (true)
        {
            using var document = JsonDocument.Parse(response.Content.ToMemory());
            foreach (var element in GetElements(document.RootElement, path, items))
            {
                yield return element;
            }

            if (ResourceJson.GetText(document.RootElement, nextPage) is not { Length: > 0 } next)
            {
                yield break;
            }

            response = await arm.FollowAsync(links.Add(next), cancellation);
        }
    }

    /// <summary>Returns the elements of one page.</summary>
    /// <exception cref="InvalidResponseException">
    /// The page has no list: <c>[]</c>, <c>null</c> and <c>{}</c> are not empty lists.
    /// </exception>
    public static JsonElement.ArrayEnumerator GetElements(JsonElement page, string path, string items = "value") =>
        ResourceJson.GetChild(page, items) is { ValueKind: JsonValueKind.Array } value
            ? value.EnumerateArray()
            : throw new InvalidResponseException($"The list {path} came without its '{items}': try again later.");

    public static InvalidResponseException CreateTooManyPagesException(string path) =>
        new($"The list {path} does not end after {MaxPages} pages.");
}
