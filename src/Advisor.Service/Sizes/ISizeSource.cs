using Advisor.Core.Capacity;

namespace Advisor.Service.Sizes;

/// <summary>Sizes that Azure offers for a resource.</summary>
public interface ISizeSource
{
    /// <summary>
    /// Reads the SKUs of a resource's service with their unit counts; null if they cannot be read, for whatever reason. Only a cancellation
    /// throws.
    /// </summary>
    Task<IReadOnlyList<SkuSizes>?> ReadAsync(string resourceId, CancellationToken cancellation);
}
