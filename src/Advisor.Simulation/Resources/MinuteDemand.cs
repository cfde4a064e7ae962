namespace Advisor.Simulation.Resources;

/// <summary>What the users of a resource ask for in one minute. It does not depend on the units in force.</summary>
/// <param name="LoadAtOneUnit">
/// The server load in percent that one unit would show, without a cap; at u units it is this divided by u.
/// </param>
/// <param name="Connections">Open connections.</param>
/// <param name="InboundBytes">Bytes in that minute, client side; null where unknown.</param>
/// <param name="OutboundBytes">Bytes in that minute, client side; null where unknown.</param>
/// <param name="RoutedPerSecond">Inbound messages per second that the routing of small groups must carry; 0 where none are routed.</param>
public readonly record struct MinuteDemand(
    double LoadAtOneUnit,
    double Connections,
    double? InboundBytes,
    double? OutboundBytes,
    double RoutedPerSecond = 0
)
{
    /// <summary>Units that would just keep every target; a thousand where no number of units suffices.</summary>
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
