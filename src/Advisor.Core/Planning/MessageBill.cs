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
    public static double ComputePiecesPerDay(PlanSizing sizing, PlanLoad load) =>
        load.Cases.Sum(c => (c.Outbound.PerSecond + ComputeServerRate(sizing, c)) * ComputePieces(sizing.Table, c))
        * SecondsPerHour
        * sizing.Request.HoursPerDay;

    /// <summary>Returns the billed pieces per minute during the load.</summary>
    public static double ComputePiecesPerMinute(PlanSizing sizing, PlanLoad load) =>
        ComputePiecesPerDay(sizing, load) / sizing.Request.HoursPerDay / 60;

    /// <summary>Returns units and messages for 30 days; null when the units have no price.</summary>
    public static MonthlyCost? ComputeMonthlyCost(PlanSizing sizing, PlanLoad load, Sku sku, int units) =>
        MonthlyBill.Compute(sku, units, DailyMessages.FromRate(ComputePiecesPerDay(sizing, load) / MinutesOfDay));

    private static double ComputePieces(CapacityTable table, PlanCaseLoad load)
    {
        var pieces = (double)load.MessageBytes / table.MessageBytes;
        return table.Service == ServiceKind.SignalR ? Math.Ceiling(pieces) : pieces;
    }

    // Messages from clients leave the service once more, to the app server or the upstream.
    private static double ComputeServerRate(PlanSizing sizing, PlanCaseLoad load) =>
        load.UseCase switch
        {
            UseCase.RestBroadcast or UseCase.RestSendToUser => 0,
            UseCase.UpstreamEcho => load.Inbound.PerSecond,
            UseCase.Echo when sizing.Table.Service == ServiceKind.WebPubSub => load.Inbound.PerSecond,
            _ => sizing.Table.Service == ServiceKind.SignalR && sizing.Request.Mode != ServiceMode.Serverless ? load.Inbound.PerSecond : 0,
        };
}
