namespace Advisor.Core.Capacity;

/// <summary>
/// How one message event of a use case crosses the service. An event is a message that a client sends; for broadcast and big groups, where one
/// publisher serves all, it is a message that a client receives.
/// </summary>
/// <param name="In">Messages into the service from the client side for each event; next to 0 for a publisher's cases.</param>
/// <param name="Out">Messages to clients for each event.</param>
/// <param name="CrossesTwice">Whether the way in leads over an app server: client, service, server, service, clients.</param>
internal readonly record struct UseCaseTraffic(double In, double Out, bool CrossesTwice)
{
    // A publisher's message reaches so many clients that its own bytes vanish beside theirs; it is kept above 0 so that a mix of nothing but
    // publishers still has a way in.
    private const double PublisherShare = 1e-9;

    /// <summary>Members of a small group as the guides measured it.</summary>
    public const int MeasuredGroupSize = 10;

    /// <summary>Groups of at least this many members are not small: the guides warn of routing cost below it.</summary>
    public const int BigGroupFrom = 20;

    public static UseCaseTraffic Of(WorkloadPart part, ServiceKind service, bool countsServerLeg)
    {
        var twice = countsServerLeg && (part.UseCase == UseCase.UpstreamEcho || (service == ServiceKind.SignalR && !IsRest(part.UseCase)));
        return part.UseCase switch
        {
            UseCase.Broadcast or UseCase.RestBroadcast => new(PublisherShare, 1, twice),
            UseCase.SendToBigGroup when !IsSmallGroup(part) => new(PublisherShare, 1, twice),
            UseCase.SendToBigGroup or UseCase.SendToSmallGroup => new(1, GroupSize(part), twice),
            _ => new(1, 1, twice),
        };
    }

    /// <summary>Members of the part's groups: as declared, else as measured.</summary>
    public static int GroupSize(WorkloadPart part) => part.GroupSize ?? MeasuredGroupSize;

    /// <summary>True for groups under 20 members, whatever the case is called: a "big" group of 10 is routed like a small one.</summary>
    public static bool IsSmallGroup(WorkloadPart part) => part.UseCase switch
    {
        UseCase.SendToSmallGroup => GroupSize(part) < BigGroupFrom,
        UseCase.SendToBigGroup => part.GroupSize < BigGroupFrom,
        _ => false,
    };

    /// <summary>Whether the publisher's rate, not the clients', is what comes in: it never binds.</summary>
    public bool IsPublisher => In < 1;

    private static bool IsRest(UseCase useCase) => useCase is UseCase.RestBroadcast or UseCase.RestSendToUser;
}
