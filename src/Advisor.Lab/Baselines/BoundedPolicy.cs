using Advisor.Lab.Scenarios;

namespace Advisor.Lab.Baselines;

/// <summary>A policy within the sizes that the owner allows, as the minimum and maximum of an autoscale setting would hold it.</summary>
public sealed class BoundedPolicy(ISizingPolicy policy, Scenario scenario) : ISizingPolicy
{
    public int SelectUnits(in MinuteView view) => scenario.Limit(view.Minute, policy.SelectUnits(view));
}
