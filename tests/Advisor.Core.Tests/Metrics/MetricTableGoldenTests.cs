using Advisor.Core.Metrics;
using Advisor.Tests;

namespace Advisor.Core.Tests.Metrics;

public sealed class MetricTableGoldenTests
{
    /// <summary>What each metric is called, and that its getter reads what its setter wrote, and nothing else does.</summary>
    [Fact]
    public void The_metrics_are_those_that_were_reviewed()
    {
        var lines = MetricTable.All.Select(metric =>
        {
            var set = metric.With(default, 7);
            var seen = string.Join(", ", MetricTable.All.Where(other => other.Get(set) is not null).Select(other => other.Key));
            return $"{metric.Key} {metric.Name} {metric.WebPubSubName ?? "-"} {metric.Unit} '{metric.UnitText}' {metric.Aggregation} "
                + $"{metric.Use} '{metric.Text}', at most {metric.Max}: {seen}\n";
        });
        var names = MetricTable.LineNames.Select(known => $"{known.Name}: {known.Metric.Key}\n");

        Golden.AssertMatches("Advisor.Core.Tests", "metrics.txt", string.Concat(lines) + string.Concat(names));
    }
}
