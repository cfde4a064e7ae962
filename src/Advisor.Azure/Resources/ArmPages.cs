using System.Runtime.CompilerServices;
using System.Text.Json;
using Azure;

namespace Advisor.Azure.Resources;

/// <summary>Lists of Resource Manager: <c>{"value":[...],"nextLink":"..."}</c>, page after page.</summary>
internal static class ArmPages
{
    // A list whose pages never end is a fault, not a fleet.
    private const int MostPages = 1000;

    /// <summary>All elements of all pages. An element lives until the next is asked for.</summary>
    /// <exception cref="BadAnswerException">A page has no list, or names a next page elsewhere, or pages do not end.</exception>
    public static async IAsyncEnumerable<JsonElement> ReadAsync(
        ArmPipeline arm, string path, string apiVersion, [EnumeratorCancellation] CancellationToken cancellation)
    {
        var response = await arm.GetAsync(path, apiVersion, cancellation);
        for (var page = 1; ; page++)
        {
            using var document = JsonDocument.Parse(response.Content.ToMemory());
            if (ResourceJson.Child(document.RootElement, "value") is not { ValueKind: JsonValueKind.Array } value)
            {
                throw new BadAnswerException($"The list {path} came without its 'value': try again later.");
            }

            foreach (var element in value.EnumerateArray())
            {
                yield return element;
            }

            if (ResourceJson.Text(document.RootElement, "nextLink") is not { Length: > 0 } next)
            {
                yield break;
            }

            response = page < MostPages
                ? await arm.FollowAsync(next, cancellation)
                : throw new BadAnswerException($"The list {path} does not end after {MostPages} pages.");
        }
    }
}
