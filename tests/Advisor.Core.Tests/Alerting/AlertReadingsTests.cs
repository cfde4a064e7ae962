using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Tests.Scaling;

namespace Advisor.Core.Tests.Alerting;

/// <summary>Each number of a condition, read out of a decision and what else is known.</summary>
public sealed class AlertReadingsTests
{
    private static readonly DateTimeOffset Now = new(2026, 3, 2, 8, 0, 0, TimeSpan.Zero);

    private static readonly Decision Decision = new()
    {
        ResourceId = TestResource.Id,
        Time = Now.AddMinutes(-2),
        Action = ScalingAction.Hold,
        Sku = "Standard_S1",
        Units = 10,
        LimitingFactor = Limit.ServerLoad,
        Utilization = new(new Ratio(1.2), new Ratio(0.85), new Ratio(0.4), new Ratio(1.1), new Ratio(0.9)),
        Confidence = new Ratio(0.9),
        Reasons = [new(ReasonCodes.ScaleOutDidNotHelp, ""), new(ReasonCodes.RegionalQuota, "")],
        Forecast =
        [
            new(TimeSpan.FromMinutes(15), 8, 10, 12),
            new(TimeSpan.FromMinutes(30), 9, 60, 80),
            new(TimeSpan.FromMinutes(60), 9, 90, 99),
        ],
    };

    [Fact]
    public void Server_load_is_of_all_and_not_of_the_target() =>
        // The decision has load by target: 1.2 x 70 % = 84 %.
        Assert.Equal(0.84, ComputeNumber(AlertNumber.ServerLoad, Decision)!.Value, 9);

    [Fact]
    public void A_reading_of_the_use_of_a_limit_carries_the_target_of_its_resource()
    {
        var targets = new TargetOverrides(ServerLoad: new Ratio(0.55)).CompleteWith(TargetUtilizations.Default);
        var readings = AlertReadings
            .Read(TestResource.Rules, AlertSubjectKind.Resource, Decision with { Targets = targets }, AlertFacts.Unknown, Now)
            .ToDictionary(r => r.Condition);

        // 1.2 x 55 % = 66 %: above this target, below the default of 70 %.
        Assert.Equal(new AlertReading("serverLoad", 0.66, 0.55), readings["serverLoad"]);
        Assert.Equal((0.9, 1.0, 1.0), (readings["connections"].Target, readings["routingWall"].Target, readings["noData"].Target));
    }

    [Fact]
    public void A_server_load_of_70_percent_is_at_the_line_and_not_above_it_at_any_size()
    {
        foreach (var units in Enumerable.Range(1, 1000))
        {
            // As the decision computes it: percent / 100 / target x units / units.
            var utilization = new Ratio(70.0 / 100 / 0.7 * units / units);

            Assert.Equal(0.7, ComputeNumber(AlertNumber.ServerLoad, Decision with { Utilization = new(utilization) }));
        }
    }

    [Fact]
    public void Stale_metrics_say_nothing_of_the_load()
    {
        // staleAfter is 15 minutes.
        // 0.85 of the target of 90 %
        Assert.Equal(0.765, ComputeNumber(AlertNumber.Connections, Decision with { Time = Now.AddMinutes(-15) }));
        Assert.Null(ComputeNumber(AlertNumber.Connections, Decision with { Time = Now.AddMinutes(-15).AddTicks(-1) }));
        Assert.Equal(1, ComputeNumber(AlertNumber.QuotaExceeded, Decision with { Time = Now.AddDays(-1) }));
    }

    [Fact]
    public void A_minute_decided_upon_before_says_neither_yes_nor_no() =>
        Assert.Null(ComputeNumber(AlertNumber.QuotaExceeded, Decision with { Reasons = [new(ReasonCodes.RepeatedObservation, "")] }));

    [Fact]
    public void A_server_load_that_is_not_believed_is_no_number()
    {
        var suspect = Decision with { DataState = DataState.SuspectMetric };

        Assert.Null(ComputeNumber(AlertNumber.ServerLoad, suspect));
        Assert.Equal(1, ComputeNumber(AlertNumber.SuspectMetric, suspect));
        Assert.Equal(0, ComputeNumber(AlertNumber.SuspectMetric, Decision));
        Assert.Null(ComputeNumber(AlertNumber.SuspectMetric, Decision with { DataState = DataState.InsufficientData }));
    }

