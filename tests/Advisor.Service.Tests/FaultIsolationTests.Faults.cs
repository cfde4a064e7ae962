using System.Diagnostics.Metrics;
using System.Text;
using Advisor.Core.Fleet;
using Advisor.Service.Fleet;
using Advisor.Service.Tests.World;
using Advisor.State.Rows;

namespace Advisor.Service.Tests;

/// <content>What is broken.</content>
public sealed partial class FaultIsolationTests
{
    /// <summary>Shows some rows as a newer program would have written them, or nothing at all.</summary>
    private sealed class DamagedStore(IStateStore inner) : IStateStore
    {
        private int callsUntilAway = -1;

        public Func<string, string, bool> IsDamaged { get; set; } = (_, _) => false;

        /// <summary>The call that fails because the store is away; those after it work again.</summary>
        public int AwayFromCall
        {
            set => callsUntilAway = value;
        }

        public async Task<Row?> GetAsync(string partition, string key, CancellationToken cancellation)
        {
            Check();
            return await inner.GetAsync(partition, key, cancellation) is { } row ? Damage(row) : null;
        }

        public Task<CommitResult> CommitAsync(string partition, IReadOnlyList<RowWrite> writes, CancellationToken cancellation)
        {
            Check();
            return inner.CommitAsync(partition, writes, cancellation);
        }

        public async Task<RowPage> QueryAsync(RowQuery query, CancellationToken cancellation)
        {
            Check();
            var page = await inner.QueryAsync(query, cancellation);
            return page with { Rows = [.. page.Rows.Select(Damage)] };
        }

        private void Check()
        {
            // Several calls may come at once.
            if (Volatile.Read(ref callsUntilAway) >= 0 && Interlocked.Decrement(ref callsUntilAway) == -1)
            {
                throw new StateStoreException("Unreachable", "The store is away.", isTransient: true);
            }
        }

        private Row Damage(Row row) => IsDamaged(row.Key, Encoding.UTF8.GetString(row.Payload.Span)) ? row with { Version = 99 } : row;
    }

    private sealed class OddMetrics(FakeAzure inner) : IMetricSource
    {
        public bool Fails { get; set; }

        public Task<MetricReadResult> ReadAsync(
            IReadOnlyList<FleetResource> resources,
            DateTimeOffset start,
            DateTimeOffset end,
            CancellationToken cancellation
        ) => Fails ? throw new KeyNotFoundException("odd\nanswer") : inner.ReadAsync(resources, start, end, cancellation);

        public Task<ConnectionCloses> ReadConnectionClosesAsync(
            IReadOnlyList<FleetResource> resources,
            IReadOnlyList<string> categories,
            DateTimeOffset minute,
            CancellationToken cancellation
        ) => inner.ReadConnectionClosesAsync(resources, categories, minute, cancellation);
    }
}
