using Advisor.Core.Capacity;
using Advisor.Core.Reports;
using Advisor.Core.Settings;
using Advisor.Reporting.Terminal;
using Advisor.Tests;

namespace Advisor.Reporting.Tests.Terminal;

public class ExplainTextTests
{
    [Theory]
    [InlineData("chat")]
    [InlineData("lobby")]
    [InlineData("blind")]
    [InlineData("owned")]
    [InlineData("gone")]
    public void An_explanation_has_every_number(string name) =>
        Golden.AssertMatches(
            "Advisor.Reporting.Tests",
            $"explain-{name}.txt",
            Explain(SampleReport.All.Resources.Single(r => r.Name == name))
        );

    [Fact]
    public void What_people_set_for_a_resource_stands_beside_its_limits()
    {
        var settings = new ResourceSettings
        {
            MaxStep = 1,
            Pause = new ResourcePause(PausedScaling.ScaleIn, "the tag advisor-pause"),
            ScaleInWindows = new WeeklyHours([new(WeekDays.Saturday, TimeSpan.FromHours(22), TimeSpan.FromHours(6))]),
            Windows = [new PlannedWindow("opening", SampleReport.Time, SampleReport.Time.AddHours(2), null, false, 200)],
        };

        Assert.Contains(
            "minimum 1, maximum 100 units, mode recommend, at most 1 unit per change, scale-in paused by the tag advisor-pause, "
                + "scale-in only in sat 22:00-06:00 (UTC), at most 200 units from 2026-01-05 10:03 to 2026-01-05 12:03 UTC (opening)",
            ExplainOnOneLine(settings),
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData(ServiceKind.SignalR, "pass between the service and the app servers (default mode). Advisor subtracts them")]
    [InlineData(ServiceKind.WebPubSub, "pass between the service and the event handlers. Advisor subtracts them")]
    public void Traffic_that_clients_do_not_cause_is_named_by_where_it_goes(ServiceKind service, string expected)
    {
        var text = ExplainOnOneLine(SampleReport.ScaleOut with { Service = service, ServerLeg = new ServerLeg(1e6, 1e6) });

        Assert.Contains(expected, text, StringComparison.Ordinal);
    }

    // The rows of a size at which routing ends say nothing of routing.
    [Fact]
    public void Where_routing_is_beyond_any_size_the_table_says_that_it_counts_the_other_limits()
    {
        var chat = SampleReport.ScaleOut.Decision! with { IsSteady = true };
        var walled = chat with { RequiredUnits = chat.RequiredUnits with { Routing = double.PositiveInfinity } };
        const string note = "Where more units don't carry more routing, only the other limits are counted.";

        Assert.Contains(note, Explain(SampleReport.ScaleOut with { Decision = walled }), StringComparison.Ordinal);
        Assert.DoesNotContain(note, Explain(SampleReport.ScaleOut with { Decision = chat }), StringComparison.Ordinal);
    }

    [Fact]
    public void A_floor_by_a_schedule_stands_with_its_end_and_the_floor_that_follows()
    {
        var now = SampleReport.ScaleOut.Decision!.Time;
        var night = new PlannedWindow("night", now.AddHours(-1), new DateTimeOffset(2026, 1, 6, 6, 0, 0, TimeSpan.Zero), 1, false)
        {
            IsRecurring = true,
        };

        Assert.Contains(
            "minimum 1 until 2026-01-06 06:00 UTC (night), then 5, maximum 100 units",
            ExplainOnOneLine(new ResourceSettings { MinUnits = 5, Windows = [night] }),
            StringComparison.Ordinal
        );
    }

    private static string ExplainOnOneLine(ResourceSettings settings) =>
        ExplainOnOneLine(SampleReport.ScaleOut with { Settings = settings });

    private static string ExplainOnOneLine(ResourceReport resource) =>
        string.Join(' ', Explain(resource).Split((char[])[' ', '\n'], StringSplitOptions.RemoveEmptyEntries));

    private static string Explain(ResourceReport resource)
    {
        using var writer = new StringWriter { NewLine = "\n" };
        ExplainText.Write(ReportTextTests.CreateConsole(writer, 80), resource);
        return writer.ToString();
    }
}
