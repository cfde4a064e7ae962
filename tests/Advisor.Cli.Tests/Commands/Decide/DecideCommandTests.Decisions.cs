using System.Text.Json;
using static Advisor.Cli.Tests.Commands.Decide.DecideResult;

namespace Advisor.Cli.Tests.Commands.Decide;

public partial class DecideCommandTests
{
    [Fact]
    public async Task The_same_minute_again_is_a_repeat()
    {
        var run = await RunAsync([
            CreateLine(units: 6),
            CreateLine(units: 6, metrics: """{"ConnectionCount":90000}"""),
            CreateLine(time: "2026-01-05T10:04:00Z", units: 6),
        ]);

        Assert.Equal(["hold", "hold", "hold"], run.Lines.Select(FormatShort));
        Assert.Equal("RepeatedObservation", run.Lines[1].GetProperty("reasons")[0].GetProperty("code").GetString());
        Assert.NotEqual("RepeatedObservation", run.Lines[2].GetProperty("reasons")[0].GetProperty("code").GetString());
    }

    [Fact]
    public async Task An_absent_metric_and_null_are_unknown_and_not_zero()
    {
        var run = await RunAsync([CreateLine(metrics: """{"ConnectionCount":4210,"ServerLoad":null,"SystemErrors":3}""")]);

        var utilization = run.Lines[0].GetProperty("utilization");
        Assert.Equal(JsonValueKind.Null, utilization.GetProperty("serverLoad").ValueKind);
        Assert.Equal(JsonValueKind.Null, utilization.GetProperty("inbound").ValueKind);
        Assert.Equal(0.9356, utilization.GetProperty("connections").GetDouble());
        Assert.Contains(
            "InsufficientData",
            run.Lines[0].GetProperty("reasons").EnumerateArray().Select(r => r.GetProperty("code").GetString())
        );
    }

    [Fact]
    public async Task A_reconnect_storm_is_an_alert_and_holds_the_size()
    {
        // 1 to 10 units accept 400 new connections a second, 24,000 a minute.
        var run = await RunAsync([
            CreateLine(
                metrics: """{"ConnectionCount":400,"ConnectionOpenCount":24001,"ServerLoad":3,"""
                    + """ "InboundTraffic":600000,"OutboundTraffic":600000}"""
            ),
        ]);

        Assert.Equal("hold", run.Lines[0].GetProperty("action").GetString());
        Assert.Contains(
            "reconnectStorm firing",
            run.Lines[0]
                .GetProperty("alerts")
                .EnumerateArray()
                .Select(a => $"{a.GetProperty("id").GetString()} {a.GetProperty("state").GetString()}")
        );
    }

    [Fact]
    public async Task A_sustained_overload_scales_out_and_a_change_in_progress_defers()
    {
        string RenderLine(int minute, string more = "") =>
            CreateLine(
                time: $"2026-01-05T10:{minute:00}:00Z",
                metrics: """{"ServerLoad":54,"ConnectionCount":5600,"ConnectionQuotaUtilization":112,"""
                    + """ "InboundTraffic":77598720,"OutboundTraffic":775987200}""",
                more: more
            );
        var run = await RunAsync([
            RenderLine(0),
            RenderLine(1),
            RenderLine(2),
            RenderLine(3),
            RenderLine(4),
            RenderLine(5),
            RenderLine(6, ",\"changeInProgress\":true"),
        ]);

        Assert.Equal("scaleOut", run.Lines[5].GetProperty("action").GetString());
        // 5,600 connections need 5.6 units, and a tenth more stands for a forecast: 6.2.
        Assert.Equal(7, run.Lines[5].GetProperty("units").GetInt32());
        Assert.Equal("hold", run.Lines[6].GetProperty("action").GetString());
        Assert.Equal(5, run.Lines[6].GetProperty("units").GetInt32());
        Assert.Equal("ChangeInProgress", run.Lines[6].GetProperty("reasons")[0].GetProperty("code").GetString());
    }

    [Fact]
    public async Task The_configuration_bounds_the_size_and_gives_the_workload()
    {
        using var folder = new Advisor.Tests.TemporaryFolder();
        var file = Path.Combine(folder.Path, "advisor.yaml");
        await File.WriteAllTextAsync(
            file,
            "defaults:\n  minUnits: 7\n  workload:\n    - { useCase: broadcast, share: 1, messageBytes: 2048 }\n",
            TestContext.Current.CancellationToken
        );

        var line =
            """{"resource":"a","time":"2026-01-05T10:03:00Z","sku":"Standard_S1","units":5,"""
            + """ "metrics":{"ServerLoad":10,"ConnectionCount":900,"InboundTraffic":60000,"OutboundTraffic":600000}}""";
        var run = await RunAsync([line], "--config", file);

        Assert.Equal(7, run.Lines[0].GetProperty("units").GetInt32());
        Assert.Equal("MinimumSize", run.Lines[0].GetProperty("reasons")[0].GetProperty("code").GetString());
        // Broadcast has 4 MB/s out for each unit; its inbound is never a limit.
        Assert.Equal(0.0005, run.Lines[0].GetProperty("utilization").GetProperty("outbound").GetDouble(), 6);
        Assert.Equal(0, run.Lines[0].GetProperty("utilization").GetProperty("inbound").GetDouble());
    }

    [Fact]
    public async Task A_change_that_never_takes_effect_is_requested_at_most_ten_times_a_day()
    {
        // 4,700 of 5,000 connections are above the target of 90 %. Each request is in progress for three minutes, and the size stays.
        var start = new DateTimeOffset(2026, 1, 5, 0, 0, 0, TimeSpan.Zero);
        var run = await RunAsync([
            .. Enumerable
                .Range(0, 1440)
                .Select(minute =>
                    CreateLine(
                        time: start.AddMinutes(minute).ToString("yyyy-MM-ddTHH:mm:ssZ"),
                        metrics: """{"ConnectionCount":4700,"ServerLoad":20}""",
                        more: minute % 4 == 0 ? "" : ",\"changeInProgress\":true"
                    )
                ),
        ]);

        Assert.InRange(run.Lines.Count(line => line.GetProperty("action").GetString() != "hold"), 5, 10);
        Assert.Contains(
            run.Lines[^1].GetProperty("alerts").EnumerateArray(),
            alert => alert.GetProperty("id").GetString() == "changeFailed" && alert.GetProperty("state").GetString() == "firing"
        );
    }
}
