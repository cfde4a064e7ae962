using Advisor.Configuration.Rules;
using Advisor.Core.Settings;
using Advisor.Lab.Charts;
using Advisor.Lab.Replays;
using Advisor.Lab.Scenarios;
using Advisor.Lab.Traces;
using Advisor.Tests;

namespace Advisor.Lab.Tests.Clock;

/// <summary>Loads that follow the clock, replayed over four weeks: their steps are met before they come.</summary>
public class ClockScenarioTests
{
    private const int Day = 1440;
    private static readonly string Folder = RepositoryFiles.GetPath("tests", "scenarios", "clock");

    // The picture shows the first; smallgroup has larger sizes and a routing limit.
    private static readonly Lazy<IReadOnlyList<ScenarioResult>> Echo = new(() => Run("echo"));
    private static readonly Lazy<IReadOnlyList<ScenarioResult>> Replayed = new(() => [.. Echo.Value, .. Run("smallgroup")]);

    public static TheoryData<string> Series { get; } = new(ClockSeries.All.Keys);

    [Theory]
    [MemberData(nameof(Series))]
    public void The_committed_series_is_what_its_generator_makes(string name)
    {
        var path = Path.Combine(Folder, name + ".csv");
        var made = ClockSeries.RenderCsv(ClockSeries.All[name]);
        if (Environment.GetEnvironmentVariable("ADVISOR_GOLDEN") == "update")
        {
            File.WriteAllText(path, made);
        }

        Assert.Equal(File.ReadAllText(path), made);
    }

    [Theory]
    [MemberData(nameof(Series))]
    public void In_the_fourth_week_the_units_are_in_force_when_a_step_comes(string name)
    {
        var series = ClockSeries.All[name];
        foreach (var result in Replayed.Value.Where(result => result.Scenario.Trace == name))
        {
            var (required, units) = (result.Scenario.Required, result.Runs[0].Units!);
            List<int> steps =
            [
                .. Enumerable
                    .Range(21 * Day, (7 * Day) - 10)
                    .Where(m => series(m / Day % 7, m % Day) > 1.3 * series((m - 1) / Day % 7, (m - 1) % Day)),
            ];
            var met = steps.Count(m => units[m - Scenario.WarmUpMinutes] >= required[m..(m + 5)].Min());

            // A week: 5 mornings, 5 handovers, 105 draws, 2 shows. Noise of a minute is no part of a step, and one change in fifty takes
            // half an hour.
            Assert.True(steps.Count >= 2 && met >= 0.8 * steps.Count, $"{name}, {result.Scenario.Shape}: {met} of {steps.Count}");
        }
    }

    [Fact]
    public void The_regret_of_the_series_stays_within_its_bars()
    {
        // Owed on series of this kind with all four shapes: a median of 1.12 and a mean of 1.14, 0.05 above what is measured. With these
        // two 1.055 and 1.072 are measured.
        var summary = Assert.Single(Summary.Compute(Replayed.Value));

        Assert.True(
            summary.MedianRegret <= 1.1 && summary.MeanRegret <= 1.12,
            $"{summary.MedianRegret:0.000} / {summary.MeanRegret:0.000}"
        );
    }

    [Fact]
    public void The_committed_picture_is_what_the_bench_makes()
    {
        // advisor backtest tests/scenarios/clock --policy advisor --shape echo --days 28 --minute-noise 0.02 --chart docs/clock.svg
        // --chart-from 2026-01-28T08:30Z
        var path = RepositoryFiles.GetPath("docs", "clock.svg");
        var made = WindowChart.RenderSvg(Echo.Value, new ChartWindow(new DateTimeOffset(2026, 1, 28, 8, 30, 0, TimeSpan.Zero), 3));
        if (Environment.GetEnvironmentVariable("ADVISOR_GOLDEN") == "update")
        {
            File.WriteAllText(path, made);
        }

        Assert.Equal(File.ReadAllText(path), made);
    }

    private static IReadOnlyList<ScenarioResult> Run(string shape) =>
        Backtest.Run(
            ScenarioBuilder.Build(
                CreateTraces(),
                new ScenarioOptions
                {
                    Days = 28,
                    MinuteNoise = 0.02,
                    Shapes = [shape],
                }
            ),
            [PolicyCatalog.CreateAdvisor(RuleSetLoader.Embedded, (_, _) => ResourceSettings.Default)],
            RuleSetLoader.Embedded.Policy.Prices,
            keepUnits: true,
            null,
            default
        );

    private static IEnumerable<Trace> CreateTraces() =>
        Directory
            .GetFiles(Folder, "*.csv")
            .Order(StringComparer.Ordinal)
            .Select(path =>
            {
                using var text = File.OpenText(path);
                return TraceReader.Read(text, Path.GetFileNameWithoutExtension(path)).Trace!;
            });
}
