using Azure;

namespace Advisor.Azure.Resources;

/// <summary>Where a change that Azure took can be followed.</summary>
internal static class OperationAddress
{
    /// <summary>The Azure-AsyncOperation header, else Location; null where the answer says that all is done.</summary>
    public static string? Find(Response response) =>
        response.Headers.TryGetValue("Azure-AsyncOperation", out var operation) ? operation
        : response.Headers.TryGetValue("Location", out var location) ? location
        : null;
}
