using System.Globalization;
using System.Text;

namespace Advisor.Cli;

/// <summary>
/// Everything a command may touch of the world around it: streams, clock, environment and the shape of the terminal. A test passes its own.
/// Results go to <see cref="Out"/>; progress, logs and errors to <see cref="Error"/>.
/// </summary>
public sealed record CliContext
{
    /// <summary>Columns assumed where output is no terminal and COLUMNS is not set.</summary>
    public const int PipedWidth = 120;

    public required TextReader In { get; init; }

    public required TextWriter Out { get; init; }

    public required TextWriter Error { get; init; }

    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>
    /// Standard input as bytes, for commands that parse faster than text readers read. Use it or <see cref="In"/>, not both.
    /// </summary>
    public Func<Stream> OpenInput { get; init; } = () => Stream.Null;

    /// <summary>Standard output as bytes. Use it or <see cref="Out"/>, not both.</summary>
    public Func<Stream> OpenOutput { get; init; } = () => Stream.Null;

    /// <summary>Reads an environment variable; null where it is not set.</summary>
    public Func<string, string?> Environment { get; init; } = _ => null;

    /// <summary>The folder that relative paths start from.</summary>
    public string Folder { get; init; } = Directory.GetCurrentDirectory();

    /// <summary>Whether <see cref="Out"/> is a terminal that a person looks at.</summary>
    public bool OutIsTerminal { get; init; }

    /// <summary>Whether <see cref="Error"/> is a terminal, where progress may be redrawn.</summary>
    public bool ErrorIsTerminal { get; init; }

    /// <summary>Columns of the output: COLUMNS, else the terminal's, else <see cref="PipedWidth"/>.</summary>
    public int Width { get; init; } = PipedWidth;

    /// <summary>Whether colors may be used: a terminal, and NO_COLOR not set.</summary>
    public bool Color { get; init; }

    /// <summary>Whether output may use characters beyond ASCII for bars and lines: a terminal that takes UTF-8.</summary>
    public bool Unicode { get; init; }

    /// <summary>The next key that was pressed, null while there is none; null itself where no keyboard is read.</summary>
    public Func<ConsoleKeyInfo?>? ReadKey { get; init; }

    /// <summary>Columns and lines that the terminal has now.</summary>
    public Func<(int Width, int Height)> ReadSize { get; init; } = () => (PipedWidth, 25);

    /// <summary>Opens an address in the browser of the person; false where there is none.</summary>
    public Func<Uri, bool> OpenBrowser { get; init; } = _ => false;

    /// <summary>What this process has around it.</summary>
    public static CliContext FromProcess()
    {
        var terminal = !Console.IsOutputRedirected && System.Environment.GetEnvironmentVariable("TERM") != "dumb";
        return new CliContext
        {
            In = Console.In,
            Out = Console.Out,
            Error = Console.Error,
            OpenInput = Console.OpenStandardInput,
            OpenOutput = Console.OpenStandardOutput,
            Environment = System.Environment.GetEnvironmentVariable,
            OpenBrowser = Browser.Open,
            ReadKey = Console.IsInputRedirected ? null : () => Console.KeyAvailable ? Console.ReadKey(intercept: true) : null,
            ReadSize = () => (Console.WindowWidth, Console.WindowHeight),
            OutIsTerminal = terminal,
            ErrorIsTerminal = !Console.IsErrorRedirected && System.Environment.GetEnvironmentVariable("TERM") != "dumb",
            Width = ReadWidth(System.Environment.GetEnvironmentVariable("COLUMNS"), terminal),
            Color = terminal && string.IsNullOrEmpty(System.Environment.GetEnvironmentVariable("NO_COLOR")),
            Unicode = terminal && Console.OutputEncoding.CodePage == Encoding.UTF8.CodePage,
        };
    }

    /// <summary>An absolute path, relative ones taken from <see cref="Folder"/>.</summary>
    public string ResolvePath(string path) => Path.GetFullPath(path, Folder);

    private static int ReadWidth(string? columns, bool terminal)
    {
        if (int.TryParse(columns, NumberStyles.None, CultureInfo.InvariantCulture, out var asked) && asked is >= 20 and <= 10_000)
        {
            return asked;
        }

        return terminal && Console.WindowWidth >= 20 ? Console.WindowWidth : PipedWidth;
    }
}
