using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Tests.Scaling;

namespace Advisor.Core.Tests.Metrics;

public sealed class PossibleReadingsTests
{
    public static TheoryData<double> ImpossibleValues { get; } = [-1, double.NaN, double.PositiveInfinity, double.NegativeInfinity, 1e16];

    [Theory]
    [MemberData(nameof(ImpossibleValues))]
    public void Each_impossible_metric_counts_as_missing_and_is_named(double value)
    {
        var all = new MetricReadings(value, value, value, value, value, value, value, value);

        var left = all.DropImpossible();

        Assert.Equal(new MetricReadings(Impossible: (MetricSet)255), left);
        Assert.Equal(8, PossibleReadings.ListNames(left.Impossible).Count());
    }

    [Fact]
    public void A_server_load_of_5000_percent_is_impossible_and_a_quota_of_235_percent_is_not()
    {
        var left = new MetricReadings(ServerLoad: 5000, ConnectionCount: 7, ConnectionQuotaUtilization: 235).DropImpossible();

        Assert.Equal(new MetricReadings(ConnectionCount: 7, ConnectionQuotaUtilization: 235, Impossible: MetricSet.ServerLoad), left);
        Assert.Equal(left, left.DropImpossible());
    }

    [Theory]
    [MemberData(nameof(ImpossibleValues))]
    public void A_decision_is_made_on_the_other_metrics_and_names_the_impossible_one(double value)
    {
        var state = TestResource.BuildState(60, _ => 4000, 8);
        var good = TestResource.CreateObservation(60, 9500, 8);
        var missing = good with { Readings = good.Readings with { OutboundTraffic = null } };

        var expected = TestResource.Decide(missing, state).Decision!;
        var decision = TestResource.Decide(good with { Readings = good.Readings with { OutboundTraffic = value } }, state).Decision!;

        Assert.Equal((expected.Action, expected.Units), (decision.Action, decision.Units));
        Assert.Contains(decision.Reasons, reason => reason.Code == ReasonCodes.InsufficientData);
        Assert.Equal(
            "Impossible values, treated as missing: outbound traffic. The other metrics decide.",
            Assert.Single(decision.Reasons, reason => reason.Code == ReasonCodes.SuspectReading).Text
        );
    }
}
