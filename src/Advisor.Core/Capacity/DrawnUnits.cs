namespace Advisor.Core.Capacity;

/// <summary>Required units as charts draw them.</summary>
public static class DrawnUnits
{
    /// <summary>
    /// Computes the units that each limit requires; where no number of units carries it, the units in force times its utilization, which
    /// is above them and expresses the excess.
    /// </summary>
    /// <param name="units">Units in force.</param>
    public static PerLimit<double> Compute(CapacityModel model, in Demand demand, int units)
    {
        var (required, utilization) = (model.ComputeRequiredUnits(demand), model.ComputeUtilization(demand, units));
        return new(Draw(Limit.ServerLoad), Draw(Limit.Connections), Draw(Limit.Inbound), Draw(Limit.Outbound), Draw(Limit.Routing));

        double? Draw(Limit limit) =>
            required[limit] is { } known && double.IsInfinity(known) ? units * utilization[limit]?.Value : required[limit];
    }
}