    [Theory]
    [InlineData(AlertNumber.Connections, 0.765)] // 0.85 of the target of 90 %
    [InlineData(AlertNumber.Inbound, 0.4)]
    [InlineData(AlertNumber.Outbound, 1.1)]
    [InlineData(AlertNumber.Routing, 0.9)]
    [InlineData(AlertNumber.ScaleOutDidNotHelp, 1)]
    [InlineData(AlertNumber.QuotaExceeded, 1)]
    public void A_number_of_the_decision_is_read_from_it(AlertNumber number, double expected) =>
        Assert.Equal(expected, ComputeNumber(number, Decision));

    [Theory]
    [InlineData(false, "It has no monthly budget any more.")]
    [InlineData(true, null)]
    [InlineData(null, null)]
    public void An_alert_of_a_budget_ends_without_one_and_not_where_none_is_known(bool? hasBudget, string? why) =>
        Assert.Equal(why, ReadBudget(new() { HasBudget = hasBudget }).WhyNotApplicable);

    [Fact]
    public void A_bill_that_lacks_something_is_a_lower_bound_of_the_use_of_a_budget()
    {
        var readings = ReadAll(new() { IsBudgetLowerBound = true });

        Assert.Equal(["budget"], readings.Where(reading => reading.IsLowerBound).Select(reading => reading.Condition));
        Assert.False(ReadBudget(new()).IsLowerBound);
        Assert.False(ReadBudget(new() { IsBudgetLowerBound = true }).IsGapLasting);
        Assert.True(ReadBudget(new() { IsBudgetLowerBound = true, IsBudgetGapLasting = true }).IsGapLasting);
    }

    private static AlertReading ReadBudget(AlertFacts facts) => ReadAll(facts).Single(reading => reading.Condition == "budget");

    private static IReadOnlyList<AlertReading> ReadAll(AlertFacts facts) =>
        AlertReadings.Read(TestResource.Rules, AlertSubjectKind.Resource, Decision, facts, Now);

    [Fact]
    public void A_reason_that_was_not_given_is_a_no() =>
        Assert.Equal(0, ComputeNumber(AlertNumber.QuotaExceeded, Decision with { Reasons = [] }));

    [Fact]
    public void The_forecast_counts_against_the_largest_size_that_a_step_can_reach() =>
        // The first horizon of at least 30 minutes: 60 units in four of five cases, 50 can be had.
        Assert.Equal(1.2, ComputeNumber(AlertNumber.ForecastUtilization, Decision, new() { MaxUnits = 50 }));

    [Theory]
    [MemberData(nameof(ListNumbers))]
    public void What_is_not_known_is_null_and_never_zero(AlertNumber number) => Assert.Null(ComputeNumber(number, null));

    public static TheoryData<AlertNumber> ListNumbers() => [.. Enum.GetValues<AlertNumber>()];

    [Fact]
    public void A_category_that_an_answer_does_not_list_had_no_closes()
    {
        var facts = new AlertFacts
        {
            Closes = new Dictionary<string, double> { ["Throttled"] = 7, ["Normal"] = 100 },
        };

        Assert.Equal(7, ComputeNumber(AlertNumber.ThrottledCloses, null, facts));
        Assert.Equal(0, ComputeNumber(AlertNumber.SlowClientCloses, null, facts));
        Assert.Equal(0, ComputeNumber(AlertNumber.ServiceErrorCloses, null, facts));
    }

    [Fact]
    public void Metrics_that_never_came_are_as_old_as_the_watch()
    {
        Assert.Equal(
            7,
            ComputeNumber(AlertNumber.MetricAge, null, new() { NewestMetricsAt = Now.AddMinutes(-7), MonitoredSince = Now.AddDays(-1) })
        );
        Assert.Equal(20, ComputeNumber(AlertNumber.MetricAge, null, new() { MonitoredSince = Now.AddMinutes(-20) }));
        Assert.Equal(0, ComputeNumber(AlertNumber.MetricAge, null, new() { NewestMetricsAt = Now.AddMinutes(5) }));
    }

    [Theory]
    [InlineData("100-120 110-130 125-140 150-160", 3, "three days that only rose")]
    [InlineData("100-500 150-600 200-700 250-800", 0, "a growing business with quiet nights")]
    [InlineData("100-101 100-101 100-101 100-101", 0, "devices that are always on")]
    [InlineData("100-120 110-130 60-140 125-150 140-170", 2, "a restart between, whose low is no rise")]
    [InlineData("100-120 ? 110-130 125-140", 1, "a day that was not read")]
    [InlineData("0-0 0-0", 0, "connection refused")]
    [InlineData("100-128.75 103-128.75", 1, "at both limits: 103 is 0.8 x 128.75 and 1.03 x 100")]
    [InlineData("100-128.76 102.99-128", 0, "just below the rise")]
    [InlineData("100-128.76 103-128.76", 0, "just below the share")]
    [InlineData("", 0, "no days")]
    public void Days_that_leak_are_counted_from_the_newest_back(string text, int expected, string why)
    {
        var days = text.Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Select((range, i) => (range, Day: new DateOnly(2026, 3, 1).AddDays(i)))
            .Where(d => d.range != "?")
            .Select(d => new DayOfConnections(d.Day, double.Parse(d.range.Split('-')[0], null), double.Parse(d.range.Split('-')[1], null)))
            .ToList();

        Assert.True(expected == ConnectionDays.CountLeaking(AlertScenario.Rules, days), why);
    }

