using Advisor.Core.Fleet;
using Advisor.Service.Notify;
using Advisor.Service.Tests.World;
using Advisor.Storage.Sqlite;
using Advisor.Tests;

namespace Advisor.Service.Tests.Reports;

/// <content>A report on its way: crashes, two processes, a mail that is not taken.</content>
public sealed partial class ScheduledReportsTests
{
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
