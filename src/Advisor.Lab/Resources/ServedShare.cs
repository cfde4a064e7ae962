namespace Advisor.Lab.Resources;

/// <summary>
/// Share of a minute's demand that a size serves. Connections above 1,000 a unit are refused; the refused ask again every minute. A
/// processor does not work beyond 100 %, so that traffic is served as far as it gets. Metrics show what was served.
/// </summary>
/// <param name="Connections">Share of the wanted connections that are open, above 0 to 1.</param>
/// <param name="Traffic">Share of the wanted traffic that is carried, at most that of the connections.</param>
public readonly record struct ServedShare(double Connections, double Traffic)
{
    /// <summary>A size that serves everything.</summary>
    public static ServedShare All { get; } = new(1, 1);

    /// <summary>Computes what a number of units serves of a demand.</summary>
    /// <param name="units">Units in force, 1 or more.</param>
    /// <param name="connectionsPerUnit">Connections that a unit accepts.</param>
    public static ServedShare Compute(
        in MinuteDemand demand,
        int units,
        SimulationParameters parameters,
        double connectionsPerUnit = SimulationParameters.ConnectionsPerUnit
    )
    {
        if (!parameters.Saturates)
        {
            return All;
        }

        var limit = connectionsPerUnit * units;
        var accepted = demand.Connections > limit ? limit / demand.Connections : 1;
        var (traffic, connections) = SplitLoad(demand, units, parameters);
        var left = SimulationParameters.FullLoad - (connections * accepted);
        return new(accepted, traffic * accepted > left ? Math.Max(left, 0) / traffic : accepted);
    }

    /// <summary>Returns the server load in percent, without noise, of what is served.</summary>
    public double ComputeLoad(in MinuteDemand demand, int units, SimulationParameters parameters)
    {
        var (traffic, connections) = SplitLoad(demand, units, parameters);
        return (traffic * Traffic) + (connections * Connections);
    }

    // The load of a measured demand is as read; what its connections do not explain is traffic.
    private static (double Traffic, double Connections) SplitLoad(in MinuteDemand demand, int units, SimulationParameters parameters)
    {
        var load = demand.LoadAtOneUnit / units;
        var connections = Math.Min(parameters.ConnectionLoad * demand.Connections / SimulationParameters.ConnectionsPerUnit / units, load);
        return (load - connections, connections);
    }
}
