using System.Collections.Concurrent;
using System.Text.RegularExpressions;
using Advisor.Functions.Tests.Crashes;
using Advisor.Functions.Tests.Published;
using Advisor.HostStandIn;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Service.Changes;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Faults;

/// <summary>The published executable with a line to its tables that loses and replaces answers, and killed before it has written.</summary>
public sealed partial class StateFaultsTests(PublishedApp package) : IClassFixture<PublishedApp>
{
    // A change is decided and sent in the first minute, in effect after 170 s, and verified and announced in the fourth.
    private const int Ticks = 6;

    private static readonly LocalResourceSpec Hot = LocalScenario.Ten.First(spec => spec.Name == "hot-chat");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    [Fault("state-lost-answer")]
    public async Task The_app_recognizes_each_kind_of_its_commits_whose_answer_was_lost_and_nobody_sees_anything()
    {
        await using var place = await Installation.StartAsync(package.Folder, [Hot]);
        var lost = new ConcurrentDictionary<string, int>(StringComparer.Ordinal);
        await using var tables = await FaultProxy.StartAsync(
            place.Azurite.Tables,
            _ => true,
            call => !call.Path.Contains("$batch", StringComparison.Ordinal) || !lost.TryAdd(FindKind(call), 0),
            Cancellation
        );
        var host = await place.AddHostAsync(tables.Address);

        await TickAsync(place);

        // Evaluations and their change, its steps, its message and the delivery of that, ticks, batches.
        Assert.True(lost.Count >= 10, string.Join("\n", lost.Keys));
        Assert.All(host.Outcomes, outcome => Assert.True(outcome.Succeeded, outcome.Problem));
        Assert.DoesNotContain(host.Log, IsComplaint);
        await HoldAsync(place);
    }

    [Fact]
    [Fault("state-foreign")]
    public async Task The_app_names_the_table_whose_answers_are_cut_off_or_of_something_else_and_takes_no_row_for_absent()
    {
        await using var place = await Installation.StartAsync(package.Folder, [Hot]);
        var foreign = new ConcurrentQueue<ForeignAnswer>();
        await using var tables = await FaultProxy.StartAsync(place.Azurite.Tables, _ => true, _ => true, Cancellation);
        tables.Instead = call => IsPresentState(call) && foreign.TryDequeue(out var answer) ? answer : null;
        var host = await place.AddHostAsync(tables.Address);
        await TickAsync(place, 1);

        // A change is open for the next three minutes: whoever takes its row for absent decides another.
        foreach (
            var answer in (ForeignAnswer[])
                [
                    new(200, "<html><body>Sign in to the network</body></html>"),
                    new(200, "{\"value\":[{\"PartitionKey\":\"r"),
                    new(404, """{"odata.error":{"code":"TableNotFound","message":{"lang":"en-US","value":"The table is not there."}}}"""),
                ]
        )
        {
            foreign.Enqueue(answer);
            foreign.Enqueue(answer);
            await TickAsync(place, 1);
            Assert.Empty(foreign);
        }

        await TickAsync(place);

        // Two tries each of a message fail with an answer that is cut off or of something else. Without a table no try helps: the
        // resources are read one by one, and one that cannot be is a line and a message.
        var lines = host.Log.Where(line => line.Contains("table advisor", StringComparison.Ordinal)).ToList();
        Assert.Equal(
            4,
            lines.Count(line =>
                line.Contains("failed and will be retried (StateStoreException): The table service ", StringComparison.Ordinal)
            )
        );
        Assert.Equal(4, host.Outcomes.Count(outcome => !outcome.Succeeded));
        Assert.Single(
            lines,
            line =>
                line.Contains(
                    "could not be evaluated: The table service answered 404 for the table advisor: TableNotFound",
                    StringComparison.Ordinal
                )
        );
        Assert.Single(place.Receiver.Bodies, body => body.GetRawText().Contains("404 for the table advisor", StringComparison.Ordinal));
        await HoldAsync(place);
    }

