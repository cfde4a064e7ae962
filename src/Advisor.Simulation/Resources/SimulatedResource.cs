using Advisor.Core.Capacity;
using Advisor.Core.Metrics;

namespace Advisor.Simulation.Resources;

/// <summary>
/// A resource that exists only here: one step is one minute. A demand is served by the units in force; metrics become visible after a lag;
/// a change of size takes effect 3, 4 or 5 minutes after it is asked for, now and then after 30. Everything follows from the seed.
/// </summary>
public sealed class SimulatedResource
{
    private readonly Func<int, MinuteDemand> demand;
    private readonly SimulationDraws draws;
    private readonly List<int> unitsByMinute = [];
    private int pendingUnits;
    private int pendingUntil;

    /// <summary>A resource at minute 0 with <paramref name="units"/> in force.</summary>
    /// <param name="demand">The demand of a minute, 0 and later; asked again for the same minute, it gives the same answer.</param>
    /// <exception cref="ArgumentException">The units are not on the ladder.</exception>
    public SimulatedResource(Func<int, MinuteDemand> demand, SimulationParameters parameters, UnitLadder ladder, int units, ulong seed)
    {
        RequireStep(ladder, units);
        this.demand = demand;
        (Parameters, Ladder, Units) = (parameters, ladder, units);
        draws = new SimulationDraws(parameters, seed);
        unitsByMinute.Add(units);
    }

    /// <summary>The ladder of Standard_S1, by which the scenarios of the bench are defined: 1-10, 20, 30 ... 100.</summary>
    public static UnitLadder StandardLadder { get; } = new([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);

    public SimulationParameters Parameters { get; }

    public UnitLadder Ladder { get; }

    /// <summary>The minute that runs now, 0 at the start.</summary>
    public int Minute { get; private set; }

    /// <summary>The units in force in the minute that runs now.</summary>
    public int Units { get; private set; }

    /// <summary>Whether a change was asked for and is not yet in effect.</summary>
    public bool ChangeInProgress { get; private set; }

    /// <summary>The newest minute whose metrics can be read; below 0 before the first.</summary>
    public int NewestVisible => Minute - Parameters.LagMinutes;

    /// <summary>Lets a minute pass; a change that is due takes effect at its start.</summary>
    public void Step()
    {
        Minute++;
        if (ChangeInProgress && Minute >= pendingUntil)
        {
            (Units, ChangeInProgress) = (pendingUnits, false);
        }

        unitsByMinute.Add(Units);
    }

    /// <summary>Requests another size. False, and nothing happens, where a change is in progress or the size is the one in force.</summary>
    /// <exception cref="ArgumentException">The units are not on the ladder.</exception>
    public bool RequestUnits(int units)
    {
        RequireStep(Ladder, units);
        if (ChangeInProgress || units == Units)
        {
            return false;
        }

        (pendingUnits, pendingUntil, ChangeInProgress) = (units, Minute + draws.DelayMinutes(Minute), true);
        return true;
    }

    /// <summary>The units that were in force in a minute, 0 up to <see cref="Minute"/>.</summary>
    public int UnitsAt(int minute) => unitsByMinute[minute];

    /// <summary>
    /// The metrics of a minute that has begun, in Azure's units; the lag is for the reader to keep (<see cref="NewestVisible"/>).
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The minute lies before the start or has not begun.</exception>
    public MetricReadings ReadingsAt(int minute)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(minute);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(minute, Minute);
        var (asked, units) = (demand(minute), unitsByMinute[minute]);
        var disturbed = asked.LoadAtOneUnit / units + draws.Noise(minute);
        return new MetricReadings(
            ServerLoad: Math.Clamp(disturbed, 0, 100),
            ConnectionCount: asked.Connections,
            ConnectionQuotaUtilization: 100 * asked.Connections / (SimulationParameters.ConnectionsPerUnit * units),
            InboundTraffic: asked.InboundBytes,
            OutboundTraffic: asked.OutboundBytes,
            MessageCount: asked.OutboundBytes / 2048
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
