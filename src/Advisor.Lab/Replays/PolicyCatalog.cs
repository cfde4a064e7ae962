using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Lab.Baselines;
using Advisor.Lab.Scenarios;

namespace Advisor.Lab.Replays;

/// <summary>A policy for a backtest.</summary>
/// <param name="Name">Name on the command line.</param>
/// <param name="Title">Name in tables.</param>
/// <param name="Create">Creates a new policy for one replay; null for the best plan, which is computed instead.</param>
public sealed record PolicyEntry(string Name, string Title, Func<Scenario, ISizingPolicy>? Create);

/// <summary>Policies that a backtest compares, in the order of its table.</summary>
public static class PolicyCatalog
{
    /// <summary>Name of the best plan with perfect foresight.</summary>
    public const string Best = "best";

    /// <summary>Name of Advisor itself.</summary>
    public const string Advisor = "advisor";

    /// <summary>Policies available to a user without Advisor.</summary>
    public static IReadOnlyList<PolicyEntry> Baselines { get; } =
    [
        Create("static-peak", "static size for the peak", StaticSize.FromPeak),
        Create("static-99", "static size for the 99 % quantile", StaticSize.FromQuantile99),
        Create("autoscale-signalr", "Azure autoscale, SignalR page", s => new AzureAutoscale(AutoscaleRules.SignalRPage, s.Ladder)),
        Create("autoscale-webpubsub", "Azure autoscale, Web PubSub page", s => new AzureAutoscale(AutoscaleRules.WebPubSubPage, s.Ladder)),
        Create("autoscale-tuned", "Azure autoscale, tuned", s => new AzureAutoscale(AutoscaleRules.Tuned, s.Ladder)),
        Create("keda", "KEDA + HPA", s => new KedaHpa(s.Ladder)),
        Create("community", "community script", s => new CommunityScript(s.Ladder)),
        Create("aws", "AWS-like tracking + predictive floor", s => new AwsLikeScaling(s.Ladder)),
    ];

    private static PolicyEntry Create(string name, string title, Func<Scenario, ISizingPolicy> create) =>
        new(name, title, scenario => new BoundedPolicy(create(scenario), scenario));

    /// <summary>The plan of perfect foresight.</summary>
    public static PolicyEntry BestPlan { get; } = new(Best, "best plan, perfect foresight", null);

    /// <summary>Creates Advisor with settings that vary by scenario and day.</summary>
    /// <param name="settings">Returns the settings of a scenario's resource from an instant on; called once per replayed day.</param>
    public static PolicyEntry CreateAdvisor(RuleSet rules, Func<Scenario, DateTimeOffset, ResourceSettings> settings) =>
        new(Advisor, "Advisor", scenario => new AdvisorPolicy(rules, scenario, now => settings(scenario, now)));
}
