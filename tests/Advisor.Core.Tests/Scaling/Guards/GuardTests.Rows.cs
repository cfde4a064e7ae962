using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling.Guards;

/// <content>The rows.</content>
public partial class GuardTests
{
    public static TheoryData<Row> Rows { get; } =
    [
        new Row("Nothing prevents a scale-out", true, o => o, 20, null),
        new Row("Nothing prevents a scale-in", false, o => o, 5, null),
        new Row(
            "Without server load nothing is scaled in",
            false,
            o => o with { Readings = o.Readings with { ServerLoad = null } },
            8,
            ReasonCodes.InsufficientData
        ),
        new Row(
            "Without traffic a scale-out for connections goes on",
            true,
            o => o with { Readings = o.Readings with { InboundTraffic = null } },
            20,
            ReasonCodes.InsufficientData
        ),
        new Row(
            "No traffic while connections live is not idle",
            false,
            o => o with { Readings = o.Readings with { InboundTraffic = 0, OutboundTraffic = 0 } },
            8,
            ReasonCodes.IdleReading
        ),
        new Row(
            "Traffic without connections is not idle",
            false,
            o => o with { Readings = o.Readings with { ConnectionCount = 0, ConnectionQuotaUtilization = 0 } },
            8,
            ReasonCodes.IdleReading
        ),
        // A unit is taken to accept 5 connections a second, 8 units 8 x 5 x 60 = 2,400 in a minute.
        new Row("A reconnect storm is never answered by a scale-in", false, WithConnections(2401), 8, ReasonCodes.ReconnectStorm),
        new Row("As many new connections as the units accept are no storm", false, WithConnections(2400), 5, null),
        new Row("A reconnect storm holds no scale-out", true, WithConnections(2401), 20, null),
        new Row(
            "A scale-out waits for the change in progress",
            true,
            o => o with { ChangeInProgress = true },
            8,
            ReasonCodes.ChangeInProgress
        ),
        new Row(
            "A scale-in waits for the change in progress",
            false,
            o => o with { ChangeInProgress = true },
            8,
            ReasonCodes.ChangeInProgress
        ),
        new Row("A scale-in ends at the minimum", false, With(s => s with { MinUnits = 7 }), 7, null),
        new Row("A scale-in that is paused is not made", false, WithPause(PausedScaling.ScaleIn), 8, ReasonCodes.ScalingPaused),
        new Row("A scale-out that is paused is not made", true, WithPause(PausedScaling.ScaleOut), 8, ReasonCodes.ScalingPaused),
        new Row("Where all is paused nothing scales out", true, WithPause(PausedScaling.All), 8, ReasonCodes.ScalingPaused),
        new Row("Where all is paused nothing scales in", false, WithPause(PausedScaling.All), 8, ReasonCodes.ScalingPaused),
        new Row("A pause of the other direction holds no scale-out", true, WithPause(PausedScaling.ScaleIn), 20, null),
        new Row("A pause of the other direction holds no scale-in", false, WithPause(PausedScaling.ScaleOut), 5, null),
        new Row("A pause that has not ended holds", true, WithPause(PausedScaling.All, 10), 8, ReasonCodes.ScalingPaused),
        new Row("A pause that has ended holds nothing", true, WithPause(PausedScaling.All, -10), 20, null),
        new Row("A tag that says none ends the pause of the file", true, WithPause(PausedScaling.None), 20, null),
        new Row("A pinned size is kept although more is required", true, WithPin(8), 8, ReasonCodes.Pinned),
        new Row("A pinned size is kept although less is required", false, WithPin(8), 8, ReasonCodes.Pinned),
        new Row("A size pinned above what is required is scaled out to", false, WithPin(10), 10, ReasonCodes.Pinned),
        new Row("A size pinned below what is required is scaled in to", true, WithPin(6), 6, ReasonCodes.Pinned),
        new Row("A size that cannot be bought is the next larger one", false, WithPin(11), 20, ReasonCodes.Pinned),
        new Row("A pin precedes an announced minimum", false, o => WithPin(6)(WithMinimum(30)(o)), 6, ReasonCodes.Pinned),
        new Row("A pin stays within the maximum", false, o => With(s => s with { MaxUnits = 9 })(WithPin(10)(o)), 9, null),
        new Row("A pin stays within the minimum", false, o => With(s => s with { MinUnits = 7 })(WithPin(6)(o)), 7, null),
        new Row("A pause holds against a pin", false, o => WithPause(PausedScaling.All)(WithPin(6)(o)), 8, ReasonCodes.ScalingPaused),
        new Row("A pin that has ended keeps nothing", true, WithPin(8, -10), 20, null),
        new Row("A scale-out goes as far as one change may", true, With(s => s with { MaxStep = 1 }), 9, ReasonCodes.MaxStep),
        new Row(
            "A step of the ladder that is longer than one change waits",
            true,
            With(s => s with { MaxStep = 11 }),
            10,
            ReasonCodes.MaxStep
        ), // 20 is 12 away from 8
        new Row("A scale-out within one change is made at once", true, With(s => s with { MaxStep = 12 }), 20, null),
        new Row("A scale-in goes as far as one change may", false, With(s => s with { MaxStep = 2 }), 6, ReasonCodes.MaxStep),
        new Row("A window lifts the maximum for its time", true, WithMaximum(10, 50, -10, 10), 20, null),
        new Row("A window lifts the maximum half an hour before it begins", true, WithMaximum(10, 50, 30, 60), 20, null),
        new Row("A window that is farther away lifts nothing", true, WithMaximum(10, 50, 31, 60), 10, null),
        new Row("A window has lifted the maximum until its end", true, WithMaximum(10, 50, -10, 0), 10, null),
        new Row("A window lowers the maximum for its time", true, WithMaximum(100, 6, 0, 10), 6, null),
        new Row("A window to come does not lower the maximum yet", true, WithMaximum(100, 6, 1, 10), 20, null),
        new Row(
            "Of two windows the higher maximum holds",
            true,
            With(s => s with { Windows = [CreatePlanned(null, 6, -10, 10), CreatePlanned(null, 9, -10, 10)] }),
            9,
            null
        ),
        new Row(
            "A lower maximum gives way to an announced minimum above it",
            true,
            With(s => s with { Windows = [CreatePlanned(null, 6, -10, 10), CreatePlanned(30, null, 20, 40)] }),
            30,
            null
        ),
        new Row("A scale-out ends at the maximum", true, With(s => s with { MaxUnits = 10 }), 10, null),
        new Row("A maximum between two steps is the step below", true, With(s => s with { MaxUnits = 19 }), 10, null),
        new Row("A minimum above the requirement scales out", false, With(s => s with { MinUnits = 9 }), 9, null),
        new Row("A maximum below the size in force scales in", true, With(s => s with { MaxUnits = 6 }), 6, null),
        new Row("A scale-out takes what the region has left", true, WithFleet(new(RegionalUnitsLeft: 2)), 10, ReasonCodes.RegionalQuota),
        new Row("With nothing left in the region a size stays", true, WithFleet(new(RegionalUnitsLeft: 0)), 8, ReasonCodes.RegionalQuota),
        new Row("A region beyond its quota does not scale a resource in", false, WithFleet(new(RegionalUnitsLeft: -3)), 5, null),
        // 10 units cost 10 x 1.61 x 30 = 483.00 USD a month and include 300 million messages; the 100 million beyond them cost 100.00.
        new Row("A scale-out ends at the budget of units and messages", true, WithBudget(583m, 400e6), 10, ReasonCodes.MonthlyBudget),
        new Row("A cent more buys no more", true, WithBudget(583.01m, 400e6), 10, ReasonCodes.MonthlyBudget),
        new Row("A cent less buys a step less", true, WithBudget(582.99m, 400e6), 9, ReasonCodes.MonthlyBudget),
        new Row(
            "Without messages beyond the included ones the units alone are the bill",
            true,
            WithBudget(483m, 0),
            10,
            ReasonCodes.MonthlyBudget
        ),
        new Row("A budget of the units does not pay for their messages", true, WithBudget(483m, 400e6), 8, ReasonCodes.MonthlyBudget),
        new Row("A budget in another currency says nothing", true, With(s => s with { MonthlyBudget = new Money(1m, "EUR") }), 20, null),
        new Row(
            "A budget that is exceeded already does not scale in",
            false,
            With(s => s with { MonthlyBudget = new Money(1m, "USD") }),
            5,
            null
        ),
        new Row(
            "With no change left in this hour a scale-out waits",
            true,
            WithFleet(new(ScaleOutsLeft: new(0), ScaleInsLeft: new(9))),
            8,
            ReasonCodes.ChangeRateLimit
        ),
        new Row(
            "With no change left in this hour a scale-in waits",
            false,
            WithFleet(new(ScaleOutsLeft: new(9), ScaleInsLeft: new(0))),
            8,
            ReasonCodes.ChangeRateLimit
        ),
        new Row("With one change left it is made", true, WithFleet(new(ScaleOutsLeft: new(1), ScaleInsLeft: new(0))), 20, null),
        new Row(
            "A scale-out moves the units that are left in this hour",
            true,
            WithFleet(new(ScaleOutsLeft: new(Units: 2))),
            10,
            ReasonCodes.ChangeRateLimit
        ),
        new Row(
            "A scale-in moves the units that are left in this hour",
            false,
            WithFleet(new(ScaleInsLeft: new(Units: 2))),
            6,
            ReasonCodes.ChangeRateLimit
        ),
        new Row("What the other direction has left does not defer a scale-in", false, WithFleet(new(ScaleOutsLeft: new(0, 0))), 5, null),
        new Row("A freeze defers a scale-out before an overload of five minutes", true, WithWindow(-10, 10), 8, ReasonCodes.FreezeWindow),
        new Row("A freeze defers a scale-in", false, WithWindow(-10, 10), 8, ReasonCodes.FreezeWindow),
        new Row("A freeze begins at its start", false, WithWindow(0, 10), 8, ReasonCodes.FreezeWindow),
        new Row("A freeze has ended at its end", false, WithWindow(-10, 0), 5, null),
        new Row("A freeze to come holds nothing", false, WithWindow(1, 10), 5, null),
        new Row("An autoscale setting leaves advice", true, WithFleet(new(AutoscaleEnabled: true)), 8, ReasonCodes.AutoscaleEnabled),
        new Row(
            "A day billed at its peak keeps its units",
            false,
            With(s => s with { Billing = BillingModel.DailyPeak }),
            8,
            ReasonCodes.BilledByDailyPeak
        ),
        new Row("A day billed at its peak scales out all the same", true, With(s => s with { Billing = BillingModel.DailyPeak }), 20, null),
        new Row("A day billed by the minute scales in", false, With(s => s with { Billing = BillingModel.Prorated }), 5, null),
    ];
}
