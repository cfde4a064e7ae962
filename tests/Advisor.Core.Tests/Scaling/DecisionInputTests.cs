using Advisor.Core.Capacity;
using Advisor.Core.Metrics;
using Advisor.Core.Scaling;
using Advisor.Core.Tests.Capacity;

namespace Advisor.Core.Tests.Scaling;

public sealed class DecisionInputTests
{
    // One out for one in has a confidence of 0.5, one out for five in of 0.3, groups of ten of 0.7; too little traffic has 0.1.
    private static readonly MetricReadings OneToOne = new(InboundTraffic: 6e6, OutboundTraffic: 6e6),
        Groups = new(InboundTraffic: 6e6, OutboundTraffic: 60e6),
        Received = new(InboundTraffic: 30e6, OutboundTraffic: 6e6),
        Little = new(InboundTraffic: 600, OutboundTraffic: 6000);

    [Fact]
    public void An_inferred_workload_stays_as_the_traffic_changes_and_one_of_too_little_traffic_until_there_is_more()
    {
        Assert.Equal([0.5, 0.5, 0.5], ListConfidence(OneToOne, Groups, Little));
        Assert.Equal([0.3, 0.3], ListConfidence(Received, Groups));
        Assert.Equal([0.1, 0.1, 0.1, 0.7, 0.7], ListConfidence(Little, default, Little, Groups, OneToOne));
    }

    [Fact]
    public void A_guess_from_too_little_traffic_does_not_change_with_another_one()
    {
        // 10 B a message instead of 2 KB.
        var first = Infer(Little, null);

        Assert.Same(first, Infer(Little with { MessageCount = 600 }, first));
    }

    private static double[] ListConfidence(params MetricReadings[] minutes)
    {
        var last = default(InferredWorkload);
        return [.. minutes.Select(readings => (last = Infer(readings, last)).Confidence.Value)];
    }

    private static InferredWorkload Infer(MetricReadings readings, InferredWorkload? last)
    {
        var observation = TestResource.CreateObservation(0, 1, 1);
        var input = new DecisionInput(TestResource.Rules, observation, GuideTables.Standard, TestResource.Start);
        return DecisionInput.InferWorkload(input.FindTable(), observation, readings, last);
    }
}
