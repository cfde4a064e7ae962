using Advisor.Core.Capacity;
using Advisor.Core.Settings;
using Advisor.Core.Text;
using Advisor.Lab.Scenarios;
using Advisor.Lab.Traces;

namespace Advisor.Cli.Commands.Backtests;

/// <summary>What the command line says about measured metrics. It comes before the settings of the resource.</summary>
/// <param name="Units">Units in force, if the metrics do not show them; null = they must.</param>
/// <param name="Workload">The declared workload; null = that of the settings.</param>
/// <param name="CountsServerLeg">Whether the traffic includes the leg to the app servers; null = by the settings and the mode.</param>
public sealed record MeasuredOptions(int? Units, Workload? Workload, bool? CountsServerLeg)
{
    /// <summary>Builds the scenario of a resource from its metrics.</summary>
    /// <param name="profile">The resource; these options and the settings say whether its traffic includes the leg.</param>
    /// <exception cref="CommandException">The metrics do not allow one.</exception>
    public Scenario CreateScenario(
        MeasuredSeries series,
        ResourceProfile profile,
        ResourceSettings settings,
        UnitLadder ladder,
        ScenarioOptions options
    )
    {
        var reading = MeasuredScenario.Build(series, Units, Workload ?? settings.Workload, ladder, options);
        var scenario = reading.Scenario ?? throw CommandException.CreateInvalidInput(UntrustedText.Sanitize(reading.Problem!));
        return scenario with { Profile = profile with { CountsServerLeg = CountsServerLeg ?? settings.ResolveServerLeg(profile.Mode) } };
    }
}
