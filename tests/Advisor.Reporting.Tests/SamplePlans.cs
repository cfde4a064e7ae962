using Advisor.Configuration.Rules;
using Advisor.Core.Capacity;
using Advisor.Core.Planning;
using Advisor.Core.Quantities;

namespace Advisor.Reporting.Tests;

/// <summary>Plans that between them show everything a plan can say.</summary>
internal static class SamplePlans
{
    /// <summary>A size that suffices.</summary>
    public static Plan Broadcast { get; } =
        Create(
            new PlanRequest
            {
                Service = ServiceKind.SignalR,
                Cases = [new(UseCase.Broadcast, new Ratio(1))],
                Connections = 5_000,
                MessageBytes = 2048,
                IntervalSeconds = 1,
            }
        );

    /// <summary>A client that hears itself every two minutes, billed to the app server and back: one message a minute.</summary>
    public static Plan OneClient { get; } =
        Create(
            new PlanRequest
            {
                Service = ServiceKind.SignalR,
                Cases = [new(UseCase.Echo, new Ratio(1))],
                Connections = 1,
                MessageBytes = 1024,
                IntervalSeconds = 120,
            }
        );

    /// <summary>A broadcast whose required and recommended size have other app servers.</summary>
    public static Plan LargeBroadcast { get; } =
        Create(
            new PlanRequest
            {
                Service = ServiceKind.SignalR,
                Cases = [new(UseCase.Broadcast, new Ratio(1))],
                Connections = 40_000,
                MessageBytes = 1024,
                IntervalSeconds = 60,
            }
        );

    /// <summary>Premium_P2, with the ways without it.</summary>
    public static Plan SmallGroups { get; } =
        Create(
            new PlanRequest
            {
                Service = ServiceKind.SignalR,
                Cases = [new(UseCase.SendToSmallGroup, new Ratio(1))],
                Connections = 60_000,
                MessageBytes = 1024,
                IntervalSeconds = 5,
            }
        );

    /// <summary>The guide's own example, solved for the connections.</summary>
    public static Plan Solved { get; } =
        Create(
            new PlanRequest
            {
                Service = ServiceKind.SignalR,
                Cases = [new(UseCase.Broadcast, new Ratio(1))],
                MessageBytes = 20_000,
                IntervalSeconds = 5,
                Units = 100,
            }
        );

    /// <summary>A mix with sizes and intervals of its own, on Web PubSub, with headroom.</summary>
    public static Plan Mix { get; } =
        Create(
            new PlanRequest
            {
                Service = ServiceKind.WebPubSub,
                Cases =
                [
                    new(UseCase.UpstreamEcho, new Ratio(0.3), 512, 2),
                    new(UseCase.SendToSmallGroup, new Ratio(0.2), null, null, 8),
                    new(UseCase.RestBroadcast, new Ratio(0.5)),
                ],
                Connections = 12_000,
                MessageBytes = 4096,
                IntervalSeconds = 10,
                Headroom = new Ratio(0.2),
                Transport = Transport.LongPolling,
                HoursPerDay = 8,
            }
        );

    /// <summary>More than any size holds.</summary>
    public static Plan TooLarge { get; } =
        Create(
            new PlanRequest
            {
                Service = ServiceKind.SignalR,
                Cases = [new(UseCase.Echo, new Ratio(1))],
                Connections = 2_500_000,
                MessageBytes = 100,
                IntervalSeconds = 60,
            }
        );

    /// <summary>A size that was asked about and does not suffice.</summary>
    public static Plan TooSmall { get; } =
        Create(
            new PlanRequest
            {
                Service = ServiceKind.SignalR,
                Cases = [new(UseCase.Echo, new Ratio(1))],
                Connections = 5_000,
                MessageBytes = 100,
                IntervalSeconds = 60,
                Units = 3,
            }
        );

    private static Plan Create(PlanRequest request) => Planner.Plan(RuleSetLoader.Embedded, request).Plan!;
}
