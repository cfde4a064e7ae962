using Advisor.Core.Capacity;
using Advisor.Core.Decisions;

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
}
