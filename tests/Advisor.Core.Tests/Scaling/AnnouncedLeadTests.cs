using Advisor.Core.Capacity;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling;

/// <summary>How long before a window its units are asked for.</summary>
public sealed class AnnouncedLeadTests
{
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);
    private static readonly UnitLadder Ladder = new([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30]);

    [Theory]
    [InlineData(null, 30)] // announcedAhead
    [InlineData(4, 10)] // announcedAheadMin
    [InlineData(10, 10)]
    [InlineData(11, 11)]
    [InlineData(50, 50)]
    public void What_a_change_takes_is_the_lead_and_never_less_than_ten_minutes(int? observed, int lead) =>
        Assert.Equal(TimeSpan.FromMinutes(lead), ComputeLead(new ResourceSettings(), 5, observed));

    [Fact]
    public void A_window_that_states_its_lead_keeps_it()
    {
        var settings = new ResourceSettings { Windows = [CreateWindow(5) with { Lead = TimeSpan.Zero }, CreateWindow(5)] };

        var windows = AnnouncedLead.Resolve(settings, Ladder, TimeSpan.FromMinutes(20), new PolicyRules()).Windows;

        Assert.Equal([TimeSpan.Zero, TimeSpan.FromMinutes(20)], windows.Select(window => window.Lead!.Value));
    }

    [Theory]
    [InlineData(1, 20, 5, 3)] // 6, 10, and 20, since less cannot be bought
    [InlineData(1, 5, 2, 2)] // 3, 5
    [InlineData(1, 5, 3, 2)] // 4, 5
    [InlineData(1, 5, 4, 1)]
    [InlineData(5, 5, 1, 1)] // already there: the change is at most one
    [InlineData(1, 1000, 29, 1)] // beyond the ladder: its end, 30
    public void Each_change_that_maxStep_makes_necessary_adds_its_time(int minimum, int floor, int maxStep, int changes) =>
        Assert.Equal(
            TimeSpan.FromMinutes(20 * changes),
            ComputeLead(new ResourceSettings { MinUnits = minimum, MaxStep = maxStep }, floor, 20)
        );

    [Fact]
    public void Before_the_end_of_a_lower_floor_the_changes_back_to_the_settings_count()
    {
        // From 1 to 5 by 2 units: 3, 5.
        var night = CreateWindow(1) with
        {
            IsRecurring = true,
        };
        var settings = new ResourceSettings
        {
            MinUnits = 5,
            MaxStep = 2,
            Windows = [night],
        };

        Assert.Equal(
            TimeSpan.FromMinutes(40),
            AnnouncedLead.Resolve(settings, Ladder, TimeSpan.FromMinutes(20), new PolicyRules()).Windows[0].Lead
        );
    }

    [Fact]
    public void An_event_under_a_lower_floor_counts_the_changes_from_there()
    {
        // At its start the floor is 1, not 5: 3, 5, and 7 units.
        var night = new PlannedWindow("night", Start.AddHours(-2), Start.AddHours(4), 1, false) { IsRecurring = true };
        var settings = new ResourceSettings
        {
            MinUnits = 5,
            MaxStep = 2,
            Windows = [night, CreateWindow(7)],
        };

        Assert.Equal(
            TimeSpan.FromMinutes(60),
            AnnouncedLead.Resolve(settings, new UnitLadder([1, 3, 5, 7]), TimeSpan.FromMinutes(20), new PolicyRules()).Windows[1].Lead
        );
    }

    private static TimeSpan ComputeLead(ResourceSettings settings, int floor, int? observed) =>
        AnnouncedLead
            .Resolve(
                settings with
                {
                    Windows = [CreateWindow(floor)],
                },
                Ladder,
                observed is { } minutes ? TimeSpan.FromMinutes(minutes) : null,
                new PolicyRules()
            )
            .Windows[0]
            .Lead!.Value;

    private static PlannedWindow CreateWindow(int floor) => new("opening", Start, Start.AddHours(1), floor, false);
}
