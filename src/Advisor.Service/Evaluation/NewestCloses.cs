using Advisor.Core.Observations;
using Advisor.Service.Fleet;

namespace Advisor.Service.Evaluation;

/// <summary>Reads the closed connections of the newest minutes, which take a call of their own.</summary>
internal static class NewestCloses
{
    /// <summary>
    /// Reads the closed connections of the newest minute of each resource that is not decided on yet: one call for all, unless some are
    /// later than others.
    /// </summary>
    /// <param name="known">Resources with a state.</param>
    /// <param name="read">Their minutes.</param>
    /// <param name="after">Older minutes do not describe the present.</param>
    public static async Task<ConnectionCloses> ReadAsync(
        IMetricSource metrics,
        IEnumerable<BatchResource> known,
        MetricReadResult read,
        DateTimeOffset after,
        CancellationToken cancellation
    )
    {
        var newest =
            from one in known
            let minute = read.Series.GetValueOrDefault(one.Resource!.Id) is [.., var last] ? last.Time : DateTimeOffset.MinValue
            where minute > one.Document!.State!.Time && minute > after
            group one.Resource! by minute;
        var (closes, calls) = (new Dictionary<string, IReadOnlyDictionary<string, double>>(StringComparer.OrdinalIgnoreCase), 0);
        foreach (var minute in newest)
        {
            var part = await metrics.ReadConnectionClosesAsync([.. minute], CloseCategory.All, minute.Key, cancellation);
            calls += part.Calls;
            foreach (var (id, categories) in part.ByResource)
            {
                closes[id] = categories;
            }
        }

        return new ConnectionCloses(closes, calls);
    }
}
