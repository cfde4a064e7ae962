using Advisor.Core.Capacity;
using Advisor.Service.Sizes;

namespace Advisor.Service.Tests.World;

/// <summary>Azure, as it offers these sizes of Standard_S1.</summary>
internal sealed class OfferedSteps(params int[] steps) : ISizeSource
{
    /// <summary>Name of the only resource that Azure answers for; null = for all.</summary>
    public string? Only { get; init; }

    public Task<IReadOnlyList<SkuSizes>?> ReadAsync(string resourceId, CancellationToken cancellation) =>
        Task.FromResult<IReadOnlyList<SkuSizes>?>(
            Only is null || resourceId.EndsWith("/" + Only, StringComparison.Ordinal) ? [new("Standard_S1", steps)] : null
        );
}
