using System.Collections.Concurrent;
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
    private readonly StringWriter error = new() { NewLine = "\n" };

    [Fact]
    public async Task A_resource_is_silenced_by_keys_and_the_screen_gives_the_terminal_back()
    {
        var run = RunAsync("watch", "--local", "--interval", "5", "--state", "state.db");
        await Until.TrueAsync(() => screen.Text.Contains("hot-chat", StringComparison.Ordinal) || run.IsCompleted);

        Press("sload test\r");
        await Until.TrueAsync(() =>
            screen.Text.Contains("Alerts of hot-chat are silenced until ", StringComparison.Ordinal) || run.IsCompleted
        );
        Press("q");

        Assert.Equal(ExitCodes.Success, await run);
        Assert.Equal("advisor: stopped.\n", error.ToString());
        Assert.StartsWith(Enter, screen.Text, StringComparison.Ordinal);
        Assert.EndsWith(Leave, screen.Text, StringComparison.Ordinal);
        var silences = await CliResult.RunAsync(
            ["silence", "list", "--state", "state.db"],
            cli => cli with { Folder = folder.Path },
            TestContext.Current.CancellationToken
        );
        Assert.Contains("/hot-chat  by dana: load test", silences.Out, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--plain")]
    [InlineData("--once")]
    public async Task Where_lines_are_asked_for_there_is_no_screen(string option)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var run = RunAsync(stop.Token, "watch", "--local", option);
        await Until.TrueAsync(() =>
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
                Environment = name => name == "USER" ? "dana" : null,
            },
            cancellation
        );

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
