using Advisor.Lab.Baselines;
using Advisor.Lab.Scenarios;

namespace Advisor.Lab.Replays;

/// <summary>Runs one policy on one scenario, closed loop.</summary>
public static class Replay
{
    /// <summary>Returns the units in force in every minute of the scenario while <paramref name="policy"/> sizes the resource.</summary>
    public static int[] Run(Scenario scenario, ISizingPolicy policy)
    {
        var resource = scenario.CreateResource();
        var units = new int[scenario.Minutes];
        for (var minute = 0; minute < units.Length; minute++)
        {
            units[minute] = resource.Units;
            var newest = resource.NewestVisible;
            if (newest >= 0)
            {
                var view = new MinuteView(
                    minute,
                    scenario.Start.AddMinutes(minute),
                    newest,
                    resource.GetReadings(newest),
                    resource.Units,
                    resource.ChangeInProgress
                );
                resource.RequestUnits(policy.SelectUnits(view));
            }

            resource.Advance();
        }

        return units;
    }
}
