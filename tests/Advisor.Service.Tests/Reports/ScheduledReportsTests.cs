using Advisor.Core.Fleet;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store.Sqlite;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;
using Advisor.Tests;

namespace Advisor.Service.Tests.Reports;

/// <summary>Reports by mail: once for each period, whatever ends, comes late or runs beside another.</summary>
public sealed class ScheduledReportsTests
{
    private static DateTimeOffset Start => ReportWorld.Start;

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_report_waits_for_its_time_and_is_sent_once_a_week()
    {
        var world = new ReportWorld();

        // From Monday 08:00 on, every 10 minutes for 15 days: due on Monday 08:30, a week later, and two weeks later.
        var service = await world.CreateServiceAsync();
        for (var now = Start; now < Start.AddDays(15); now = now.AddMinutes(10))
        {
            await world.TickAsync(now, service);
        }

        Assert.Equal(
            [Start.AddMinutes(30), Start.AddDays(7).AddMinutes(30), Start.AddDays(14).AddMinutes(30)],
            world.Mail.Sent.Select(mail => mail.At)
        );
        Assert.Equal(3, world.Mail.Sent.Select(mail => mail.EventId).Distinct().Count());
        Assert.All(
            world.Mail.Sent,
            mail => Assert.Equal(("text", "<p>html", "<p>file"), (mail.Document!.Text, mail.Document.Html, mail.Document.File))
        );
        Assert.Equal("Capacity report, 2026-01-05 (24 h)", world.Mail.Sent[0].Title);
        Assert.Equal("capacity-2026-01-05.html", world.Mail.Sent[0].Document!.FileName);
    }

