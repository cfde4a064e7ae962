using Advisor.Core.Observations;
using Advisor.Service.Fleet;

namespace Advisor.Service.Evaluation;

/// <summary>Reads the closed connections of the newest minutes, which take a call of their own.</summary>
internal static class NewestCloses
{
    /// <summary>
    /// Reads the closed connections of the newest minute of each resource that is not decided on yet: one call for all, also where some are
    /// later than others.
    /// </summary>
    /// <param name="known">Resources with a state.</param>
    /// <param name="read">Their minutes.</param>
    /// <param name="after">Older minutes do not describe the present.</param>
    public static Task<ConnectionCloses> ReadAsync(
        IMetricSource metrics,
        IEnumerable<BatchResource> known,
        MetricReadResult read,
        DateTimeOffset after,
        CancellationToken cancellation
    ) =>
        metrics.ReadConnectionClosesAsync(
            [
                .. from one in known
                let minute = read.Series.GetValueOrDefault(one.Resource!.Id) is [.., var last] ? last.Time : DateTimeOffset.MinValue
                where minute > one.Document!.State!.Time && minute > after
                select (one.Resource!, minute),
            ],
            CloseCategory.All,
            cancellation
        );
}
