using System.Collections.Concurrent;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Changes;
using Advisor.Service.Store;
using Advisor.Service.Store.Sqlite;
using Advisor.Service.Timeline;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Watch.Live;

/// <summary><c>advisor watch</c> where it is on a terminal.</summary>
public sealed class LiveWatchTests : IDisposable
{
    private const string Enter = "\u001b[?1049h\u001b[?25l",
        Leave = "\u001b[?25h\u001b[?1049l";

    private readonly TemporaryFolder folder = new();
    private readonly ConcurrentQueue<ConsoleKeyInfo> keys = new();
    private readonly Screen screen = new();
    private readonly SetClock clock = new();
    private readonly StringWriter error = new() { NewLine = "\n" };

    [Fact]
    public async Task A_resource_is_silenced_by_keys_and_the_screen_gives_the_terminal_back()
    {
        var run = RunAsync("watch", "--local", "--interval", "5", "--state", "state.db");
        // A key acts on the row that is selected. Before there is one, the first tick already prints lines about hot-chat.
        await Until.WaitAsync(() => screen.Text.Contains("> hot-chat", StringComparison.Ordinal) || run.IsCompleted);

        Press("sload test\r");
        await Until.WaitAsync(() =>
            screen.Text.Contains("Alerts of hot-chat are silenced until ", StringComparison.Ordinal) || run.IsCompleted
        );
        Press("q");

        Assert.Equal(ExitCodes.Success, await run);
        Assert.Equal("advisor: stopped.\n", error.ToString());
        Assert.StartsWith(Enter, screen.Text, StringComparison.Ordinal);
        Assert.EndsWith(Leave, screen.Text, StringComparison.Ordinal);
        Assert.Contains("\u001b[K", screen.Text, StringComparison.Ordinal); // erases from the cursor to the end of its line
        Assert.DoesNotContain("\r\u001b[K", screen.Text, StringComparison.Ordinal); // the whole line: on Windows, what tests/windows runs
        var silences = await CliResult.RunAsync(
            ["silence", "list", "--state", "state.db"],
            cli => cli with { Folder = folder.Path },
            TestContext.Current.CancellationToken
        );
        Assert.Contains("/hot-chat  by dana: load test", silences.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task After_a_restart_the_events_begin_with_the_past_alerts_and_changes()
    {
        const string id = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat";
        var now = DateTimeOffset.UtcNow;
        using (var store = SqliteStateStore.Open(Path.Combine(folder.Path, "state.db")))
        {
            var state = await AdvisorState.OpenAsync(store, 1, now, TestContext.Current.CancellationToken);
            var alert = new TimelineAlert
            {
                DedupKey = "a",
                Kind = AlertEventKind.Fired,
                Condition = "noData",
                Severity = AlertSeverity.Warning,
                SubjectKind = AlertSubjectKind.Resource,
                SubjectName = "chat\u001b[2J",
                Since = now.AddHours(-5),
                Text = "chat has had no metrics.",
            };
            var change = new ChangeRecord
            {
                ResourceId = id,
                DecidedAt = now.AddHours(-2),
                ClosedAt = now.AddHours(-2).AddMinutes(3),
                FromSku = "Standard_S1",
                FromUnits = 2,
                ToSku = "Standard_S1",
                ToUnits = 3,
                State = ChangeState.Verified,
                Text = "In effect after 3 min.",
            };
            await state
                .BeginCommit(id)
                .Record(
                    new TimelineEvent
                    {
                        Scope = id,
                        At = now.AddHours(-4),
                        Alert = alert,
                    },
                    "1"
                )
                .Record(
                    new TimelineEvent
                    {
                        Scope = id,
                        At = now.AddHours(-3),
                        Alert = alert with { Kind = AlertEventKind.Resolved },
                    },
                    "2"
                )
                .Record(
                    new TimelineEvent
                    {
                        Scope = id,
                        At = now.AddHours(-2),
                        Change = change,
                    },
                    "3"
                )
                .RunAsync(TestContext.Current.CancellationToken);
        }

        var run = RunAsync("watch", "--local", "--interval", "5", "--state", "state.db");
        await Until.WaitAsync(() => screen.Text.Contains(" verified. ", StringComparison.Ordinal) || run.IsCompleted);
        Press("q");
        Assert.Equal(ExitCodes.Success, await run);

        string Stamp(DateTimeOffset at) => at.ToString("yyyy-MM-dd HH:mm'Z'");
        string[] expected =
        [
            $"{Stamp(now.AddHours(-4))} chat\uFFFD[2J: No data (warning). chat has had no metrics.",
            $"{Stamp(now.AddHours(-3))} chat\uFFFD[2J: No data (warning) resolved.",
            $"{Stamp(now.AddHours(-2).AddMinutes(3))} chat: Standard_S1 x 2 to Standard_S1 x 3 verified. In ef",
        ];
        var places = expected.Select(line => screen.Text.IndexOf(line, StringComparison.Ordinal)).ToList();
        Assert.DoesNotContain(-1, places);
        Assert.Equal(places.Order(), places);
    }

    [Fact]
    public async Task A_clock_that_is_set_back_does_not_stop_the_screen()
    {
        var run = RunAsync("watch", "--local", "--interval", "5", "--state", "state.db");
        await Until.WaitAsync(() => screen.Text.Contains("hot-chat", StringComparison.Ordinal) || run.IsCompleted);

        clock.Ahead = -TimeSpan.FromHours(1);
        var drawn = screen.Text.Length;
        await Until.WaitAsync(() => screen.Text.Length > drawn || run.IsCompleted);
        drawn = screen.Text.Length; // one may have begun before
        await Until.WaitAsync(() => screen.Text.Length > drawn || run.IsCompleted);

        Press("q");
        Assert.Equal(ExitCodes.Success, await run);
    }

    [Theory]
    [InlineData("--plain")]
    [InlineData("--once")]
    public async Task Where_lines_are_asked_for_there_is_no_screen(string option)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var run = RunAsync(stop.Token, "watch", "--local", option);
        await Until.WaitAsync(() =>
            screen.Text.Contains("hot-chat: scale out to Standard_S1 x 3", StringComparison.Ordinal) || run.IsCompleted
        );

        // One tick ends by itself.
        await (option == "--once" ? run : stop.CancelAsync());

        Assert.Equal(ExitCodes.Success, await run);
        Assert.DoesNotContain('\u001b', screen.Text);
    }

    public void Dispose()
    {
        folder.Dispose();
        screen.Dispose();
        error.Dispose();
    }

    private void Press(string text)
    {
        foreach (var letter in text)
        {
            keys.Enqueue(new ConsoleKeyInfo(letter, letter == '\r' ? ConsoleKey.Enter : ConsoleKey.None, false, false, false));
        }
    }

    private Task<int> RunAsync(params string[] args) => RunAsync(TestContext.Current.CancellationToken, args);

    private Task<int> RunAsync(CancellationToken cancellation, params string[] args) =>
        AdvisorCli.RunAsync(
            args,
            new CliContext
            {
                Out = screen,
                Error = error,
                Folder = folder.Path,
                OutIsTerminal = true,
                ReadKey = () => keys.TryDequeue(out var key) ? key : null,
                ReadSize = () => (80, 24),
                Time = clock,
                Environment = name => name == "USER" ? "dana" : null,
            },
            cancellation
        );

    /// <summary>The clock of the machine, which a person may set.</summary>
    private sealed class SetClock : TimeProvider
    {
        public TimeSpan Ahead { get; set; }

        public override DateTimeOffset GetUtcNow() => base.GetUtcNow() + Ahead;
    }

    /// <summary>What was written so far, while it is written to.</summary>
    private sealed class Screen : StringWriter
    {
        private readonly Lock gate = new();

        public string Text
        {
            get
            {
                lock (gate)
                {
                    return ToString();
                }
            }
        }

        public override void Write(char value)
        {
            lock (gate)
            {
                base.Write(value);
            }
        }

        public override void Write(string? value)
        {
            lock (gate)
            {
                base.Write(value);
            }
        }

        public override void Write(System.Text.StringBuilder? value)
        {
            lock (gate)
            {
                base.Write(value);
            }
        }
    }
}