    [Fact]
    [Fault("state-unsaved")]
    public async Task The_app_that_is_killed_before_it_has_saved_reads_the_minutes_again_and_sends_no_change_without_its_record()
    {
        await using var place = await Installation.StartAsync(package.Folder, [Hot]);
        StandInHost? host = null;
        var kills = 0;
        var events = new ConcurrentQueue<string>();

        // Killed with the first minutes that it has read, with its decision, and two minutes later before a tick has begun.
        await using var tables = await FaultProxy.StartAsync(
            place.Azurite.Tables,
            call =>
            {
                var kill = kills switch
                {
                    0 when call.Text.Contains("-n-today", StringComparison.Ordinal) => "minutes not saved",
                    1 when call.Text.Contains("-n-change", StringComparison.Ordinal) => "decision not saved",
                    2 when IsTickOf(call, place.Clock.GetUtcNow(), Installation.Start.AddMinutes(3)) => "tick not begun",
                    _ => null,
                };
                if (kill is null)
                {
                    return true;
                }

                kills++;
                events.Enqueue(kill);
                host!.App.Kill();
                return false;
            },
            _ => true,
            Cancellation
        );
        tables.Answered = (call, _) => events.Enqueue(call.Text.Contains("-n-change", StringComparison.Ordinal) ? "decision saved" : "");
        await using var arm = await FaultProxy.StartAsync(
            place.Azure.Endpoint,
            call =>
            {
                events.Enqueue(call.Method == "PATCH" ? "PATCH" : "");
                return true;
            },
            _ => true,
            Cancellation
        );
        host = await place.AddHostAsync(tables.Address, arm.Address);

        await TickAsync(place);

        // The change is saved again when it is sent and followed.
        Assert.Equal(
            ["minutes not saved", "decision not saved", "decision saved", "PATCH", "tick not begun"],
            events.Where(name => name.Length > 0).Distinct()
        );
        Assert.Equal(3, host.Log.Count(line => line == "[Error] The app ended."));
        await HoldAsync(place);

        // Metrics are a minute or two late.
        var now = place.Clock.GetUtcNow();
        var day = Assert.Single(
            (await place.State.Minutes.ReadAsync(place.Azure.Resources[0].Id, Installation.Start, now, Cancellation)).Records
        );
        var read = Enumerable.Range(0, Ticks - 2).Select(minute => (int)Installation.Start.TimeOfDay.TotalMinutes + minute);
        Assert.All(read, minute => Assert.True(day.HasData(minute), $"{TimeSpan.FromMinutes(minute)} was not read"));
    }

    private static bool IsTickOf(ProxiedRequest call, DateTimeOffset now, DateTimeOffset minute) =>
        now == minute && call.Text.Contains("\"PartitionKey\":\"ticks\"", StringComparison.Ordinal);

    private static async Task TickAsync(Installation place, int ticks = Ticks)
    {
        for (var tick = 0; tick < ticks; tick++)
        {
            await place.TickAsync();
        }
    }

    private static async Task HoldAsync(Installation place)
    {
        var resource = Assert.Single(place.Azure.Resources);
        Assert.Equal(ChangeState.Verified, Assert.Single(await place.ReadChangesAsync(resource.Id)).State);
        Assert.Equal((1L, 3, 0), (place.Azure.Calls[CallKind.Patch], resource.Units, place.Receiver.Repeats));
        Assert.Single(place.Receiver.Bodies, body => body.GetRawText().Contains("scaled out", StringComparison.Ordinal));
        Assert.Empty(await place.OpenMessagesAsync());
        Assert.Empty((await place.State.DeadLetters.ListAsync(10, Cancellation)).Records);
    }

    // What an evaluation starts from.
    private static bool IsPresentState(ProxiedRequest call) =>
        call.Method == "GET" && Uri.UnescapeDataString(call.Path).Contains("-n-'", StringComparison.Ordinal);

    private static bool IsComplaint(string line) =>
        line.StartsWith("[Error]", StringComparison.Ordinal) || line.StartsWith("[Warning]", StringComparison.Ordinal);

    // The kinds of its rows: their keys without hashes and times.
    private static string FindKind(ProxiedRequest call) =>
        string.Join(
            ' ',
            RowKeyPattern().Matches(call.Text).Select(match => VaryingPattern().Replace(match.Groups["key"].Value, "*")).Distinct()
        );

    [GeneratedRegex("RowKey(=|%3D|\":\\s*)['\"](?<key>[^'\"]+)", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex RowKeyPattern();

    [GeneratedRegex("[0-9a-f]{32}|[0-9]{8,}", RegexOptions.NonBacktracking)]
    private static partial Regex VaryingPattern();
}
