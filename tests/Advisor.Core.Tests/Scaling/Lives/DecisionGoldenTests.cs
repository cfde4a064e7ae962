using System.Text;
using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.Experts;
using Advisor.Core.Scaling.State;
using Advisor.Tests;

namespace Advisor.Core.Tests.Scaling.Lives;

/// <summary>
/// Whole days of decisions beside what was decided when the file was made. Whatever changes a figure or a sentence of any of them shows
/// here; a change that is meant rewrites the files.
/// </summary>
public sealed class DecisionGoldenTests
{
    private const int DelayMinutes = 4,
        WholeEvery = 15;

    private static IReadOnlyList<Life> Lives { get; } = [.. KnownLives.All, .. GuardedLives.All];

    public static TheoryData<int> Numbers => [.. Enumerable.Range(0, Lives.Count)];

    [Theory]
    [MemberData(nameof(Numbers))]
    public void The_decisions_of_a_life_are_those_that_were_reviewed(int number)
    {
        var life = Lives[number];
        Golden.AssertMatches("Advisor.Core.Tests", $"lives/{life.Name.Replace(" ", "-", StringComparison.Ordinal)}.txt", Live(life));
    }

    /// <summary>Decisions (each change, and the first reason of a kind, written out), a line of each hour, and the advice.</summary>
    private static string Live(Life life)
    {
        var text = new StringBuilder($"{life.Name}\n\n");
        var first = life.PastDays * Life.Day;
        var (units, requested, due) = (life.Units, life.Units, 0);
        var measuredUnits = new Queue<int>(Enumerable.Repeat(units, 3));
        var state = Learn(life, first);
        var (hour, said, codes) = (new StringBuilder(), "", new HashSet<string>(StringComparer.Ordinal));
        for (var minute = first; minute < first + life.Minutes; minute++)
        {
            units = minute >= due ? requested : units;
            measuredUnits.Enqueue(units);
            var observation = life.Observe(minute, units, measuredUnits.Dequeue());
            observation = observation with { ChangeInProgress = units != requested };
            var outcome = life.Decide(minute, observation, state);
            state = outcome.State;
            var decision = outcome.Decision!;
            hour.Append(Describe(decision)).Append(minute % WholeEvery == 0 ? Figures.Write(decision) : "");
            if (decision.Action is not ScalingAction.Hold && Say(decision) is var why && why != said)
            {
                text.Append($"{decision.Time:ddd HH:mm} {decision.Action} {units} -> {decision.Target}: {why}\n");
                said = why;
            }

            foreach (var reason in decision.Reasons.Where(reason => codes.Add(reason.Code)))
            {
                text.Append($"  first {reason.Code} at {decision.Time:ddd HH:mm}: {reason.Text}\n");
            }

            if (minute % 60 == 59)
            {
                var now = string.Join(' ', decision.Reasons.Select(reason => reason.Code));
                text.Append($"{decision.Time:ddd HH:mm} {units} units, {decision.UnitsRequired:0.000} required, {now}; ")
                    .Append($"hour {Figures.ComputeDigest(hour.ToString())}\n");
                hour.Clear();

                // A restart: what is stored decides as what was in memory.
                state = ResourceStateFormat.Read(ResourceStateFormat.Write(state!)).State;
            }

            if (units == requested && decision.Units != units && decision.Sku == life.Sku)
            {
                (requested, due) = (decision.Units, minute + DelayMinutes);
            }
        }

        return text.Append('\n').Append(Advise(life, state!, units, first + life.Minutes)).ToString();
    }

    private static ResourceState? Learn(Life life, int minutes)
    {
        var samples = Enumerable
            .Range(0, minutes / 15)
            .Select(quarter => new HistorySample(
                TestResource.Start.AddMinutes(quarter * 15),
                TimeSpan.FromMinutes(15),
                life.Show((quarter * 15) + 7, life.Units).ConvertTotals(MetricTable.Sizing, total => total * 15)
            ));
        return HistoryBackfill.BuildState(TestResource.Rules, life.Observe(minutes, life.Units, life.Units), samples);
    }

    // What a person is told at the end, whatever it is.
    private static string Advise(Life life, ResourceState state, int units, int minute)
    {
        var observation = life.Observe(minute, units, units) with { Steady = SteadyAdvice.Always };
        var decision = TestResource.Decide(observation, state).Decision!;
        var sku = TestResource.Rules.GetCatalog(life.Service, life.Settings).Find(life.Sku)!;
        var replay = AutopilotReplay.Run(TestResource.Rules, life.Settings, sku, state, units, _ => null);
        var text = new StringBuilder("Advice\n");
        foreach (var reason in decision.Reasons)
        {
            text.Append($"  {reason.Code}: {reason.Text}\n");
        }

        foreach (var factor in decision.ConfidenceFactors)
        {
            text.Append($"  {factor}\n");
        }

        foreach (var size in decision.Steady?.Sizes ?? [])
        {
            text.Append($"  {size.Units} units: {size.OverloadedMinutes} above target, {size.BeyondLimitMinutes} beyond the limit")
                .Append($"{(size.WorstHour is { } hour ? $", most on {hour:ddd HH:mm}" : "")}\n");
        }

        return text.Append($"  autopilot {Figures.Write(replay)}\n  all {Figures.ComputeDigest(Figures.Write(decision))}\n").ToString();
    }

    private static string Say(Decision decision) => $"{decision.Units} {decision.Reasons[0].Text}";

    private static string Describe(Decision decision) =>
        FigureText.Create($"{decision.Action} {decision.Target} {decision.UnitsRequired:0.###} {decision.Confidence.Value:0.###} ")
        + $"{decision.LimitingFactor} {decision.OwnUnits} {decision.FailoverUnits} {decision.DataState}\n";
}
