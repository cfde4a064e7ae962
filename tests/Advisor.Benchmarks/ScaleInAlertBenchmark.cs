using System.Globalization;
using Advisor.Configuration.Rules;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Lab.Scenarios;

namespace Advisor.Benchmarks;

/// <summary>
/// Whether sizes and alert lines agree: 14 days of each scenario through decisions and the alert state machine, and the share of scale-ins
/// after which an alert fires within half an hour that would not have fired at the size before. Once as in mode <c>auto</c>, once as where
/// a person approves every change.
/// </summary>
internal static class ScaleInAlertBenchmark
{
    private const double Most = 0.01;

    // The horizon that the alert on the forecast looks at.
    private static readonly TimeSpan Ahead = TimeSpan.FromMinutes(30);

    public static Benchmark Benchmark { get; } =
        new(
            "alert-after-scale-in",
            "Scale-ins after which an alert fires because of them, at most 1 %: FOLDER OF TRACES",
            args => Task.FromResult(Run(args))
        );

    private static int Run(string[] args)
    {
        if (args.Length != 1 || !Directory.Exists(args[0]))
        {
            Console.Error.WriteLine("Name a folder of traces.");
            return 2;
        }

        var (rules, scenarios) = (RuleSetLoader.Embedded, ScenarioBuilder.Build(TraceFolder.Read(args[0]), new ScenarioOptions()));
        Print($"{scenarios.Count} scenarios, {scenarios.Sum(s => s.Minutes) / 1440.0 / scenarios.Count:0.#} days each");
        var auto = Replay(rules, scenarios, actsByItself: true);
        var approved = Replay(rules, scenarios, actsByItself: false);
        PrintResult("auto", auto);
        PrintResult("approved", approved);
        return ComputeShare(auto) <= Most && ComputeShare(approved) <= Most && !auto.Any(IsExpectedAboveTarget) ? 0 : 1;
    }

    private static IReadOnlyList<ScaleInReplay> Replay(RuleSet rules, IReadOnlyList<Scenario> scenarios, bool actsByItself)
    {
        var found = new IReadOnlyList<ScaleInReplay>[scenarios.Count];
        Parallel.For(0, scenarios.Count, i => found[i] = AlertReplay.Run(rules, scenarios[i], ResourceSettings.Default, actsByItself));
        return [.. found.SelectMany(scaleIns => scaleIns)];
    }

    private static void PrintResult(string mode, IReadOnlyList<ScaleInReplay> scaleIns)
    {
        var fired = scaleIns.Where(s => s.Fired is not null).ToList();
        var expected = scaleIns.Count(IsExpectedAboveTarget);
        Print(
            $"{mode, -9} {scaleIns.Count:#,0} scale-ins; an alert because of {fired.Count:#,0}, {ComputeShare(scaleIns) * 100:0.00} %; "
                + $"expected above the target by their own forecast (80 %, 30 minutes): {expected:#,0}"
        );
        foreach (
            var kind in fired
                .GroupBy(s => $"{s.Fired!.Condition} {s.Fired.Severity}", StringComparer.Ordinal)
                .OrderByDescending(kind => kind.Count())
        )
        {
            Print($"  {kind.Key}: {kind.Count()}");
        }
    }

    private static bool IsExpectedAboveTarget(ScaleInReplay scaleIn) =>
        scaleIn.Forecast.First(f => f.Horizon >= Ahead).Upper > scaleIn.ToUnits;

    private static double ComputeShare(IReadOnlyList<ScaleInReplay> scaleIns) =>
        scaleIns.Count == 0 ? 0 : (double)scaleIns.Count(s => s.Fired is not null) / scaleIns.Count;

    private static void Print(string line) => Console.Out.WriteLine(line);
}
