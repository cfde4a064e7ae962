using Advisor.Lab.LocalAzure.Load;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Scenarios;

namespace Advisor.Cli.Commands.Demo;

/// <summary>
/// The resources of <c>advisor demo --serve</c>: Advisor sizes some and requests approval for others, the rest get recommendations. Two
/// have sound metrics at first.
/// </summary>
internal static class DemoResources
{
    /// <summary>Resource whose approvals the demo approver answered in the past.</summary>
    public const string Answered = "hot-chat";

    private const string ModeTag = "advisor-mode";

    private static readonly Dictionary<string, string> Modes = new(StringComparer.Ordinal)
    {
        [Answered] = "approve",
        ["lobby-connections"] = "auto",
        ["live-webpubsub"] = "auto",
        ["scores-oversized"] = "approve",
        ["idle-staging"] = "approve",
        ["premium-autoscale"] = "auto",
    };

    // Share of the daily wave. Most are nearly constant, so that the limiting factor is the same at any hour; here sizes have something to
    // follow. Not in the list: what is idle, what follows a day already, and what Azure autoscale sizes, which is not simulated.
    private static readonly Dictionary<string, double> Waves = new(StringComparer.Ordinal)
    {
        [Answered] = 0.4,
        ["lobby-connections"] = 0.15,
        ["ticker-outbound"] = 0.05,
        ["live-webpubsub"] = 0.35,
        ["rooms-small-groups"] = 0.2,
        ["silent-metrics"] = 0.2,
    };

    /// <summary>Creates the resources.</summary>
    /// <param name="opening">Time of the first view.</param>
    public static IReadOnlyList<LocalResourceSpec> Create(DateTimeOffset opening) =>
        [.. LocalScenario.Demo.Select(AddDailyWave).Select(AddMode).Select(spec => BeginFaults(spec, opening))];

    private static LocalResourceSpec AddDailyWave(LocalResourceSpec spec) =>
        Waves.TryGetValue(spec.Name, out var wave) ? spec with { Load = spec.Load with { DailyWave = wave } } : spec;

    private static LocalResourceSpec AddMode(LocalResourceSpec spec) =>
        Modes.TryGetValue(spec.Name, out var mode)
            ? spec with
            {
                Tags = new Dictionary<string, string>(spec.Tags, StringComparer.Ordinal) { [ModeTag] = mode },
            }
            : spec;

    // Metrics that are missing or stuck begin to be so, which fires their alerts.
    private static LocalResourceSpec BeginFaults(LocalResourceSpec spec, DateTimeOffset opening) =>
        spec.Load switch
        {
            { AllMetricsMissing: true } => spec with
            {
                Load = spec.Load with
                {
                    AllMetricsMissing = false,
                    Steps = [new LoadStep(opening.AddMinutes(-25), DateTimeOffset.MaxValue) { MetricsMissing = true }],
                },
            },
            { StuckServerLoad: { } stuck } => spec with
            {
                Load = spec.Load with
                {
                    StuckServerLoad = null,
                    Steps = [new LoadStep(opening.AddHours(-20), DateTimeOffset.MaxValue) { StuckServerLoad = stuck }],
                },
            },
            _ => spec,
        };
}