    // Monday 12 January, 08:00 in Auckland, 13 hours ahead, is Sunday 19:00 UTC.
    [Fact]
    public async Task Title_and_file_have_the_date_of_the_time_zone_of_the_report()
    {
        var world = new ReportWorld { Reports = [ReportWorld.CreateReport("mon", "08:00", "Pacific/Auckland")] };
        await world.TickAsync(Start);
        await world.TickAsync(new DateTimeOffset(2026, 1, 11, 19, 0, 0, TimeSpan.Zero));

        var mail = Assert.Single(world.Mail.Sent);
        Assert.Equal("Capacity report, 2026-01-12 (24 h)", mail.Title);
        Assert.Equal("capacity-2026-01-12.html", mail.Document!.FileName);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task Ticks_at_any_time_by_fresh_processes_send_each_week_once(int seed)
    {
        var random = new Random(seed);
        var world = new ReportWorld { Reports = [ReportWorld.CreateReport("sun", "02:30", "Europe/Berlin")] };
        var start = new DateTimeOffset(2026, 3, 1, 12, 0, 0, TimeSpan.Zero);
        for (var now = start; now < start.AddDays(70); now = now.AddMinutes(random.Next(1, 3 * 24 * 60)))
        {
            await world.TickAsync(now);
        }

        await world.TickAsync(start.AddDays(70));

        // The ten Sundays 8 March to 10 May. 02:30 is 01:30 UTC; on 29 March it is skipped, 01:00; then it is 00:30.
        int[] minutes = [90, 90, 90, 60, 30, 30, 30, 30, 30, 30];
        Assert.Equal(
            minutes.Select((m, i) => start.Date.AddDays(7 * (i + 1)).AddMinutes(m)),
            world.Mail.Sent.Select(m => m.Since.UtcDateTime)
        );
    }

    [Fact]
    public async Task A_host_that_was_off_sends_late_once_and_only_the_last_of_several_weeks()
    {
        var world = new ReportWorld();
        await world.TickAsync(Start);

        // Back on Wednesday three weeks later: due on the Mondays of day 0, 7, 14 and 21.
        await world.TickAsync(Start.AddDays(23));
        await world.TickAsync(Start.AddDays(23).AddMinutes(1));

        Assert.Equal([(Start.AddDays(21).AddMinutes(30), Start.AddDays(23))], world.Mail.Sent.Select(mail => (mail.Since, mail.At)));
    }

    [Fact]
    public async Task A_report_that_is_new_or_has_a_new_schedule_begins_with_its_next_time()
    {
        var world = new ReportWorld();
        await world.TickAsync(Start.AddHours(1));
        Assert.Empty(world.Mail.Sent);
        await world.TickAsync(Start.AddDays(7).AddHours(1));
        Assert.Single(world.Mail.Sent);

        // Due on Sundays from now on: that of yesterday is not sent, as no one asked for it then.
        world.Reports = [ReportWorld.CreateReport("sun")];
        await world.TickAsync(Start.AddDays(7).AddHours(2));
        Assert.Single(world.Mail.Sent);
        await world.TickAsync(Start.AddDays(13).AddHours(2));
        Assert.Equal(2, world.Mail.Sent.Count);
    }

    [Fact]
    public async Task Without_reports_the_state_is_not_asked()
    {
        var world = new ReportWorld { Reports = [] };
        var point = new CrashPoint();
        var service = await world.CreateServiceAsync(point);
        var before = point.Steps.Count;

        await service.EnqueueReportsAsync(Start, Cancel);

        Assert.Equal(before, point.Steps.Count);
    }

    [Fact]
    public async Task What_was_marked_is_not_read_again()
    {
        var world = new ReportWorld();
        var point = new CrashPoint();
        var service = await world.CreateServiceAsync(point);
        await service.EnqueueReportsAsync(Start, Cancel);
        var before = point.Steps.Count;

        await service.EnqueueReportsAsync(Start.AddMinutes(1), Cancel);

        Assert.Equal(before, point.Steps.Count);
    }

    [Fact]
    public async Task A_report_of_a_team_has_its_resources_and_that_of_the_default_team_those_without_one()
    {
        var world = new ReportWorld { Reports = [ReportWorld.CreateReport(team: "chat")] };
        await world.TickAsync(Start);
        await world.TickAsync(Start.AddMinutes(30));
        Assert.Equal(["chat"], world.Rendered!.Evaluation.Resources.Select(resource => resource.Name));
        Assert.Equal("Capacity report, team chat, 2026-01-05 (24 h)", Assert.Single(world.Mail.Sent).Title);

        world = new ReportWorld { Reports = [ReportWorld.CreateReport(team: "platform")] };
        await world.TickAsync(Start);
        await world.TickAsync(Start.AddMinutes(30));
        Assert.Equal(["other"], world.Rendered!.Evaluation.Resources.Select(resource => resource.Name));
    }

    [Fact]
    public async Task Reports_of_several_teams_that_are_due_together_evaluate_the_fleet_once()
    {
        var weekly = ReportWorld.CreateReport();
        var world = new ReportWorld
        {
            Reports = [weekly, weekly with { Name = "chat", Team = "chat" }, weekly with { Name = "platform", Team = "platform" }],
        };
        var service = await world.CreateServiceAsync();
        await world.TickAsync(Start, service);
        Assert.Equal(0, world.World.Azure.Lists);

        await world.TickAsync(Start.AddMinutes(30), service);
        Assert.Equal((3, 1), (world.Mail.Sent.Count, world.World.Azure.Lists));

        // A week later nothing of it is left.
        await world.TickAsync(Start.AddDays(7).AddMinutes(30), service);
        Assert.Equal((6, 2), (world.Mail.Sent.Count, world.World.Azure.Lists));
    }

    [Fact]
    public async Task A_report_of_which_nothing_could_be_read_reads_again_when_it_is_retried()
    {
        var world = new ReportWorld();
        var service = await world.CreateServiceAsync();
        await world.TickAsync(Start, service);
        world.World.Azure.ListFailures.Add(new("s", FailureCode.Unreachable, "Azure does not answer."));
        await world.TickAsync(Start.AddMinutes(30), service);
        Assert.Empty(world.Mail.Sent);

        // The retry comes within the ten minutes for which an evaluation is kept.
        world.World.Azure.ListFailures.Clear();
        for (var minute = 31; minute < 39; minute++)
        {
            await world.TickAsync(Start.AddMinutes(minute), service);
        }

        Assert.Single(world.Mail.Sent);
    }

    [Fact]
    public async Task Ticks_go_on_while_a_report_is_made_and_the_next_one_waits_for_it()
    {
        var rendering = new TaskCompletionSource();
        var weekly = ReportWorld.CreateReport(at: "08:01");
        var world = new ReportWorld { Reports = [weekly, weekly with { Name = "chat", Team = "chat" }], Rendering = rendering.Task };
        var loop = new WatchLoop(await world.CreateServiceAsync(), world.World.Clock, _ => { }) { WaitsForDeliveries = false };

        // Both are due at 08:01; the first is not rendered before 08:10.
        for (var minute = 0; minute < 10; minute++)
        {
            Assert.Equal(2, (await loop.TickAsync(Cancel).WaitAsync(TimeSpan.FromMinutes(1), Cancel))!.Resources);
            Assert.Empty(world.Mail.Sent);
            world.World.Clock.Advance(TimeSpan.FromMinutes(1));
        }

        rendering.SetResult();
        await loop.EndAsync();

        Assert.Equal(["chat", "weekly"], world.Mail.Sent.Select(mail => mail.Report).Order());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Wherever_a_process_ends_the_report_is_sent_once_but_for_an_answer_that_was_lost(bool after)
    {
        async Task<(ReportWorld World, CrashPoint Point)> RunAsync(CrashPoint point)
        {
            var world = new ReportWorld();
            await world.TickAsync(Start);
            try
            {
                await world.TickAsync(Start.AddMinutes(30), await world.CreateServiceAsync(point));
            }
            catch (CrashException)
            {
                point.Restart();
            }

            // The lease of an attempt to send a report ends after 15 minutes.
            for (var minute = 31; minute < 60; minute += 4)
            {
                await world.TickAsync(Start.AddMinutes(minute));
            }

            return (world, point);
        }

        var whole = await RunAsync(new CrashPoint());
        Assert.Single(whole.World.Mail.Sent);
        var failures = new List<string>();
        for (var at = 0; at < whole.Point.Steps.Count; at++)
        {
            var (world, point) = await RunAsync(new CrashPoint { At = at, After = after });
            var step = whole.Point.Steps[at];

            // Twice only between the answer of the mail server and its record, and then with the same id.
            var isSent = whole.Point.Steps.Take(at + (after ? 1 : 0)).Contains("deliver");
            var isRecorded = whole
                .Point.Steps.Take(at + (after ? 1 : 0))
                .SkipWhile(s => s != "deliver")
                .Any(s => s.StartsWith("commit", StringComparison.Ordinal));
            var expected = isSent && !isRecorded ? 2 : 1;
            if (world.Mail.Sent.Count != expected || world.Mail.Sent.Select(mail => mail.EventId).Distinct().Count() != 1)
            {
                failures.Add($"{(after ? "after" : "before")} {at} {step}: {world.Mail.Sent.Count} of {expected}");
            }
        }

        Assert.Empty(failures);
    }

    [Fact]
    public async Task Of_two_processes_on_one_file_one_sends()
    {
        using var folder = new TemporaryFolder();
        using var one = SqliteStateStore.Open(Path.Combine(folder.Path, "state.db"));
        using var other = SqliteStateStore.Open(Path.Combine(folder.Path, "state.db"));
        ReportWorld[] worlds = [new(one), new(other)];
        foreach (var world in worlds)
        {
            await world.TickAsync(Start);
        }

        for (var week = 0; week < 10; week++)
        {
            var now = Start.AddDays(7 * week).AddMinutes(31);
            await Task.WhenAll(worlds.Select(world => Task.Run(() => world.TickAsync(now), Cancel)));
        }

        Assert.Equal(10, worlds.Sum(world => world.Mail.Sent.Count));
        Assert.Equal(10, worlds.SelectMany(world => world.Mail.Sent).Select(mail => mail.EventId).Distinct().Count());
    }

    [Fact]
    public async Task A_mail_that_is_not_taken_is_tried_again_and_dead_lettered_with_what_it_takes_to_send_it_again()
    {
        var world = new ReportWorld();
        await world.TickAsync(Start);
        world.Mail.Answers.Enqueue(DeliveryResult.RetryLater("mail: busy"));
        world.Mail.Answers.Enqueue(DeliveryResult.Refused("mail: no such user"));
        await world.TickAsync(Start.AddMinutes(30));
        await world.TickAsync(Start.AddMinutes(31));

        var state = await world.World.OpenStateAsync();
        var dead = Assert.Single((await state.DeadLetters.ListAsync(10, Cancel)).Records);
        Assert.Equal(2, world.Mail.Sent.Count);
        Assert.Contains("no such user", dead.Problem, StringComparison.Ordinal);
        Assert.DoesNotContain("<p>", dead.Text, StringComparison.Ordinal);

        await new DeadLetterResend(state).RunAsync(dead.Id, "dana", Start.AddHours(9), Cancel);
        await world.TickAsync(Start.AddHours(9));
        Assert.Equal("<p>file", world.Mail.Sent[2].Document!.File);
    }

    [Fact]
    public async Task While_Azure_does_not_answer_the_report_waits_and_the_channel_stays_healthy()
    {
        var world = new ReportWorld();
        await world.TickAsync(Start);
        world.World.Azure.ListFailures.Add(new("s", FailureCode.Unreachable, "Azure does not answer."));
        await world.TickAsync(Start.AddMinutes(30));
        Assert.Empty(world.Mail.Sent);
        var state = await world.World.OpenStateAsync();
        Assert.Contains(
            "Azure does not answer.",
            Assert.Single(await state.Outbox.ListOpenAsync(10, Cancel)).LastError,
            StringComparison.Ordinal
        );
        Assert.Empty(await state.Fleet.ListChannelHealthAsync(Cancel));

        world.World.Azure.ListFailures.Clear();
        await world.TickAsync(Start.AddMinutes(31));
        Assert.Single(world.Mail.Sent);
    }

    [Fact]
    public async Task A_report_that_cannot_be_rendered_waits_and_is_sent_when_it_can()
    {
        var world = new ReportWorld();
        await world.TickAsync(Start);
        var render = world.Render;
        world.Render = () => throw new InvalidOperationException("No\nfont.");
        await world.TickAsync(Start.AddMinutes(30));
        Assert.Empty(world.Mail.Sent);
        var open = Assert.Single(await (await world.World.OpenStateAsync()).Outbox.ListOpenAsync(10, Cancel));
        Assert.Equal(
            "Report weekly could not be created (InvalidOperationException: No font.)",
            open.LastError!.Split("; ")[0].TrimEnd('.')
        );

        world.Render = render;
        await world.TickAsync(Start.AddMinutes(31));
        Assert.Single(world.Mail.Sent);
    }

    [Fact]
    public async Task A_report_that_is_no_longer_in_the_settings_is_dead_lettered()
    {
        var world = new ReportWorld();
        await world.TickAsync(Start);
        await (await world.CreateServiceAsync()).EnqueueReportsAsync(Start.AddMinutes(30), Cancel);
        world.Reports = [];
        await world.TickAsync(Start.AddMinutes(31));

        Assert.Empty(world.Mail.Sent);
        Assert.Single((await (await world.World.OpenStateAsync()).DeadLetters.ListAsync(10, Cancel)).Records);
    }
}
