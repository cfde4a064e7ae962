using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling;

/// <summary>
/// The line is 0.10 of every limit; an announced window is near from 30 + 5 minutes before it on; half an hour's forecast may come up to
/// 0.75 units.
/// </summary>
public sealed class IdlenessTests
{
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    private static readonly Decision Quiet = new()
    {
        ResourceId = "r",
        Time = Now,
        Action = ScalingAction.Hold,
        Sku = "Standard_S1",
        Units = 1,
        LimitingFactor = Limit.None,
        Utilization = new PerLimit<Ratio>(new Ratio(0.0999), new Ratio(0.0999), new Ratio(0.0999), new Ratio(0.0999), null),
        Confidence = new Ratio(1),
        Reasons = [],
        Forecast = [new ForecastQuantiles(TimeSpan.FromMinutes(30), 0.5, 0.6, 0.75)],
    };

    public static TheoryData<string, Decision, int> PolledEveryTick =>
        new()
        {
            { "a server load at the line", Quiet with { Utilization = Quiet.Utilization with { ServerLoad = new Ratio(0.10) } }, 1 },
            { "connections at the line", Quiet with { Utilization = Quiet.Utilization with { Connections = new Ratio(0.10) } }, 1 },
            { "inbound at the line", Quiet with { Utilization = Quiet.Utilization with { Inbound = new Ratio(0.10) } }, 1 },
            { "outbound at the line", Quiet with { Utilization = Quiet.Utilization with { Outbound = new Ratio(0.10) } }, 1 },
            { "routing at the line", Quiet with { Utilization = Quiet.Utilization with { Routing = new Ratio(0.10) } }, 1 },
            { "a server load that is not known", Quiet with { Utilization = Quiet.Utilization with { ServerLoad = null } }, 1 },
            { "connections that are not known", Quiet with { Utilization = Quiet.Utilization with { Connections = null } }, 1 },
            { "a size above the minimum", Quiet with { Units = 2 }, 1 },
            { "a change that is wanted", Quiet with { Action = ScalingAction.ScaleOut }, 1 },
            { "advice", Quiet with { Action = ScalingAction.Advise }, 1 },
            { "too few metrics", Quiet with { DataState = DataState.InsufficientData }, 1 },
            {
                "a forecast that comes near the size",
                Quiet with
                {
                    Forecast = [.. Quiet.Forecast, new ForecastQuantiles(TimeSpan.FromMinutes(60), 0.5, 0.6, 0.76)],
                },
                1
            },
            { "an alert", Quiet with { Alerts = [new Alert("serverLoad", AlertSeverity.Warning, AlertPhase.Pending)] }, 1 },
        };

    [Theory]
    [MemberData(nameof(PolledEveryTick))]
    public void A_resource_is_polled_every_minute_for(string why, Decision decision, int minimum) =>
        Assert.False(Idleness.IsIdle(Rules, decision, ResourceSettings.Default, minimum, Now), why);

    [Theory]
    [InlineData(1, 1)]
    [InlineData(3, 3)] // the settings forbid fewer
    public void A_resource_at_its_minimum_with_almost_no_load_is_idle(int units, int minimum) =>
        Assert.True(Idleness.IsIdle(Rules, Quiet with { Units = units }, ResourceSettings.Default, minimum, Now));

    [Theory]
    [InlineData(36, true)]
    [InlineData(35, false)]
    [InlineData(-10, false)] // it lasts half an hour
    [InlineData(-30, true)]
    public void A_resource_is_polled_every_tick_from_half_an_hour_and_an_interval_before_an_announced_window_to_its_end(
        int minutes,
        bool idle
    )
    {
        var start = Now.AddMinutes(minutes);
        var settings = ResourceSettings.Default with { Windows = [new PlannedWindow("match", start, start.AddMinutes(30), 5, false)] };

        Assert.Equal(idle, Idleness.IsIdle(Rules, Quiet, settings, 1, Now));
    }

    [Theory]
    [InlineData(36, true)]
    [InlineData(35, false)] // the floor of 5 units is requested half an hour before the night ends
    public void A_resource_at_the_lower_floor_of_a_schedule_is_idle_until_the_floor_rises_again(int minutes, bool idle)
    {
        var night = new PlannedWindow("night", Now.AddHours(-4), Now.AddMinutes(minutes), 1, false) { IsRecurring = true };
        var settings = ResourceSettings.Default with { MinUnits = 5, Windows = [night] };

        Assert.Equal(idle, Idleness.IsIdle(Rules, Quiet, settings, 1, Now));
    }

    private static RuleSet Rules { get; } = new([], [], new PolicyRules());
}