    [Fact]
    public void The_smallest_size_is_never_oversize()
    {
        Assert.Equal(
            1,
            ComputeNumber(
                AlertNumber.PeakUtilization,
                null,
                new()
                {
                    UnitsInForce = 1,
                    MinUnits = 1,
                    MaxRequiredUnits = 0.1,
                }
            )
        );
        Assert.Equal(
            0.25,
            ComputeNumber(
                AlertNumber.PeakUtilization,
                null,
                new()
                {
                    UnitsInForce = 10,
                    MinUnits = 1,
                    MaxRequiredUnits = 2.5,
                }
            )
        );
    }

    [Fact]
    public void Drift_counts_in_both_directions()
    {
        Assert.Equal(3, ComputeNumber(AlertNumber.DriftedUnits, null, new() { UnitsInForce = 5, AppliedUnits = 8 }));
        Assert.Equal(3, ComputeNumber(AlertNumber.DriftedUnits, null, new() { UnitsInForce = 8, AppliedUnits = 5 }));
    }

    [Fact]
    public void Autoscale_conflicts_only_where_Advisor_applies_changes_too()
    {
        Assert.Equal(1, ComputeNumber(AlertNumber.UnreadableTag, null, new() { HasUnreadableTag = true }));
        Assert.Equal(0, ComputeNumber(AlertNumber.UnreadableTag, null, new() { HasUnreadableTag = false }));
        Assert.Equal(1, ComputeNumber(AlertNumber.AutoscaleConflict, null, new() { AppliesChanges = true, AutoscaleEnabled = true }));
        Assert.Equal(0, ComputeNumber(AlertNumber.AutoscaleConflict, null, new() { AppliesChanges = false, AutoscaleEnabled = true }));
    }

    [Fact]
    public void Every_condition_of_a_kind_gets_a_reading_in_the_order_of_the_rules()
    {
        var readings = AlertReadings.Read(
            TestResource.Rules,
            AlertSubjectKind.Region,
            null,
            new()
            {
                RegionalUnits = 120,
                RegionalLimit = 150,
                ZeroMetricResources = 4,
            },
            Now
        );

        Assert.Equal([new AlertReading("regionalQuota", 0.8), new AlertReading("metricsOutage", 4)], readings);
    }

    [Fact]
    public void Every_number_has_its_condition_in_the_rules() =>
        Assert.Equal(Enum.GetValues<AlertNumber>().Order(), AlertScenario.Rules.Conditions.Select(c => c.Number).Order());

    [Fact]
    public void The_rate_of_new_connections_is_of_what_the_units_in_force_accept()
    {
        // 400 a second at 3 units are 24,000 in a minute; between 20 and 50 units, 600 to 2,000: 1,300 at 35.
        var catalog = TestResource.Rules.GetCatalog(ServiceKind.SignalR);
        double? ComputeRate(double? opened, int units) =>
            ComputeNumber(
                AlertNumber.ConnectionRate,
                Decision,
                new AlertFacts { ConnectionRate = catalog.ComputeConnectionRate(opened, units) }
            );

        Assert.Equal((0, 0.5, 1, 2), (ComputeRate(0, 3), ComputeRate(12_000, 3), ComputeRate(24_000, 3), ComputeRate(48_000, 3)));
        Assert.Equal((1, 1), (ComputeRate(60 * 1300, 35), ComputeRate(60 * 8000, 500)));
        Assert.Null(ComputeRate(null, 3));
    }

    private static double? ComputeNumber(AlertNumber number, Decision? decision, AlertFacts? facts = null)
    {
        var condition = TestResource.Rules.Alerts.Conditions.First(one => one.Number == number);
        var readings = AlertReadings.Read(TestResource.Rules, condition.SubjectKind, decision, facts ?? AlertFacts.Unknown, Now);
        return readings.Single(reading => reading.Condition == condition.Id).Number;
    }
}
