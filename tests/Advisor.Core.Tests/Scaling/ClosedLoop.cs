using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling;

/// <summary>A resource that follows its decisions: metrics are two minutes old, a change is in force after four minutes.</summary>
internal sealed class ClosedLoop(int units, ResourceSettings? settings = null)
{
    private const int LagMinutes = 2,
        DelayMinutes = 4;
    private readonly List<int> unitsByMinute = [];
    private int requestedUnits = units;
    private int due;

    public ResourceState? State { get; private set; }

    /// <summary>The minute that is decided next.</summary>
    public int Minute { get; private set; } = LagMinutes;

    public int Units { get; private set; } = units;

    public List<Decision> Decisions { get; } = [];

    /// <summary>The sizes decided for, ascending.</summary>
    public IEnumerable<int> Sizes => Decisions.Select(decision => decision.Units).Distinct().Order();

    /// <summary>Runs for so many minutes; the readings of a minute at the units of that minute come from the caller.</summary>
    public ClosedLoop Run(int minutes, Func<int, int, MetricReadings> readings)
    {
        for (var end = Minute + minutes; Minute < end; Minute++)
        {
            Units = Minute >= due ? requestedUnits : Units;
            while (unitsByMinute.Count <= Minute)
            {
                unitsByMinute.Add(Units);
            }

            var measured = Minute - LagMinutes;
            var observation = TestResource.CreateObservation(measured, 0, Units, settings) with
            {
                Readings = readings(measured, unitsByMinute[measured]),
                ChangeInProgress = Units != requestedUnits,
            };
            var outcome = TestResource.Decide(observation, State);
            State = outcome.State;
            Decisions.Add(outcome.Decision!);
            if (Units == requestedUnits && outcome.Decision!.Units != Units)
            {
                (requestedUnits, due) = (outcome.Decision.Units, Minute + DelayMinutes);
            }
        }

        return this;
    }
}
