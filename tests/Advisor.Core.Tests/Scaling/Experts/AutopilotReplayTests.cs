using Advisor.Configuration.Schedules;
using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Forecasting.LeadWindow;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.Experts;
using Advisor.Core.Scaling.State;

namespace Advisor.Core.Tests.Scaling.Experts;

/// <summary>The replay in place, beside the plain one that makes a new value of every minute.</summary>
public class AutopilotReplayTests
{
    private const int Day = 1440,
        StepMinutes = 15,
        Lag = 2;

    // The five days are Monday to Friday in UTC; in Apia, 13 hours ahead, the weekend begins at noon of the last.
    [Theory]
    [InlineData("UTC")]
    [InlineData("Pacific/Apia")]
    public void The_replay_is_that_of_minutes_appended_one_by_one(string zone)
    {
        var settings = TestResource.Settings with { TimeZone = IanaTimeZones.Find(zone) };
        var random = new Random(11);
        var noise = Enumerable.Range(0, 5 * Day).Select(_ => 0.8 + (0.4 * random.NextDouble())).ToArray();
        var state = TestResource.BuildState(
            noise.Length,
            minute => (5000 - (3500 * Math.Cos(minute * 2 * Math.PI / Day))) * noise[minute],
            units: 9
        );
        var ladder = TestResource.Rules.GetCatalog(ServiceKind.SignalR).Find("Standard_S1")!.Ladder;
        var before = ResourceStateFormat.Write(state);

        var sku = TestResource.Rules.GetCatalog(ServiceKind.SignalR).Find("Standard_S1")!;
        var replay = AutopilotReplay.Run(TestResource.Rules, settings, sku, state, 9, _ => null)!;

        var sizes = ReplayPlainly(state, ladder, settings.TimeZone!);
        Assert.Equal(sizes.Select(size => size.Units).Average(), replay.MeanUnits, 12);
        Assert.Equal((sizes.Min(size => size.Units), sizes.Max(size => size.Units)), (replay.MinUnits, replay.MaxUnits));
        Assert.Equal(sizes.Count(size => size.IsOverloaded) / (double)sizes.Count, replay.OverloadedShare.Value, 12);
        Assert.Equal(before, ResourceStateFormat.Write(state));
    }

    [Fact]
    public void Runs_that_advance_in_place_are_those_that_make_a_new_value()
    {
        var ladder = TestResource.Rules.GetCatalog(ServiceKind.SignalR).Find("Standard_S1")!.Ladder;
        var (each, inPlace) = (new ShadowPolicies(ladder.Count, 3, 1000), new ShadowPolicies(ladder.Count, 3, 1000));
        for (var minute = 1000; minute < 1000 + Day; minute++)
        {
            var required = 4 + (3 * Math.Sin(minute / 90.0));
            var before = each;
            var bytes = Write(before);
            each = Advance(each, minute, required, ladder, isInPlace: false);
            Advance(inPlace, minute, required, ladder, isInPlace: true);

            Assert.Equal(bytes, Write(before));
        }

        Assert.Equal(Write(each), Write(inPlace));
    }

    private static ShadowPolicies Advance(ShadowPolicies runs, int minute, double required, UnitLadder ladder, bool isInPlace)
    {
        Span<double> triggers = stackalloc double[SizingExperts.Triggers];
        Span<double> floors = stackalloc double[SizingExperts.Floors];
        triggers.Fill(required * 1.1);
        triggers[0] = required;
        floors.Fill(required * 0.8);
        return Advance(runs, CreateStep(minute, required, ladder, 5, triggers, floors, TimeZoneInfo.Utc), isInPlace);
    }

    private static ShadowPolicies Advance(ShadowPolicies runs, in ShadowStep step, bool isInPlace)
    {
        if (!isInPlace)
        {
            return runs.Advance(step);
        }

        runs.AdvanceInPlace(step);
        return runs;
    }

    private static ShadowStep CreateStep(
        int minute,
        double required,
        UnitLadder ladder,
        int step,
        ReadOnlySpan<double> triggers,
        ReadOnlySpan<double> floors,
        TimeZoneInfo zone
    ) =>
        new()
        {
            DecisionMinute = minute,
            MeasuredMinute = minute,
            UnitsRequired = required,
            IsWeekend = TimeZoneInfo.ConvertTime(Minutes.ToInstant(minute), zone).DayOfWeek is DayOfWeek.Saturday or DayOfWeek.Sunday,
            TriggerUnits = triggers,
            FloorUnits = floors,
            Ladder = ladder,
            CurrentStep = step,
            Prices = TestResource.Rules.Policy.Prices,
            UsesRetention = true,
            UsesWeights = true,
        };

    private static List<(int Units, bool IsOverloaded)> ReplayPlainly(ResourceState state, UnitLadder ladder, TimeZoneInfo zone)
    {
        var (policy, codes) = (TestResource.Rules.Policy, state.History.Codes.ToArray());
        var first = state.History.NextMinute - codes.Length;
        var (history, analogs, step) = (RequiredUnitsHistory.Empty, AnalogSet.None, ladder.FindIndexAtLeast(9));
        var shadows = new ShadowPolicies(ladder.Count, step, first);
        var levels = QuantileLevels.FromOverloadPrice(policy.Prices.Overload / policy.Prices.Unit);
        var (from, to) = (AnalogForecast.ComputeLeadStart(Lag), AnalogForecast.ComputeLeadEnd(Lag) + StepMinutes);
        var sizes = new List<(int Units, bool IsOverloaded)>();
        for (var i = 0; i + StepMinutes <= codes.Length; i += StepMinutes)
        {
            for (var j = i; j < i + StepMinutes; j++)
            {
                history = history.Append(first + j, codes[j]);
            }

            var required = UnitsCode.Decode(codes[i..(i + StepMinutes)].Max());
            if (i >= 2 * Day)
            {
                sizes.Add((ladder[step], required > ladder[step] * (1 + 1e-3)));
            }

            analogs = i % 60 == 0 ? AnalogSearch.Find(history, state.MeanSlope) : analogs;
            var forecast = AnalogForecast.Create(history, analogs, state.Persistence, Lag, required, levels);
            var clock = ClockForecast.Create(history, from, to, policy.Clock, zone);
            var (triggers, floors) = (new double[SizingExperts.Triggers], new double[SizingExperts.Floors]);
            SizingExperts.WriteTriggers(required, 0, LeadForecast.FromAnalogs(forecast, required), clock.Units, policy.Margins, triggers);
            SizingExperts.WriteFloors(forecast, floors);
            shadows = shadows.Advance(CreateStep(first + i + StepMinutes - 1, required, ladder, step, triggers, floors, zone));
            step = shadows.ComputeAgreedStep();
        }

        return sizes;
    }

    private static byte[] Write(ShadowPolicies runs)
    {
        using var stream = new MemoryStream();
        using (var writer = new BinaryWriter(stream))
        {
            runs.Write(writer);
        }

        return stream.ToArray();
    }
}
