namespace Advisor.Core.Capacity;

/// <summary>
/// Messages of one event of a use case as they cross the service. An event is a message that a client sends; for broadcast and big groups,
/// where one publisher serves all, a message that a client receives.
/// </summary>
/// <param name="In">Messages into the service from the client side per event; close to 0 for broadcast and big groups.</param>
/// <param name="Out">Messages to clients per event.</param>
/// <param name="CrossesTwice">Whether inbound messages pass through an app server: client, service, server, service, clients.</param>
internal readonly record struct UseCaseTraffic(double In, double Out, bool CrossesTwice)
{
    // A publisher's message reaches so many clients that its own bytes are negligible; above 0, so that a mix of publishers alone still has
    // inbound traffic.
    private const double PublisherShare = 1e-9;

    // Default for editions that state no group size; equal to that of all that do.
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
            UseCase.SendToBigGroup or UseCase.SendToSmallGroup => new(1, GetGroupSize(table, part), twice),
            _ => new(1, 1, twice),
        };
    }

    /// <summary>Returns the members of the part's groups: as declared, else as the guide measured small groups (10).</summary>
    public static int GetGroupSize(CapacityTable table, WorkloadPart part) => part.GroupSize ?? GetMeasuredGroupSize(table);

    /// <summary>Returns the members of a small group as measured by the guide: 10.</summary>
    public static int GetMeasuredGroupSize(CapacityTable table) =>
        table.FindRow(UseCase.SendToSmallGroup)?.GroupMembers?[0] ?? UsualSmallGroup;

    /// <summary>Returns the size from which a group is big: below it (20) the guides warn of routing cost.</summary>
    public static int GetMinBigGroupSize(CapacityTable table) => table.Routing?.GroupMembersBelow ?? UsualBigGroupFrom;

    /// <summary>
    /// Whether the part has groups under 20 members, whatever the case is called: a "big" group of 10 is routed like a small one.
    /// </summary>
    public static bool IsSmallGroup(CapacityTable table, WorkloadPart part) =>
        part.UseCase switch
        {
            UseCase.SendToSmallGroup => GetGroupSize(table, part) < GetMinBigGroupSize(table),
            UseCase.SendToBigGroup => part.GroupSize < GetMinBigGroupSize(table),
            _ => false,
        };

    /// <summary>Whether a publisher's rate, not the clients', is the inbound traffic; it is never the limiting factor.</summary>
    public bool IsPublisher => In < 1;

    private static bool IsRest(UseCase useCase) => useCase is UseCase.RestBroadcast or UseCase.RestSendToUser;
}
