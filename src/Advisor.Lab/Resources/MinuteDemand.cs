using Advisor.Core.Capacity;

namespace Advisor.Lab.Resources;

/// <summary>Demand of a resource's users in one minute. It does not depend on the units in force.</summary>
/// <param name="LoadAtOneUnit">
/// Server load that one unit would show, in percent and without a cap; at u units it is this divided by u.
/// </param>
/// <param name="Connections">Open connections.</param>
/// <param name="InboundBytes">Bytes in that minute, client side; null when unknown.</param>
/// <param name="OutboundBytes">Bytes in that minute, client side; null when unknown.</param>
/// <param name="RoutedPerSecond">Inbound messages per second routed to small groups; 0 when none are routed.</param>
public readonly record struct MinuteDemand(
    double LoadAtOneUnit,
    double Connections,
    double? InboundBytes,
    double? OutboundBytes,
    double RoutedPerSecond = 0
)
{
    /// <summary>Units that exactly meet every default target; 1000 or more when no number of units suffices.</summary>
    public double RequiredUnits => ComputeRequiredUnits(TargetUtilizations.Default);

    /// <summary>Returns the units that exactly meet every target; 1000 or more when no number of units suffices.</summary>
    /// <param name="targets">
    /// Targets of server load, connections and routing; traffic has no limit of its own here but the server load that it causes.
    /// </param>
    public double ComputeRequiredUnits(in TargetUtilizations targets)
    {
        var need = Math.Max(
            LoadAtOneUnit / (SimulationParameters.FullLoad * targets.ServerLoad.Value),
            Connections / (targets.Connections.Value * SimulationParameters.ConnectionsPerUnit)
        );
        return RoutedPerSecond <= SimulationParameters.RoutingWall * targets.Routing.Value
            ? Math.Max(need, RoutedPerSecond / (SimulationParameters.RoutedPerUnit * targets.Routing.Value))
            : Math.Max(need, 1000);
    }
}
