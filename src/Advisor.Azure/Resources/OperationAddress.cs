using Azure;

namespace Advisor.Azure.Resources;

/// <summary>Finds the URL of the status of an accepted change.</summary>
internal static class OperationAddress
{
    /// <summary>
    /// Returns the Azure-AsyncOperation header, otherwise Location; null if the response says that the change is complete.
    /// </summary>
    public static string? Find(Response response) =>
        response.Headers.TryGetValue("Azure-AsyncOperation", out var operation) ? operation
        : response.Headers.TryGetValue("Location", out var location) ? location
        : null;
}
