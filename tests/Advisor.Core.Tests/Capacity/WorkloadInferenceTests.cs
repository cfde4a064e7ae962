using Advisor.Core.Capacity;
using Advisor.Core.Metrics;

namespace Advisor.Core.Tests.Capacity;

public sealed class WorkloadInferenceTests
{
    [Theory]
    [InlineData(ServiceMode.Default, true, 2, 11)] // in : out of groups of ten with the leg counted
    [InlineData(ServiceMode.Serverless, false, 1, 10)]
    [InlineData(ServiceMode.Default, false, 1, 10)]
    public void Groups_of_ten_are_seen_in_the_fan_out(ServiceMode mode, bool countsServerLeg, double inbound, double outbound)
    {
        var inferred = WorkloadInference.Infer(GuideTables.SignalR, mode, countsServerLeg, CreateTraffic(inbound, outbound));

        var part = Assert.Single(inferred.Workload.Parts);
        Assert.Equal((UseCase.SendToSmallGroup, 10), (part.UseCase, part.GroupSize));
        Assert.InRange(inferred.Confidence.Value, 0.5, 0.9);
        Assert.Contains("groupSize: 10", inferred.Declaration, StringComparison.Ordinal);
    }

    // Their messages cross no app server: in : out is 1 : 12, and 1 : 23 without a leg that is not there, which would be a big group.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Small_groups_of_web_pubsub_are_seen_in_the_fan_out_whatever_is_counted(bool countsServerLeg)
    {
        var inferred = WorkloadInference.Infer(GuideTables.WebPubSub, ServiceMode.Default, countsServerLeg, CreateTraffic(1, 12));

        var part = Assert.Single(inferred.Workload.Parts);
        Assert.Equal((UseCase.SendToSmallGroup, 12), (part.UseCase, part.GroupSize));
    }

    [Theory]
    [InlineData(ServiceMode.Default, UseCase.Echo)]
    [InlineData(ServiceMode.Serverless, UseCase.RestSendToUser)]
    public void One_out_for_one_in_is_one_to_one_and_what_looks_the_same_is_named(ServiceMode mode, UseCase expected)
    {
        var inferred = WorkloadInference.Infer(GuideTables.SignalR, mode, false, CreateTraffic(1, 1));

        Assert.Equal(expected, inferred.Workload.Parts[0].UseCase);
        Assert.Contains("would look the same", inferred.Text, StringComparison.Ordinal);
        Assert.True(inferred.Confidence.Value <= 0.5);
    }

    [Theory]
    [InlineData(900, UseCase.Broadcast)] // nearly all of the 1,000 connections
    [InlineData(100, UseCase.SendToBigGroup)]
    public void A_great_fan_out_is_a_broadcast_where_it_reaches_most_connections(double fanOut, UseCase expected)
    {
        var inferred = WorkloadInference.Infer(
            GuideTables.SignalR,
            ServiceMode.Default,
            false,
            CreateTraffic(0.01, 0.01 * fanOut) with
            {
                ConnectionCount = 1_000,
            }
        );

        Assert.Equal(expected, inferred.Workload.Parts[0].UseCase);
    }

    [Fact]
    public void Pieces_under_two_kilobytes_give_the_size_of_a_message()
    {
        var inferred = WorkloadInference.Infer(
            GuideTables.SignalR,
            ServiceMode.Default,
            false,
            CreateTraffic(1, 1) with
            {
                MessageCount = 60e6 / 500,
            }
        );

        Assert.Equal(500, inferred.Workload.Parts[0].MessageBytes);
    }

    [Fact]
    public void Without_traffic_hardly_anything_is_believed()
    {
        Assert.Equal(0.1, WorkloadInference.Infer(GuideTables.SignalR, ServiceMode.Default, true, default).Confidence.Value);
        Assert.Equal(
            UseCase.UpstreamEcho,
            WorkloadInference.Infer(GuideTables.WebPubSub, ServiceMode.Default, false, default).Workload.Parts[0].UseCase
        );
    }

    // MB/s to bytes a minute.
    private static MetricReadings CreateTraffic(double inbound, double outbound) =>
        new(InboundTraffic: inbound * 60e6, OutboundTraffic: outbound * 60e6);
}
