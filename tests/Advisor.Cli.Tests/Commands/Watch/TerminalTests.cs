using System.Diagnostics;
using System.Text.Json;
using Advisor.Cli.Tests.World;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Watch;

/// <summary><c>advisor watch</c> in a real pseudo-terminal: what a person sees, and that the terminal is given back.</summary>
public sealed class TerminalTests : IDisposable
{
    private const string Missing = "needs python3 and a system with pseudo-terminals";

    private readonly TemporaryFolder folder = new();

    public static bool CanRun => !OperatingSystem.IsWindows() && IsInstalled("python3");

    [Fact(Skip = Missing, SkipUnless = nameof(CanRun))]
    public async Task Keys_explain_and_silence_and_q_gives_the_terminal_back()
    {
        var seen = await RunAsync(
            (80, 24),
            [
                .. Ready,
                ["screen"],
                ["send", "e"],
                ["until", "Esc back"],
                ["screen"],
                ["send", "\u001b"],
                ["until", "e explain"],
                ["send", "sload test\r"],
                ["until", "Alerts of hot-chat are silenced until "],
                ["send", "q"],
            ]
        );

        Assert.Equal((0, false, true), (seen.Exit, seen.Alternate, seen.Cursor));
        Assert.Equal("  resource        size     limit    last 1 h  load needs next             !  age", seen.Screens[0][0]);
        Assert.StartsWith("> hot-chat        S1 x 2   server   ", seen.Screens[0][1], StringComparison.Ordinal);
        Assert.Contains("S1 x 3", string.Join('\n', seen.Screens[0]), StringComparison.Ordinal);
        Assert.Equal("hot-chat, Standard_S1 x 2", seen.Screens[1][0]);
        Assert.StartsWith("- Needs ", seen.Screens[1][4], StringComparison.Ordinal);

        // What stood on the terminal before comes back, and one line says the end.
        Assert.Equal("advisor: stopped.", string.Join('\n', seen.Screens[^1]).Trim());
    }

    [Fact(Skip = Missing, SkipUnless = nameof(CanRun))]
    public async Task Each_size_of_the_terminal_has_a_frame_that_fits_and_Ctrl_C_gives_the_terminal_back()
    {
        (int Width, int Height)[] sizes = [(60, 24), (200, 60), (40, 8), (30, 5), (80, 24)];
        var seen = await RunAsync(
            (80, 24),
            [
                .. Ready,
                .. sizes.SelectMany(size =>
                    new object[][] { ["resize", size.Width, size.Height], ["until", RenderScreen(size)], ["screen"] }
                ),
                ["send", "\u0003"],
            ]
        );

        Assert.Equal((0, false, true), (seen.Exit, seen.Alternate, seen.Cursor));
        foreach (var (size, screen) in sizes.Zip(seen.Screens))
        {
            // A line that is too long would stand on two, and a frame that is too high would push its head out.
            Assert.StartsWith(size.Height < 8 ? "The terminal is smaller than 4" : "  resource  ", screen[0], StringComparison.Ordinal);
            Assert.Contains(screen, line => line.StartsWith(size.Height < 8 ? "0 x 8." : "> ", StringComparison.Ordinal));
        }

        // The selection follows its resource, whatever stands first after the next tick.
        Assert.Single(
            seen.Screens.SelectMany(screen => screen)
                .Where(line => line.StartsWith("> ", StringComparison.Ordinal))
                .Select(line => line.Split(' ')[1])
                .Distinct(StringComparer.Ordinal)
        );

        // Columns go where there is no room for them, and stay where there is.
        Assert.DoesNotContain("last 1 h", seen.Screens[0][0], StringComparison.Ordinal);
        Assert.Contains("last 1 h", seen.Screens[1][0], StringComparison.Ordinal);
    }

    [Fact(Skip = Missing, SkipUnless = nameof(CanRun))]
    public async Task A_change_of_size_without_a_signal_shows_in_the_next_frame()
    {
        const int SizeChanged = 28;
        var seen = await RunAsync(
            (80, 24),
            [
                ["ignore", SizeChanged],
                .. Ready,
                ["resize", 60, 24],
                ["screen"],
                ["send", "q"],
            ]
        );

        Assert.StartsWith("  resource  ", seen.Screens[0][0], StringComparison.Ordinal);
        Assert.DoesNotContain("last 1 h", seen.Screens[0][0], StringComparison.Ordinal);
    }

    [Fact(Skip = Missing, SkipUnless = nameof(CanRun))]
    public async Task A_signal_gives_the_terminal_back_and_with_NO_COLOR_the_screen_has_no_color()
    {
        const int Terminated = 15;
        var seen = await RunAsync((80, 24), [.. Ready, ["signal", Terminated]], ("NO_COLOR", "1"));

        Assert.Equal((0, false, true), (seen.Exit, seen.Alternate, seen.Cursor));
        Assert.DoesNotContain("m", seen.Sequences);
        Assert.Contains("?1049h", seen.Sequences);
    }

    [Fact(Skip = Missing, SkipUnless = nameof(CanRun))]
    public async Task A_dumb_terminal_gets_lines()
    {
        var seen = await RunAsync(
            (80, 24),
            [
                ["until", "hot-chat: scale out to Standard_S1 x 3"],
                ["signal", 2],
            ],
            ("TERM", "dumb")
        );

        Assert.Equal(0, seen.Exit);
        Assert.Empty(seen.Sequences);
    }

    public void Dispose() => folder.Dispose();

    // The table of the first tick, below it what the keys do.
    private static object[][] Ready =>
        [
            ["until", "hot-chat        S1 x 2"],
            ["until", "next"],
            ["until", "q quit"],
            // On a slow machine it is not among the first that are evaluated, and another one is selected.
            ["send", "\u001b[H"],
            ["until", "> hot-chat "],
        ];

    // The second has room for more than a screen of 24 lines: its last line is what no smaller one has there.
    private static string RenderScreen((int Width, int Height) size) =>
        size switch
        {
            (< 40, _) => "quits",
            (40, _) => "Up/Down select   e explain   s silence …",
            _ => "q quit",
        };

    private async Task<TerminalSeen> RunAsync(
        (int Width, int Height) size,
        object[][] steps,
        params (string Name, string Value)[] environment
    )
    {
        string[] arguments =
        [
            RepositoryFiles.GetPath("tests", "terminal.py"),
            $"{size.Width}",
            $"{size.Height}",
            TerminalScript.ToJson(steps),
            .. AdvisorProgram.Command,
            "watch",
            "--local",
            "--interval",
            "5",
        ];
        var start = new ProcessStartInfo("python3", arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardInput = true,
            UseShellExecute = false,
            WorkingDirectory = folder.Path,
        };
        start.Environment.Remove("COLUMNS");
        start.Environment.Remove("NO_COLOR");
        start.Environment["TERM"] = "xterm-256color";
        start.Environment["LANG"] = "C.UTF-8";
        foreach (var (name, value) in environment)
        {
            start.Environment[name] = value;
        }

        using var process = Process.Start(start)!;
        var text = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.True(process.ExitCode == 0, text);
        return JsonSerializer.Deserialize(text, TerminalJson.Default.TerminalSeen)!;
    }

    private static bool IsInstalled(string program) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':').Any(place => File.Exists(Path.Combine(place, program)));
}
