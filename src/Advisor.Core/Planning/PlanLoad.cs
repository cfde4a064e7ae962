using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Core.Planning;

/// <summary>
/// What a planned scenario sends: the guides' formula, bandwidth = connections x message size / interval, for each basic case and
/// direction.
/// </summary>
public sealed record PlanLoad
{
    private PlanLoad(int connections, int messageBytes, double intervalSeconds, IReadOnlyList<PlanCaseLoad> cases)
    {
        (Connections, MessageBytes, IntervalSeconds, Cases) = (connections, messageBytes, intervalSeconds, cases);
    }

    /// <summary>Client connections of all cases.</summary>
    public int Connections { get; }

    /// <summary>Message size of the cases without one of their own.</summary>
    public int MessageBytes { get; }

    /// <summary>Interval of the cases without one of their own.</summary>
    public double IntervalSeconds { get; }

    public IReadOnlyList<PlanCaseLoad> Cases { get; }

    public MessageRate InboundMessages => new(Cases.Sum(c => c.Inbound.PerSecond));

    public MessageRate OutboundMessages => new(Cases.Sum(c => c.Outbound.PerSecond));

    public ByteRate InboundBytes => new(Cases.Sum(c => c.Inbound.PerSecond * c.MessageBytes));

    public ByteRate OutboundBytes => new(Cases.Sum(c => c.Outbound.PerSecond * c.MessageBytes));

    /// <summary>
    /// The load as the capacity model takes it: shares count message events, which come oftener where the interval is shorter.
    /// </summary>
    internal Workload Workload
    {
        get
        {
            var events = Cases.Sum(c => c.Events);
            return new Workload([
                .. Cases.Select(c => new WorkloadPart(c.UseCase, new Ratio(c.Events / events), c.MessageBytes, c.GroupSize)),
            ]);
        }
    }

    /// <summary>The demand as the capacity model takes it: what publishers send is left out, since it never binds.</summary>
    internal Demand Demand =>
        new(Connections, Cases.Where(c => !c.ByPublisher).Sum(c => c.Inbound.PerSecond * c.MessageBytes), OutboundBytes.BytesPerSecond);

    internal static PlanLoad Create(CapacityTable table, PlanRequest request, int connections, int messageBytes, double intervalSeconds) =>
        new(
            connections,
            messageBytes,
            intervalSeconds,
            [
                .. request
                    .Cases.Where(c => c.Share.Value > 0)
                    .Select(c =>
                        PlanCaseLoad.Create(
                            table,
                            new WorkloadPart(
                                FindUseCase(request, c.UseCase),
                                c.Share,
                                c.MessageBytes ?? messageBytes,
                                c.GroupSize ?? request.GroupSize
                            ),
                            connections * c.Share.Value,
                            c.IntervalSeconds ?? intervalSeconds
                        )
                    ),
            ]
        );

    /// <summary>Without app servers a broadcast and a message to one client go through REST.</summary>
    internal static UseCase FindUseCase(PlanRequest request, UseCase useCase) =>
        (request.Service, request.Mode, useCase) switch
        {
            (ServiceKind.SignalR, ServiceMode.Serverless, UseCase.Broadcast) => UseCase.RestBroadcast,
            (ServiceKind.SignalR, ServiceMode.Serverless, UseCase.SendToConnection) => UseCase.RestSendToUser,
            _ => useCase,
        };
}

/// <summary>One basic case of a load.</summary>
/// <param name="Connections">The clients that take part.</param>
/// <param name="Events">Messages per second that clients send, or receive where a publisher serves them.</param>
/// <param name="Inbound">Messages per second into the service.</param>
/// <param name="Outbound">Messages per second to clients.</param>
/// <param name="ByPublisher">Whether few publishers send what comes in.</param>
public sealed record PlanCaseLoad(
    UseCase UseCase,
    double Connections,
    int MessageBytes,
    int? GroupSize,
    double Events,
    MessageRate Inbound,
    MessageRate Outbound,
    bool ByPublisher
)
{
    // The guides' big groups: always ten of them.
    private const double BigGroups = 10;

    internal static PlanCaseLoad Create(CapacityTable table, WorkloadPart part, double connections, double interval)
    {
        var traffic = UseCaseTraffic.Compute(table, part, countsServerLeg: false);
        var events = connections / interval;
        var members = part.UseCase == UseCase.SendToBigGroup ? part.GroupSize ?? (connections / BigGroups) : connections;
        var inbound = traffic.IsPublisher ? events / Math.Max(1, members) : events * traffic.In;
        var size = part.UseCase is UseCase.SendToSmallGroup or UseCase.SendToBigGroup ? part.GroupSize : null;
        return new PlanCaseLoad(
            part.UseCase,
            connections,
            part.MessageBytes,
            size,
            events,
            new(inbound),
            new(events * traffic.Out),
            traffic.IsPublisher
        );
    }
}
