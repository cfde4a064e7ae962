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
    /// <summary>Units that exactly meet every target; 1000 or more when no number of units suffices.</summary>
    public double RequiredUnits
    {
        get
        {
            var need = Math.Max(
                LoadAtOneUnit / SimulationParameters.TargetLoad,
                Connections / (SimulationParameters.ConnectionsTarget * SimulationParameters.ConnectionsPerUnit)
            );
            return RoutedPerSecond <= SimulationParameters.RoutingWall
                ? Math.Max(need, RoutedPerSecond / SimulationParameters.RoutedPerUnit)
                : Math.Max(need, 1000);
        }
    }
}
