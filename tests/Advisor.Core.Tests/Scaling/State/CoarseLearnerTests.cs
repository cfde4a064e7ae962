using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Core.Scaling.Saturation;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling.State;

/// <summary>The learner that learns in place, beside the plain one that makes a state of every minute: the same bytes.</summary>
public class CoarseLearnerTests
{
    private const int Day = 1440;

    public static TheoryData<string, int, int, bool> Pasts =>
        new()
        {
            // name, days, minutes of a sample, whether the workload is declared; the history is full after 14 days
            { "five minutes", 3, 5, true },
            { "a quarter of an hour, inferred", 14, 15, false },
            { "half an hour, longer than what is kept", 16, 30, true },
            { "an hour, inferred", 15, 60, false },
            { "six hours: not interpolated", 9, 360, true },
        };

    [Theory]
    [MemberData(nameof(Pasts))]
    public void The_state_is_that_of_learning_minute_by_minute(string name, int days, int grain, bool isDeclared)
    {
        var template = CreateTemplate(isDeclared);
        var samples = CreateSamples(days, grain, seed: name.Length).ToList();

        var state = HistoryBackfill.BuildState(TestResource.Rules, template, samples);

        Assert.Equal(ResourceStateFormat.Write(LearnPlainly(template, samples)!), ResourceStateFormat.Write(state!));
    }

    [Fact]
    public void Decided_minutes_between_coarse_samples_change_nothing_of_that()
    {
        var template = CreateTemplate(isDeclared: false);
        var samples = CreateSamples(4, 15, 3)
            .Select(s => s.Start.Hour is >= 6 and < 8 ? s with { Length = TimeSpan.FromMinutes(1) } : s)
            .ToList();

        var state = HistoryBackfill.BuildState(TestResource.Rules, template, samples);

        Assert.Equal(ResourceStateFormat.Write(LearnPlainly(template, samples)!), ResourceStateFormat.Write(state!));
    }

    [Fact]
    public void Impossible_settings_teach_nothing()
    {
        var template = CreateTemplate(isDeclared: true) with { Settings = TestResource.Settings with { MaxStep = 0 } };

        Assert.Null(HistoryBackfill.BuildState(TestResource.Rules, template, CreateSamples(1, 15, 1)));
    }

    private static Observation CreateTemplate(bool isDeclared) =>
        TestResource.CreateObservation(0, 0, 5, isDeclared ? null : ResourceSettings.Default) with
        {
            CountsServerLeg = !isDeclared,
        };

    /// <summary>
    /// Days with a season, noise, two sizes, a gap of half a day, a metric that fails now and then, idle nights, a reconnect storm and a
    /// reading that cannot be.
    /// </summary>
    private static IEnumerable<HistorySample> CreateSamples(int days, int grain, int seed)
    {
        var random = new Random(seed);
        for (var start = 0; start + grain <= days * Day; start += grain)
        {
            var hour = start % Day / 60.0;
            if (start is > Day and < Day + 700)
            {
                continue;
            }

            var demand = Math.Max(0, 4000 + (5000 * Math.Sin((hour - 8) * Math.PI / 12))) * (0.9 + (0.2 * random.NextDouble()));
            var units = start / Day % 2 == 0 ? 5 : 10;
            var readings = TestResource.CreateReadings(demand, units);
            readings = readings with
            {
                ServerLoad = random.Next(50) switch
                {
                    0 => null,
                    1 => 250,
                    _ => Math.Min(100, readings.ServerLoad!.Value * (0.9 + (0.2 * random.NextDouble()))),
                },
                InboundTraffic = random.Next(70) == 0 ? null : readings.InboundTraffic * grain,
                OutboundTraffic = readings.OutboundTraffic * grain * (1 + random.Next(3)),
                MessageCount = readings.MessageCount * grain,
                ConnectionCount = random.Next(90) == 0 ? null : readings.ConnectionCount,
                ConnectionOpenCount = random.Next(30) == 0 ? 90_000 : 3,
            };
            yield return new(TestResource.Start.AddMinutes(start), TimeSpan.FromMinutes(grain), readings);
        }
    }

