using Advisor.Cli.Commands.Watch.Live;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;

namespace Advisor.Cli.Tests.Commands.Watch.Live;

public sealed class LiveRowsTests
{
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    private static readonly EvaluationRecord Record = new()
    {
        ResourceId = "/chat",
        Service = "signalr",
        Region = "westeurope",
        Sku = "Standard_S1",
        Units = 50,
        At = Now,
        LimitingFactor = Limit.Routing,
        Utilization = new Dictionary<Limit, double> { [Limit.Routing] = 1.1 },
    };

    private static readonly ScalingPause Pause = new()
    {
        ResourceId = "/chat",
        Scaling = PausedScaling.ScaleIn,
        Author = "dana",
        Reason = "load test",
        At = Now,
        Until = Now.AddHours(4),
    };

    [Fact]
    public void Beyond_a_routing_wall_no_number_of_units_is_required()
    {
        var row = LiveRows.CreateRow(Record, [], change: null, pause: null, Now);

        Assert.Equal((true, (double?)null), (row.IsBeyondAnySize, row.RequiredUnits));
    }

    [Fact]
    public void Required_units_that_are_known_are_those_of_the_evaluation()
    {
        var known = Record with { RequiredUnits = new Dictionary<Limit, double> { [Limit.Routing] = 44 } };

        var row = LiveRows.CreateRow(known, [], change: null, pause: null, Now);

        Assert.Equal((false, (double?)44), (row.IsBeyondAnySize, row.RequiredUnits));
    }

    [Fact]
    public void A_pause_or_a_pin_by_a_person_shows_until_it_ends_before_what_is_recommended()
    {
        var pin = Pause with { Scaling = PausedScaling.All, Units = 20 };
        var advised = Record with { Action = ScalingAction.ScaleIn, RecommendedSku = "Standard_S1", RecommendedUnits = 20 };

        string? FindNext(EvaluationRecord record, ScalingPause? pause, int hours = 0) =>
            LiveRows.CreateRow(record, [], change: null, pause, Now.AddHours(hours)).Next;
        Assert.Equal("scale-in paused", FindNext(Record, Pause));
        Assert.Equal("paused", FindNext(Record, Pause with { Scaling = PausedScaling.All }));
        Assert.Equal("pinned at 20", FindNext(Record, pin));
        Assert.Equal("pinned at 20: scale in to 20", FindNext(advised, pin));
        Assert.Null(FindNext(Record, Pause, hours: 4));
    }

    [Fact]
    public void A_pause_or_a_pin_by_a_setting_or_a_tag_shows_too()
    {
        Assert.Equal(
            "scale-out paused",
            LiveRows.CreateRow(Record with { Paused = PausedScaling.ScaleOut }, [], change: null, pause: null, Now).Next
        );
        Assert.Equal(
            "pinned",
            LiveRows
                .CreateRow(
                    Record with
                    {
                        Reasons = [new Reason(ReasonCodes.Pinned, "The size is pinned at 50 units by the tag advisor-pin.")],
                    },
                    [],
                    change: null,
                    pause: null,
                    Now
                )
                .Next
        );
    }
}
