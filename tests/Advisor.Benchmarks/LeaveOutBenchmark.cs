using Advisor.Configuration.Rules;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Lab.Replays;
using Advisor.Lab.Scenarios;

namespace Advisor.Benchmarks;

/// <summary>
/// What choosing the margins on the bench is worth on a load that had no part in the choice: for each family of traces the best of eleven
/// settings on all the others, measured on that family. The whole program in a closed loop, as in a backtest.
/// </summary>
internal static class LeaveOutBenchmark
{
    // Around the setting in use, from the one that the bench began with.
    private static readonly (double Margin, double TrendMinutes)[] Settings =
    [
        (1.05, 10),
        (1.05, 8),
        (1.03, 10),
        (1.03, 9),
        (1.03, 8),
        (1.02, 10),
        (1.02, 8),
        (1.02, 7),
        (1.01, 8),
        (1.01, 7),
        (1.00, 7),
    ];

    public static Benchmark Benchmark { get; } =
        new(
            "leave-out",
            "Regret with margins chosen without the family they are measured on: FOLDER OF TRACES [CSV trace,family]",
            args => Task.FromResult(Run(args))
        );

    private static int Run(string[] args)
    {
        if (args.Length is < 1 or > 2 || !Directory.Exists(args[0]))
        {
            Console.Error.WriteLine("Name a folder of traces, and a CSV file 'trace,family' where traces belong together.");
            return 2;
        }

        var families =
            args.Length == 2
                ? File.ReadLines(args[1]).Select(line => line.Split(',')).ToDictionary(f => f[0], f => f[1], StringComparer.Ordinal)
                : [];
        var rules = RuleSetLoader.Embedded;
        PolicyEntry[] policies =
        [
            .. Settings.Select(s =>
                PolicyCatalog.CreateAdvisor(
                    rules with
                    {
                        Policy = rules.Policy with { Margins = new ExpertMargins(s.Margin, s.TrendMinutes, s.Margin) },
                    },
                    (_, _) => ResourceSettings.Default
                )
            ),
        ];
        var results = Backtest.Run(
            ScenarioBuilder.Build(TraceFolder.Read(args[0]), new ScenarioOptions()),
            policies,
            rules.Policy.Prices,
            false,
            null,
            CancellationToken.None
        );
        var byFamily = results.ToLookup(r => families.GetValueOrDefault(r.Scenario.Trace, r.Scenario.Trace), StringComparer.Ordinal);

        Print($"{results.Count} scenarios of {byFamily.Count} families");
        for (var i = 0; i < Settings.Length; i++)
        {
            Print(
                $"  margin {Settings[i].Margin:0.00}, trend {Settings[i].TrendMinutes:0} minutes: {FormatFigures(ListRegrets(results, i))}"
            );
        }

        var leftOut = new List<double>();
        foreach (var family in byFamily)
        {
            var best = FindBest([.. results.Except(family)]);
            leftOut.AddRange(ListRegrets([.. family], best));
            Print(
                $"  without {family.Key}: margin {Settings[best].Margin:0.00}, trend {Settings[best].TrendMinutes:0} minutes; "
                    + $"on it {FormatFigures([.. ListRegrets([.. family], best)])}"
            );
        }

        Print($"chosen on all: {FormatFigures(ListRegrets(results, FindBest(results)))}");
        Print($"left out:      {FormatFigures(leftOut)}");
        return 0;
    }

    /// <summary>The setting with the lowest sum of median and mean.</summary>
    private static int FindBest(IReadOnlyList<ScenarioResult> results) =>
        Enumerable
            .Range(0, Settings.Length)
            .MinBy(i =>
            {
                var regrets = ListRegrets(results, i);
                return ScenarioBuilder.Quantile(regrets, 0.5) + regrets.Average();
            });

    private static IReadOnlyList<double> ListRegrets(IReadOnlyList<ScenarioResult> results, int setting) =>
        [.. results.Select(r => r.Runs[setting].Score.Regret)];

    private static string FormatFigures(IReadOnlyList<double> regrets) =>
        $"median {ScenarioBuilder.Quantile([.. regrets], 0.5):0.000}, mean {regrets.Average():0.000}";

    private static void Print(string line) => Console.Out.WriteLine(line);
}
