using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;

namespace Advisor.Core.Planning;

/// <summary>
/// Computes the cost of messages beyond the included ones. SignalR bills every outbound message in pieces of 2 KB, including those to the
/// app servers; Web PubSub bills outbound bytes / 2 KB, including upstream calls. Inbound messages are free.
/// </summary>
internal static class MessageBill
{
    private const double SecondsPerHour = 3600,
        MinutesOfDay = 1440;

    /// <summary>Returns the billed pieces per day.</summary>
    public static double ComputePiecesPerDay(CapacityTable table, PlanRequest request, PlanLoad load) =>
        load.Cases.Sum(c =>
            c.Outbound.PerSecond * ComputePieces(table, c) + (ComputeServerRate(table, request, c) * ComputePieces(table, c))
        )
        * SecondsPerHour
        * request.HoursPerDay;

    /// <summary>Returns the billed pieces per minute during the load.</summary>
    public static double ComputePiecesPerMinute(CapacityTable table, PlanRequest request, PlanLoad load) =>
        ComputePiecesPerDay(table, request, load) / request.HoursPerDay / 60;

    /// <summary>Returns units and messages for 30 days; null when the units have no price.</summary>
    public static MonthlyCost? ComputeMonthlyCost(CapacityTable table, PlanRequest request, PlanLoad load, Sku sku, int units) =>
        MonthlyBill.Compute(sku, units, DailyMessages.FromRate(ComputePiecesPerDay(table, request, load) / MinutesOfDay));

    private static double ComputePieces(CapacityTable table, PlanCaseLoad load)
    {
        var pieces = (double)load.MessageBytes / table.MessageBytes;
        return table.Service == ServiceKind.SignalR ? Math.Ceiling(pieces) : pieces;
    }

    // Messages from clients leave the service once more, to the app server or the upstream.
    private static double ComputeServerRate(CapacityTable table, PlanRequest request, PlanCaseLoad load) =>
        load.UseCase switch
        {
            UseCase.RestBroadcast or UseCase.RestSendToUser => 0,
            UseCase.UpstreamEcho => load.Inbound.PerSecond,
            UseCase.Echo when table.Service == ServiceKind.WebPubSub => load.Inbound.PerSecond,
            _ => table.Service == ServiceKind.SignalR && request.Mode != ServiceMode.Serverless ? load.Inbound.PerSecond : 0,
        };
}
