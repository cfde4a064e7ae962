namespace Advisor.Core.Capacity;

/// <summary>
/// How one message event of a use case crosses the service. An event is a message that a client sends; for broadcast and big groups, where
/// one publisher serves all, it is a message that a client receives.
/// </summary>
/// <param name="In">Messages into the service from the client side for each event; next to 0 for a publisher's cases.</param>
/// <param name="Out">Messages to clients for each event.</param>
/// <param name="CrossesTwice">Whether the way in leads over an app server: client, service, server, service, clients.</param>
internal readonly record struct UseCaseTraffic(double In, double Out, bool CrossesTwice)
{
    // A publisher's message reaches so many clients that its own bytes vanish beside theirs; it is kept above 0 so that a mix of nothing
    // but publishers still has a way in.
    private const double PublisherShare = 1e-9;

    // Where an edition does not say, as all of them that do.
    private const int UsualSmallGroup = 10;
    private const int UsualBigGroupFrom = 20;

    public static UseCaseTraffic Compute(CapacityTable table, WorkloadPart part, bool countsServerLeg)
    {
        var signalR = table.Service == ServiceKind.SignalR;
        var twice = countsServerLeg && (part.UseCase == UseCase.UpstreamEcho || (signalR && !IsRest(part.UseCase)));
        return part.UseCase switch
        {
            UseCase.Broadcast or UseCase.RestBroadcast => new(PublisherShare, 1, twice),
            UseCase.SendToBigGroup when !IsSmallGroup(table, part) => new(PublisherShare, 1, twice),
            UseCase.SendToBigGroup or UseCase.SendToSmallGroup => new(1, GroupSize(table, part), twice),
            _ => new(1, 1, twice),
        };
    }

    /// <summary>Members of the part's groups: as declared, else as the guide measured small groups (10).</summary>
    public static int GroupSize(CapacityTable table, WorkloadPart part) => part.GroupSize ?? MeasuredGroupSize(table);

    /// <summary>Members of a small group as the guide measured it: 10.</summary>
    public static int MeasuredGroupSize(CapacityTable table) =>
        table.FindRow(UseCase.SendToSmallGroup)?.GroupMembers?[0] ?? UsualSmallGroup;

    /// <summary>Groups of at least this many members are not small: the guides warn of routing cost below it (20).</summary>
    public static int BigGroupFrom(CapacityTable table) => table.Routing?.GroupMembersBelow ?? UsualBigGroupFrom;

    /// <summary>True for groups under 20 members, whatever the case is called: a "big" group of 10 is routed like a small one.</summary>
    public static bool IsSmallGroup(CapacityTable table, WorkloadPart part) =>
        part.UseCase switch
        {
            UseCase.SendToSmallGroup => GroupSize(table, part) < BigGroupFrom(table),
            UseCase.SendToBigGroup => part.GroupSize < BigGroupFrom(table),
            _ => false,
        };

    /// <summary>Whether a publisher's rate, not the clients', is what comes in: it never binds.</summary>
    public bool IsPublisher => In < 1;

    private static bool IsRest(UseCase useCase) => useCase is UseCase.RestBroadcast or UseCase.RestSendToUser;
}
