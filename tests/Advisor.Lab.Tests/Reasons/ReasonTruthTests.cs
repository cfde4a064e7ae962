using System.Text.RegularExpressions;
using Advisor.Configuration.Rules;
using Advisor.Core;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Observations;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;
using Advisor.Lab.Scenarios;
using Advisor.Lab.Tests.Clock;
using Advisor.Lab.Traces;
using Advisor.Tests;

namespace Advisor.Lab.Tests.Reasons;

/// <summary>
/// What a reason states is computed again from its own figures and from those of the decision, minute by minute in a closed loop.
/// </summary>
public partial class ReasonTruthTests
{
    private const double Rounding = 0.00501;

    private static readonly string Traces = RepositoryFiles.GetPath("tests", "scenarios", "traces");

    // With a routing limit, above what any size carries, and without one. The loads that follow the clock are long: half of them with each.
    private static readonly (string Shape, int Peak)[] Loads = [("echo", 8), ("smallgroup", 130)];

    public static TheoryData<string, string, int> Scenarios { get; } =
        new(
            from trace in (string[])["ms_purchase03_hourly", "nab_elb_requests_5min", "nyc_taxi_30min"]
            from load in Loads
            select (trace, load.Shape, load.Peak)
        );

    public static TheoryData<string, string, int> ClockScenarios { get; } =
        new(ClockSeries.All.Keys.Select((series, i) => (series, Loads[i / 2].Shape, Loads[i / 2].Peak)));

    [Theory]
    [MemberData(nameof(Scenarios))]
    public void Every_inequality_that_a_reason_states_holds(string trace, string shape, int peak) =>
        AssertTrueThroughout(
            Path.Combine(Traces, trace + ".csv"),
            new ScenarioOptions
            {
                Days = 5,
                Shapes = [shape],
                PeakUnits = [peak],
            }
        );

    [Theory]
    [MemberData(nameof(ClockScenarios))]
    public void Every_inequality_that_a_reason_states_holds_on_loads_that_follow_the_clock(string series, string shape, int peak) =>
        AssertTrueThroughout(
            Path.Combine(RepositoryFiles.GetPath("tests", "scenarios", "clock"), series + ".csv"),
            new ScenarioOptions
            {
                Days = 16,
                MinuteNoise = 0.02,
                Shapes = [shape],
                PeakUnits = [peak],
            }
        );

    private static void AssertTrueThroughout(string path, ScenarioOptions options)
    {
        var trace = Path.GetFileNameWithoutExtension(path);
        using var file = new StreamReader(path);
        var read = TraceReader.Read(file, trace);
        var scenario = Assert.Single(ScenarioBuilder.Build([read.Trace!], options));
        var resource = scenario.CreateResource();
        ResourceState? state = null;
        while (resource.Minute < scenario.Minutes - 1)
        {
            resource.Advance();
            if (resource.NewestVisible < 0)
            {
                continue;
            }

            var now = scenario.Start.AddMinutes(resource.Minute);
            var observation = new Observation
            {
                ResourceId = trace,
                Time = scenario.Start.AddMinutes(resource.NewestVisible),
                Sku = "Standard_S1",
                Units = resource.Units,
                ChangeInProgress = resource.ChangeInProgress,
                Readings = resource.GetReadings(resource.NewestVisible),
                Settings = new ResourceSettings
                {
                    Mode = AdvisorMode.Auto,
                    Billing = BillingModel.Prorated,
                    Workload = scenario.Workload,
                },
            };
            var outcome = ScalingAdvisor.Decide(RuleSetLoader.Embedded, observation, state, now);
            state = outcome.State;
            var decision = outcome.Decision!;
            var reason = decision.Reasons.First(r => Deciding.Contains(r.Code));
            AssertTrue(reason, decision, resource.Units);
            // A scale-out has a trigger that asks now for more than the size in force, and the reason names it.
            if (decision.Units > resource.Units)
            {
                Assert.True(ParseNumbers(reason.Text).Max() > resource.Units, reason.Text);
            }

            resource.RequestUnits(decision.Units);
        }
    }

