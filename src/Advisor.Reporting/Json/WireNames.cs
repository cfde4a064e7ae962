using Advisor.Core.Capacity;
using Advisor.Core.Scaling;

namespace Advisor.Reporting.Json;

/// <summary>The names of enum values in JSON and CSV: camel case, stable.</summary>
public static class WireNames
{
    public static string WireName(this ScalingAction action) => action switch
    {
        ScalingAction.Hold => "hold",
        ScalingAction.ScaleOut => "scaleOut",
        ScalingAction.ScaleIn => "scaleIn",
        ScalingAction.ChangeTier => "changeTier",
        ScalingAction.Advise => "advise",
        _ => throw new ArgumentOutOfRangeException(nameof(action), action, "No wire name."),
    };

    public static string WireName(this Dimension dimension) => dimension switch
    {
        Dimension.None => "none",
        Dimension.ServerLoad => "serverLoad",
        Dimension.Connections => "connections",
        Dimension.Inbound => "inbound",
        Dimension.Outbound => "outbound",
        Dimension.Routing => "routing",
        _ => throw new ArgumentOutOfRangeException(nameof(dimension), dimension, "No wire name."),
    };

    public static string WireName(this ServiceKind service) => service switch
    {
        ServiceKind.SignalR => "signalr",
        ServiceKind.WebPubSub => "webpubsub",
        _ => throw new ArgumentOutOfRangeException(nameof(service), service, "No wire name."),
    };
}
