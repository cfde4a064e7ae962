using Advisor.Core.Capacity;
using Advisor.Core.Metrics;

namespace Advisor.Lab.Resources;

/// <summary>
/// A simulated resource: one step is one minute. The units in force serve a demand as far as they can (<see cref="ServedShare"/>); metrics
/// become visible after a lag; a change of size takes effect 3, 4 or 5 minutes after its request, occasionally after 30. Everything is
/// determined by the seed.
/// </summary>
public sealed class SimulatedResource
{
    private readonly Func<int, MinuteDemand> demand;
    private readonly SimulationDraws draws;
    private readonly List<int> unitsByMinute = [];
    private int pendingUnits;
    private int pendingUntil;

    /// <summary>Creates a resource at minute 0 with <paramref name="units"/> in force.</summary>
    /// <param name="demand">Returns the demand of a minute, 0 and later; it must return the same value for the same minute.</param>
    /// <exception cref="ArgumentException">The units are not on the ladder.</exception>
    public SimulatedResource(Func<int, MinuteDemand> demand, SimulationParameters parameters, UnitLadder ladder, int units, ulong seed)
    {
        RequireStep(ladder, units);
        this.demand = demand;
        (Parameters, Ladder, Units) = (parameters, ladder, units);
        draws = new SimulationDraws(parameters, seed);
        unitsByMinute.Add(units);
    }

    /// <summary>The ladder of Standard_S1, on which the scenarios of the bench are defined: 1-10, 20, 30 ... 100.</summary>
    public static UnitLadder StandardLadder { get; } = new([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);

    public SimulationParameters Parameters { get; }

    public UnitLadder Ladder { get; }

    /// <summary>Current minute, 0 at the start.</summary>
    public int Minute { get; private set; }

    /// <summary>Units in force in the current minute.</summary>
    public int Units { get; private set; }

    /// <summary>Whether a change was requested and is not in effect yet.</summary>
    public bool ChangeInProgress { get; private set; }

    /// <summary>Newest minute with visible metrics; below 0 before the first.</summary>
    public int NewestVisible => Minute - Parameters.LagMinutes;

    /// <summary>Advances by one minute; a change that is due takes effect at its start.</summary>
    public void Advance()
    {
        Minute++;
        if (ChangeInProgress && Minute >= pendingUntil)
        {
            (Units, ChangeInProgress) = (pendingUnits, false);
        }

        unitsByMinute.Add(Units);
    }

    /// <summary>
    /// Requests a change of size. Returns false, without effect, when a change is in progress or the size is already in force.
    /// </summary>
    /// <exception cref="ArgumentException">The units are not on the ladder.</exception>
    public bool RequestUnits(int units)
    {
        RequireStep(Ladder, units);
        if (ChangeInProgress || units == Units)
        {
            return false;
        }

        (pendingUnits, pendingUntil, ChangeInProgress) = (units, Minute + draws.DrawDelayMinutes(Minute), true);
        return true;
    }

    /// <summary>
    /// Returns the metrics of a minute that has begun, in Azure's units; the caller must observe the lag (<see cref="NewestVisible"/>).
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The minute is before the start or has not begun.</exception>
    public MetricReadings GetReadings(int minute)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(minute);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(minute, Minute);
        var (wanted, units) = (demand(minute), unitsByMinute[minute]);
        var served = ServedShare.Compute(wanted, units, Parameters);
        var disturbed = served.ComputeLoad(wanted, units, Parameters) + draws.DrawNoise(minute);
        var (connections, outbound) = (wanted.Connections * served.Connections, wanted.OutboundBytes * served.Traffic);
        return new MetricReadings(
            ServerLoad: Math.Clamp(disturbed, 0, 100),
            ConnectionCount: connections,
            ConnectionQuotaUtilization: 100 * connections / (SimulationParameters.ConnectionsPerUnit * units),
            InboundTraffic: wanted.InboundBytes * served.Traffic,
            OutboundTraffic: outbound,
            MessageCount: outbound / 2048
        );
    }

    private static void RequireStep(UnitLadder ladder, int units)
    {
        if (!ladder.Contains(units))
        {
            throw new ArgumentException($"{units} units are not on the ladder.", nameof(units));
        }
    }
}
