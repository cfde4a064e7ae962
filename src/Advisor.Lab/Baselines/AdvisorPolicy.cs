using Advisor.Core;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Observations;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;
using Advisor.Lab.Scenarios;

namespace Advisor.Lab.Baselines;

/// <summary>
/// Advisor as a policy for the simulated resource: the same <see cref="ScalingAdvisor.Decide"/> as everywhere, with the metrics as its only
/// input.
/// </summary>
public sealed class AdvisorPolicy : ISizingPolicy
{
    private readonly RuleSet rules;
    private readonly Scenario scenario;
    private readonly Func<DateTimeOffset, ResourceSettings> settings;
    private Observation template;
    private ResourceState? state;

    /// <summary>Creates Advisor in auto mode for the resource, without any history.</summary>
    /// <param name="settings">
    /// Returns the settings of the resource from an instant on, with the upcoming windows; called once per day. The scenario's workload is
    /// declared in addition.
    /// </param>
    public AdvisorPolicy(RuleSet rules, Scenario scenario, Func<DateTimeOffset, ResourceSettings> settings)
    {
        (this.rules, this.scenario, this.settings) = (rules, scenario, settings);
        template = CreateTemplate(scenario.Start);
    }

    public int SelectUnits(in MinuteView view)
    {
        if (view.Minute % 1440 == 0)
        {
            template = CreateTemplate(view.Time);
        }

        var observation = template with
        {
            Time = view.Time.AddMinutes(view.MeasuredMinute - view.Minute),
            Units = view.Units,
            ChangeInProgress = view.ChangeInProgress,
            Readings = view.Readings,
            BillsRunningMean = true,
        };
        var outcome = ScalingAdvisor.Decide(rules, observation, state, view.Time);
        state = outcome.State;
        return outcome.Decision?.Units ?? throw new InvalidOperationException($"{template.ResourceId} at {view.Time:u}: {outcome.Problem}");
    }

    private Observation CreateTemplate(DateTimeOffset now) =>
        scenario.CreateObservation(
            now,
            scenario.StartUnits,
            settings(now) with
            {
                Mode = AdvisorMode.Auto,
                Billing = BillingModel.Prorated,
            }
        );
}
