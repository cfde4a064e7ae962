using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Simulation.Baselines;
using Advisor.Simulation.Scenarios;

namespace Advisor.Simulation.Replays;

/// <summary>A policy that a backtest can run.</summary>
/// <param name="Name">The word on the command line.</param>
/// <param name="Title">What tables call it.</param>
/// <param name="IsStatic">A size chosen with hindsight: for comparison, not an alternative.</param>
/// <param name="Create">A fresh policy for one replay; null for the best plan, which is computed and not run.</param>
public sealed record PolicyEntry(string Name, string Title, bool IsStatic, Func<Scenario, ISizingPolicy>? Create);

/// <summary>The policies that a backtest compares, in the order of its table.</summary>
public static class PolicyCatalog
{
    /// <summary>Name of the best plan with perfect foresight.</summary>
    public const string Best = "best";

    /// <summary>Name of Advisor itself.</summary>
    public const string Advisor = "advisor";

    /// <summary>What a user has without Advisor.</summary>
    public static IReadOnlyList<PolicyEntry> Baselines { get; } =
    [
        new("static-peak", "static size for the peak", true, StaticSize.ForPeak),
        new("static-99", "static size for the 99 % quantile", true, StaticSize.ForQuantile99),
        new("autoscale-signalr", "Azure autoscale, SignalR page", false, s => new AzureAutoscale(AutoscaleRules.SignalRPage, s.Ladder)),
        new(
            "autoscale-webpubsub",
            "Azure autoscale, Web PubSub page",
            false,
            s => new AzureAutoscale(AutoscaleRules.WebPubSubPage, s.Ladder)
        ),
        new("autoscale-tuned", "Azure autoscale, tuned", false, s => new AzureAutoscale(AutoscaleRules.Tuned, s.Ladder)),
        new("keda", "KEDA + HPA", false, s => new KedaHpa(s.Ladder)),
        new("community", "community script", false, s => new CommunityScript(s.Ladder)),
        new("aws", "AWS-like tracking + predictive floor", false, s => new AwsLikeScaling(s.Ladder)),
    ];

    /// <summary>The plan that perfect foresight would follow.</summary>
    public static PolicyEntry BestPlan { get; } = new(Best, "best plan, perfect foresight", false, null);

    /// <summary>Advisor itself, by the rules and settings given.</summary>
    public static PolicyEntry AdvisorWith(RuleSet rules, ResourceSettings settings) => AdvisorWith(rules, (_, _) => settings);

    /// <summary>Advisor itself, by settings that differ from scenario to scenario and from day to day.</summary>
    /// <param name="settings">Of a scenario's resource from an instant on; asked once for each replayed day.</param>
    public static PolicyEntry AdvisorWith(RuleSet rules, Func<Scenario, DateTimeOffset, ResourceSettings> settings) =>
        new(Advisor, "Advisor", false, scenario => new AdvisorPolicy(rules, scenario, now => settings(scenario, now)));
}
