using System.Globalization;
using System.Text;
using Advisor.Cli.Output;
using Spectre.Console;

namespace Advisor.Cli;

/// <summary>
/// The environment of a command: streams, clock, variables and the properties of the terminal; tests pass their own. Results go to
/// <see cref="Out"/>; progress, logs and errors to <see cref="Error"/>.
/// </summary>
public sealed record CliContext
{
    /// <summary>Width in columns when output is not a terminal and COLUMNS is not set.</summary>
    public const int PipedWidth = 120;

    public required TextWriter Out { get; init; }

    public required TextWriter Error { get; init; }

    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Source of ids of what a person creates, such as a silence; a new value at every call.</summary>
    public Func<Guid> NewId { get; init; } = Guid.NewGuid;

    /// <summary>
    /// Opens standard input as bytes, for commands that parse faster than text readers read.
    /// </summary>
    public Func<Stream> OpenInput { get; init; } = () => Stream.Null;

    /// <summary>Opens standard output as bytes. Use it or <see cref="Out"/>, not both.</summary>
    public Func<Stream> OpenOutput { get; init; } = () => Stream.Null;

    /// <summary>Reads an environment variable; null when it is not set.</summary>
    public Func<string, string?> Environment { get; init; } = _ => null;

    /// <summary>Lists the names of the environment variables.</summary>
    public Func<IEnumerable<string>> ListVariables { get; init; } = () => [];

    /// <summary>Base folder of relative paths. Default: the working folder.</summary>
    public string Folder { get; init; } = Directory.GetCurrentDirectory();

    /// <summary>Whether <see cref="Out"/> is a terminal.</summary>
    public bool OutIsTerminal { get; init; }

    /// <summary>Whether <see cref="Error"/> is a terminal, where progress may be redrawn.</summary>
    public bool ErrorIsTerminal { get; init; }

    /// <summary>Whether long work may show its progress on <see cref="Error"/>; false where that is part of an answer.</summary>
    public bool ShowsProgress { get; init; } = true;

    /// <summary>Width of the output in columns: COLUMNS, else the terminal's, else <see cref="PipedWidth"/>.</summary>
    public int Width { get; init; } = PipedWidth;

    /// <summary>Whether colors may be used: on a terminal, unless NO_COLOR is set.</summary>
    public bool Color { get; init; }

    /// <summary>Whether bars and lines may use characters beyond ASCII: on a terminal that takes UTF-8.</summary>
    public bool Unicode { get; init; }

    /// <summary>Returns the next key pressed, null when there is none; the function itself is null when no keyboard is read.</summary>
    public Func<ConsoleKeyInfo?>? ReadKey { get; init; }

    /// <summary>Returns the current columns and lines of the terminal.</summary>
    public Func<(int Width, int Height)> ReadSize { get; init; } = () => (PipedWidth, 25);

    /// <summary>Opens an address in the browser; false when there is none.</summary>
    public Func<Uri, bool> OpenBrowser { get; init; } = _ => false;

    /// <summary>Creates the context of this process.</summary>
    public static CliContext FromProcess()
    {
        var terminal = !Console.IsOutputRedirected && TakesSequences(() => Console.Out);
        return new CliContext
        {
            Out = ClosedOutput.Replace(() =>
                Console.IsOutputRedirected ? OpenUtf8(Console.OpenStandardOutput()) : OpenConsole(Console.Out)
            ),
            Error = ClosedOutput.Replace(() =>
                Console.IsErrorRedirected ? OpenUtf8(Console.OpenStandardError()) : OpenConsole(Console.Error)
            ),
            OpenInput = Console.OpenStandardInput,
            OpenOutput = Console.OpenStandardOutput,
            Environment = System.Environment.GetEnvironmentVariable,
            ListVariables = () => System.Environment.GetEnvironmentVariables().Keys.Cast<string>(),
            OpenBrowser = Browser.Open,
            ReadKey = Console.IsInputRedirected ? null : () => Console.KeyAvailable ? Console.ReadKey(intercept: true) : null,
            ReadSize = TerminalSize.Read,
            OutIsTerminal = terminal,
            ErrorIsTerminal = !Console.IsErrorRedirected && TakesSequences(() => Console.Error),
            Width = ReadWidth(System.Environment.GetEnvironmentVariable("COLUMNS"), terminal),
            Color = terminal && string.IsNullOrEmpty(System.Environment.GetEnvironmentVariable("NO_COLOR")),
            Unicode = terminal && Console.OutputEncoding.CodePage == Encoding.UTF8.CodePage,
        };
    }

    /// <summary>Returns an absolute path; relative ones start from <see cref="Folder"/>.</summary>
    public string ResolvePath(string path) => Path.GetFullPath(path, Folder);

    // The console of Windows that is not Windows Terminal shows escape sequences as text until a program turns them on: here Spectre does.
    private static bool TakesSequences(Func<TextWriter> open) =>
        System.Environment.GetEnvironmentVariable("TERM") != "dumb"
        && (
            !OperatingSystem.IsWindows()
            || AnsiConsole
                .Create(
                    new AnsiConsoleSettings
                    {
                        Out = new AnsiConsoleOutput(open()),
                        Enrichment = new ProfileEnrichment { UseDefaultEnrichers = false },
                    }
                )
                .Profile.Capabilities.Ansi
        );

    // A file or another program reads UTF-8. The console would write the encoding of the terminal: an old code page on Windows.
#pragma warning disable CA2000 // open as long as the process
    private static TextWriter OpenUtf8(Stream stream) =>
        TextWriter.Synchronized(new StreamWriter(stream, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false)) { AutoFlush = true });

    private static TextWriter OpenConsole(TextWriter console) =>
        OperatingSystem.IsWindows() ? TextWriter.Synchronized(new ConsoleLines(console)) : console;
#pragma warning restore CA2000

    private static int ReadWidth(string? columns, bool terminal)
    {
        if (int.TryParse(columns, NumberStyles.None, CultureInfo.InvariantCulture, out var width) && width is >= 20 and <= 10_000)
        {
            return width;
        }

        return terminal && TerminalSize.Read() is { Width: >= 20 and var columnsShown } ? columnsShown : PipedWidth;
    }
}
