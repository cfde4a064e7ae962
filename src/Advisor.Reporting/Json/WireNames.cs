using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Decisions;
using Advisor.Core.Planning;
using Advisor.Core.Reports;
using Advisor.Core.Text;

namespace Advisor.Reporting.Json;

/// <summary>Names of enum values in JSON and CSV: camel case, stable.</summary>
public static class WireNames
{
    public static string ToWireName(this ScalingAction action) =>
        action switch
        {
            ScalingAction.Hold => "hold",
            ScalingAction.ScaleOut => "scaleOut",
            ScalingAction.ScaleIn => "scaleIn",
            ScalingAction.ChangeTier => "changeTier",
            ScalingAction.Advise => "advise",
            _ => throw new ArgumentOutOfRangeException(nameof(action), action, "No wire name."),
        };

    public static string ToWireName(this Limit limit) =>
        limit switch
        {
            Limit.None => "none",
            Limit.ServerLoad => "serverLoad",
            Limit.Connections => "connections",
            Limit.Inbound => "inbound",
            Limit.Outbound => "outbound",
            Limit.Routing => "routing",
            _ => throw new ArgumentOutOfRangeException(nameof(limit), limit, "No wire name."),
        };

    public static string ToWireName(this ServiceKind service) =>
        service switch
        {
            ServiceKind.SignalR => "signalr",
            ServiceKind.WebPubSub => "webpubsub",
            _ => throw new ArgumentOutOfRangeException(nameof(service), service, "No wire name."),
        };

    /// <summary>Returns the name of a state: ok, failed, insufficientData, suspectMetric or autoscaleOn.</summary>
    public static string ToWireName(this ReportState state) => state.ToCamelCase();

    /// <summary>Returns the name of a source of prices: list, own or retail.</summary>
    public static string ToWireName(this PriceSource source) => source.ToCamelCase();

    /// <summary>Returns the name of a billing: prorated or dailyPeak.</summary>
    public static string ToWireName(this BillingModel billing) => billing.ToCamelCase();

    /// <summary>Returns what a total does not include: messagePrice or traffic; null when it is complete.</summary>
    public static string? ToWireName(this CostGap gap) => gap == CostGap.None ? null : gap.ToCamelCase();

    internal static string ToWireName(this PlanQuantity quantity) => quantity.ToCamelCase();
}
