using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Core.Planning;

/// <summary>
/// Load of a planned scenario, by the guides' formula for each basic case and direction: bandwidth = connections x message size / interval.
/// </summary>
public sealed record PlanLoad
{
    private PlanLoad(int connections, int messageBytes, double intervalSeconds, IReadOnlyList<PlanCaseLoad> cases)
    {
        (Connections, MessageBytes, IntervalSeconds, Cases) = (connections, messageBytes, intervalSeconds, cases);
    }

    /// <summary>Client connections of all cases.</summary>
    public int Connections { get; }

    /// <summary>Message size in bytes of the cases that state none.</summary>
    public int MessageBytes { get; }

    /// <summary>Interval in seconds of the cases that state none.</summary>
    public double IntervalSeconds { get; }

    /// <summary>Load of each basic case with a share above 0.</summary>
    public IReadOnlyList<PlanCaseLoad> Cases { get; }

    /// <summary>Messages per second into the service, of all cases.</summary>
    public MessageRate InboundMessages => new(Cases.Sum(c => c.Inbound.PerSecond));

    /// <summary>Messages per second out of the service, of all cases.</summary>
    public MessageRate OutboundMessages => new(Cases.Sum(c => c.Outbound.PerSecond));

    /// <summary>Bytes per second into the service, of all cases.</summary>
    public ByteRate InboundBytes => new(Cases.Sum(c => c.Inbound.PerSecond * c.MessageBytes));

    /// <summary>Bytes per second out of the service, of all cases.</summary>
    public ByteRate OutboundBytes => new(Cases.Sum(c => c.Outbound.PerSecond * c.MessageBytes));

    /// <summary>
    /// The load as a workload of the capacity model: shares count message events, which are more frequent with a shorter interval.
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

    /// <summary>The load as a demand of the capacity model, without what publishers send, since it is never the limiting factor.</summary>
    internal Demand Demand =>
        new(Connections, Cases.Where(c => !c.ByPublisher).Sum(c => c.Inbound.PerSecond * c.MessageBytes), OutboundBytes.BytesPerSecond);

    /// <summary>Returns the load of a request; its values are used for those that are not given.</summary>
    internal static PlanLoad Create(PlanSizing sizing, int? connections = null, int? messageBytes = null, double? intervalSeconds = null)
    {
        var request = sizing.Request;
        var clients = connections ?? request.Connections!.Value;
        var bytes = messageBytes ?? request.MessageBytes ?? sizing.Table.MessageBytes;
        var interval = intervalSeconds ?? request.IntervalSeconds ?? 1;
        return new(
            clients,
            bytes,
            interval,
            [
                .. request
                    .Cases.Where(c => c.Share.Value > 0)
                    .Select(c =>
                        PlanCaseLoad.Create(
                            sizing.Table,
                            new WorkloadPart(
                                FindUseCase(request, c.UseCase),
                                c.Share,
                                c.MessageBytes ?? bytes,
                                c.GroupSize ?? request.GroupSize
                            ),
                            clients * c.Share.Value,
                            c.IntervalSeconds ?? interval
                        )
                    ),
            ]
        );
    }

    /// <summary>Returns the case after substitution: without app servers, a broadcast and a message to one client use REST.</summary>
    internal static UseCase FindUseCase(PlanRequest request, UseCase useCase) =>
        (request.Service, request.Mode, useCase) switch
        {
            (ServiceKind.SignalR, ServiceMode.Serverless, UseCase.Broadcast) => UseCase.RestBroadcast,
            (ServiceKind.SignalR, ServiceMode.Serverless, UseCase.SendToConnection) => UseCase.RestSendToUser,
            _ => useCase,
        };
}

/// <summary>Basic case of a load.</summary>
/// <param name="Connections">Clients that take part.</param>
/// <param name="Events">Messages per second that clients send, or receive if a publisher serves them.</param>
/// <param name="Inbound">Messages per second into the service.</param>
/// <param name="Outbound">Messages per second to clients.</param>
/// <param name="ByPublisher">Whether few publishers send the inbound messages.</param>
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
    // The guides' big groups are always ten.
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