    private static ResourceState? LearnPlainly(Observation template, IReadOnlyList<HistorySample> samples)
    {
        var sku = TestResource.Rules.GetCatalog(template.Service).Find(template.Sku);
        ResourceState? state = null;
        HistorySample? last = null;
        foreach (var sample in samples)
        {
            if (
                last is { } before
                && sample.Length > TimeSpan.FromMinutes(1)
                && GetMiddle(sample) - GetMiddle(before) <= TimeSpan.FromHours(1)
            )
            {
                // An impossible reading is missing, and so are the minutes beside it.
                var (from, to) = (ToMinute(before).DropImpossible(), ToMinute(sample).DropImpossible());
                var span = GetMiddle(sample) - GetMiddle(before);
                for (var time = GetMiddle(before).AddMinutes(1); time < GetMiddle(sample); time = time.AddMinutes(1))
                {
                    Learn(time, Mix(from, to, (time - GetMiddle(before)) / span), isCoarse: true, null);
                }
            }

            Learn(GetMiddle(sample), ToMinute(sample), sample.Length > TimeSpan.FromMinutes(1), sample);
            last = sample;
        }

        return state! with
        {
            Changes = SizeChangeHistory.Empty,
            FirstScaleIn = null,
            OtherController = null,
        };

        void Learn(DateTimeOffset time, MetricReadings readings, bool isCoarse, HistorySample? sample)
        {
            var observation = template with
            {
                Time = time,
                Readings = readings,
                Units = UnitsAtMinute.Find(sku, readings) ?? template.Units,
            };
            state = isCoarse
                ? LearnFrom(TestResource.Rules, observation, state, sample)
                : ScalingAdvisor.Decide(TestResource.Rules, observation, state, time + TestResource.Rules.Policy.MetricLag).State;
        }
    }

    private static ResourceState? LearnFrom(RuleSet rules, Observation reported, ResourceState? before, HistorySample? sample)
    {
        var observation = reported with { Readings = reported.Readings.DropImpossible() };
        var (sku, now) = (rules.GetCatalog(observation.Service).Find(observation.Sku), observation.Time + rules.Policy.MetricLag);
        if (
            (
                ObservationCheck.FindProblem(observation, sku, now)
                ?? ObservationCheck.FindProblemWithState(before?.Time, before?.Model?.Workload, observation, rules)
            )
            is not null
        )
        {
            return before;
        }

        var input = new DecisionInput(rules, observation, sku!, now);
        if (before is not null && before.MeasuredMinute == input.MeasuredMinute)
        {
            return before;
        }

        // Coarse samples smooth outliers of single minutes, and are not used for scaling decisions.
        var state = input.BeginState(before);
        var measuredUnits =
            state.RecentUnits.Find(input.MeasuredMinute) ?? UnitsAtMinute.Find(sku, observation.Readings) ?? observation.Units;
        var (required, loadModel) = RequiredUnits.Compute(state.Model!, observation, measuredUnits, state.LoadModel, rules.Policy.Parts);
        var unitsRequired = Math.Max(required.Units ?? 0, required.DataState == DataState.InsufficientData ? state.LastUnitsRequired : 0);
        var full = rules.Policy.FullSize;
        var isFull =
            required is { DataState: not DataState.InsufficientData, Units: not null }
            && FullSize.IsFull(observation.Readings, measuredUnits, sku!.ConnectionsPerUnit, required.ExpectedLoad, null, full);
        unitsRequired = isFull ? FullSize.ComputeAtLeast(measuredUnits, unitsRequired, false, input.Targets, rules.Policy) : unitsRequired;
        state = StateUpdater.AppendMinute(
            state with
            {
                LoadModel = sample is null ? state.LoadModel : loadModel,
                MeasuredMinute = input.MeasuredMinute,
            },
            required,
            unitsRequired,
            isFull,
            sample is not null && !isFull && required.DataState != DataState.InsufficientData && required.Units is not null,
            observation,
            rules,
            CoarseLearner.SearchMinutes
        );
        return sample is { } read
            ? StateUpdater.CountUsage(
                state,
                Minutes.ToNumber(read.Start),
                (int)read.Length.TotalMinutes,
                observation.Readings,
                measuredUnits
            )
            : state;
    }

    private static DateTimeOffset GetMiddle(HistorySample sample) => Minutes.Floor(sample.Start + (sample.Length / 2));

    private static MetricReadings ToMinute(HistorySample sample) =>
        sample.Readings with
        {
            InboundTraffic = sample.Readings.InboundTraffic / sample.Length.TotalMinutes,
            OutboundTraffic = sample.Readings.OutboundTraffic / sample.Length.TotalMinutes,
            MessageCount = sample.Readings.MessageCount / sample.Length.TotalMinutes,
        };

    private static MetricReadings Mix(MetricReadings a, MetricReadings b, double way) =>
        new(
            a.ServerLoad + ((b.ServerLoad - a.ServerLoad) * way),
            a.ConnectionCount + ((b.ConnectionCount - a.ConnectionCount) * way),
            a.ConnectionQuotaUtilization + ((b.ConnectionQuotaUtilization - a.ConnectionQuotaUtilization) * way),
            a.InboundTraffic + ((b.InboundTraffic - a.InboundTraffic) * way),
            a.OutboundTraffic + ((b.OutboundTraffic - a.OutboundTraffic) * way),
            a.MessageCount + ((b.MessageCount - a.MessageCount) * way)
        );
}