    private static readonly string[] Deciding =
    [
        ReasonCodes.WithinCapacity,
        ReasonCodes.ForecastExceedsCapacity,
        ReasonCodes.FullSize,
        ReasonCodes.SustainedOverload,
        ReasonCodes.Oversized,
        ReasonCodes.ScaleInReverted,
        ReasonCodes.NoSizeSuffices,
        ReasonCodes.ShortOverload,
        ReasonCodes.MaximumSize,
        ReasonCodes.MinimumSize,
        ReasonCodes.AnnouncedMinimum,
    ];

    private static void AssertTrue(Reason reason, Decision decision, int inForce)
    {
        var text = reason.Text;
        var figures = ParseNumbers(text);
        if (TooFewPattern().Match(text) is { Success: true } few)
        {
            Assert.Equal(inForce, ParseInteger(few));
            Assert.True(figures.Max() > inForce, text);
        }

        if (EnoughPattern().Match(text) is { Success: true } enough)
        {
            Assert.True(ParseInteger(enough) >= figures.Max() - Rounding, text);
        }

        if (ForecastPattern().Match(text) is { Success: true } forecast)
        {
            var named = ParseNumber(forecast);
            var known = decision.Forecast.SelectMany(quantiles => (double[])[quantiles.Median, quantiles.Upper, quantiles.High]);
            Assert.True(
                known.Any(value => Math.Abs(value - named) < Rounding)
                    || decision.Reasons.Any(r =>
                        LeadPattern().Matches(r.Text).Any(lead => Math.Abs(ParseNumber(lead) - named) < Rounding)
                        || AlonePattern().Match(r.Text) is { Success: true } alone && Math.Abs(ParseNumber(alone) - named) < Rounding
                    ),
                text
            );
        }

        if (MoreThanPattern().Match(text) is { Success: true } more)
        {
            Assert.Equal(inForce, ParseInteger(more));
            Assert.True(figures[0] > inForce, text);
        }

        if (reason.Code == ReasonCodes.WithinCapacity)
        {
            Assert.True(figures[0] <= inForce + Rounding, text);
        }
    }

    /// <summary>The units required now, and those that may be required before a change could take effect.</summary>
    private static List<double> ParseNumbers(string text) =>
        [.. RequiredPattern().Matches(text).Concat(SoonPattern().Matches(text)).Select(ParseNumber)];

    private static double ParseNumber(Match match) => double.Parse(match.Groups["n"].Value);

    private static int ParseInteger(Match match) => int.Parse(match.Groups["n"].Value);

    [GeneratedRegex(
        @"Needs (at least )?(?<n>[\d.]+) units|other limits need (?<n>[\d.]+)|"
            + @"at least (?<n>[\d.]+) (?:is|are) needed|estimate is (?<n>[\d.]+),|; (?<n>[\d.]+) are needed now",
        RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking
    )]
    private static partial Regex RequiredPattern();

    [GeneratedRegex(
        @"(?:up to|rising to|now,|needed|needed about) (?<n>[\d.]+) (?:before|within|with|units by)",
        RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking
    )]
    private static partial Regex SoonPattern();

    [GeneratedRegex(
        @"(?:up to|(?:stay|fall) under) (?<n>[\d.]+) (?:before|for|until)",
        RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking
    )]
    private static partial Regex ForecastPattern();

    [GeneratedRegex(@"(?:effect,|and) (?<n>[\d.]+) (?:units )?are [\d.]+ %", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex LeadPattern();

    [GeneratedRegex(@"past moments alone suggest up to (?<n>[\d.]+) until", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex AlonePattern();

    [GeneratedRegex(@"\b(?<n>\d+) (?:is|are) too few", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex TooFewPattern();

    [GeneratedRegex(
        @"\b(?<n>\d+) (?:units? )?(?:is|are) (?:enough|the size to keep)",
        RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking
    )]
    private static partial Regex EnoughPattern();

    [GeneratedRegex(@"more than the current (?<n>\d+)", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex MoreThanPattern();
}
