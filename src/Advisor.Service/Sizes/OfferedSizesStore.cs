using Advisor.Core.Capacity;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Sizes;

/// <summary>Sizes that Azure offers, as last read, one row per service and region.</summary>
public sealed class OfferedSizesStore
{
    private const string Prefix = "sizes-";

    private readonly IStateStore store;

    internal OfferedSizesStore(IStateStore store) => this.store = store;

    /// <summary>Lists the sizes of every service and region.</summary>
    public async Task<IReadOnlyList<OfferedSizes>> ListAsync(CancellationToken cancellation) =>
        [
            .. (await store.QueryAsync(RowQuery.FromPrefix(StateKeys.Fleet, Prefix), cancellation)).Rows.Select(
                RecordCodecs.OfferedSizes.Read
            ),
        ];

    /// <summary>Saves sizes, unless newer ones are stored.</summary>
    public Task SaveAsync(OfferedSizes sizes, CancellationToken cancellation) =>
        OptimisticRow.UpdateAsync(
            store,
            StateKeys.Fleet,
            Prefix + StateKeys.Hash($"{sizes.Service}/{sizes.Region}"),
            RecordCodecs.OfferedSizes,
            sizes.ReadAt,
            before => before?.ReadAt > sizes.ReadAt ? before : sizes,
            cancellation
        );
}
