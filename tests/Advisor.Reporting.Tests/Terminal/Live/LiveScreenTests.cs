using Advisor.Core.Capacity;
using Advisor.Reporting.Terminal.Live;
using Advisor.Tests;
using Spectre.Console;

namespace Advisor.Reporting.Tests.Terminal.Live;

/// <summary>Frames of <c>advisor watch</c>, without colors.</summary>
public class LiveScreenTests
{
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 10, 3, 20, TimeSpan.Zero);

    private static readonly LiveView View = new()
    {
        Now = Now,
        Tick = Now.AddSeconds(-20),
        NextTick = Now.AddSeconds(40),
        MetricCalls = 3,
        SelectedId = "/chat",
        Rows =
        [
            CreateRow("chat") with
            {
                LimitingFactor = Limit.ServerLoad,
                Utilization = 1.12,
                LastHour = [.. Enumerable.Range(0, 60).Select(i => i < 10 ? (double?)null : i / 50.0)],
                RequiredUnits = 5.6,
                Next = "scale out to 6",
                Alerts = 2,
                DataAge = TimeSpan.FromMinutes(4),
                Reasons = ["Needs 5.60 units now and up to 5.75 before a change could take effect; 5 are too few, 6 are enough."],
            },
            CreateRow("a-name-that-is-as-long-as-azure-allows-one-to-be") with
            {
                Sku = "Premium_P2",
                Units = 1000,
                LimitingFactor = Limit.Connections,
                Utilization = 0.42,
                LastHour = [.. Enumerable.Repeat<double?>(0.42, 60)],
                RequiredUnits = 420,
                Next = "advisory: P2 x 900",
                DataAge = TimeSpan.FromHours(3),
            },
            CreateRow("new\u001b[31m\u202e名前名前名前名前名前"),
            CreateRow("gone") with
            {
                Next = "failed",
                IsFailed = true,
            },
        ],
        Events =
        [
            "2026-01-05 10:01Z chat: scale out to Standard_S1 x 6, applying. Needs 5.60 units now and up to 5.75 before a change could.",
            "2026-01-05 10:02 UTC  Warning: Server load: chat",
        ],
    };

    [Fact]
    public void A_frame_of_80_columns_reads_as_reviewed() =>
        Golden.AssertMatches("Advisor.Reporting.Tests", "live-80.txt", Draw(View, 80, 24));

    [Fact]
    public void A_frame_of_120_columns_in_ascii_reads_as_reviewed() =>
        Golden.AssertMatches("Advisor.Reporting.Tests", "live-120-ascii.txt", Draw(View, 120, 24, unicode: false));

    [Fact]
    public void An_explanation_reads_as_reviewed() =>
        Golden.AssertMatches("Advisor.Reporting.Tests", "live-explain.txt", Draw(View with { IsExplaining = true }, 60, 24));

    [Fact]
    public void Beyond_any_size_the_table_and_the_explanation_say_so_in_place_of_a_number()
    {
        var view = View with
        {
            Rows = [CreateRow("chat") with { LimitingFactor = Limit.Routing, Utilization = 1.1, IsBeyondAnySize = true }],
        };

        Assert.Contains(" 110 %  none ", Draw(view, 80, 24), StringComparison.Ordinal);
        Assert.Contains(
            "routing: 110 % of the target; no size is enough, currently 5",
            Draw(view with { IsExplaining = true }, 80, 24),
            StringComparison.Ordinal
        );
    }

    /// <summary>A terminal of any size: nothing wraps, nothing scrolls, and the selected resource is in sight.</summary>
    [Theory]
    [InlineData(40, 8)]
    [InlineData(80, 24)]
    [InlineData(79, 10)]
    [InlineData(200, 60)]
    public void A_frame_never_exceeds_the_terminal(int width, int height)
    {
        var rows = Enumerable.Range(0, 50).Select(i => CreateRow($"chat-{i}") with { LastHour = [1] }).ToList();
        var view = View with
        {
            Rows = rows,
            SelectedId = "/chat-37",
            Events = [.. Enumerable.Repeat(new string('x', 300), 20)],
            Message = new string('y', 300),
        };

        var lines = Draw(view, width, height).Split('\n');

        Assert.True(lines.Length <= height, $"{lines.Length} lines");
        Assert.All(lines, line => Assert.True(line.Length <= width, line));
        Assert.Contains(lines, line => line.StartsWith("> ", StringComparison.Ordinal));
    }

    [Fact]
    public void A_reason_that_is_typed_stands_where_the_keys_stood()
    {
        var frame = Draw(View with { Reason = "load test" }, 80, 24);

        Assert.EndsWith("\nSilence for 4 h (Enter, or Esc). Reason: load test_", frame, StringComparison.Ordinal);
    }

    [Fact]
    public void Before_the_first_tick_it_says_so() =>
        Assert.StartsWith(
            "Waiting for the first tick.",
            Draw(new LiveView { Now = Now, NextTick = Now }, 80, 24),
            StringComparison.Ordinal
        );

    private static LiveRow CreateRow(string name) =>
        new()
        {
            Id = "/" + name,
            Name = name,
            Sku = "Standard_S1",
            Units = 5,
        };

    private static string Draw(LiveView view, int width, int height, bool unicode = true)
    {
        using var frame = new StringWriter { NewLine = "\n" };
        var console = AnsiConsole.Create(
            new AnsiConsoleSettings
            {
                Ansi = AnsiSupport.No,
                ColorSystem = ColorSystemSupport.NoColors,
                Interactive = InteractionSupport.No,
                Out = new AnsiConsoleOutput(frame),
            }
        );
        console.Profile.Width = width;
        console.Profile.Capabilities.Unicode = unicode;
        console.Write(LiveScreen.Render(view, width, height, unicode));
        return string.Join('\n', frame.ToString().TrimEnd('\n').Split('\n').Select(line => line.TrimEnd()));
    }
}
