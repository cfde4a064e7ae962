using System.Runtime.InteropServices;

namespace Advisor.Cli.Output;

/// <summary>
/// Size of the terminal of standard output, asked afresh each time. <see cref="Console"/> keeps a size until SIGWINCH reaches it: where the
/// signal is ignored, as under a parent that ignores it, or is lost, that size stays for good.
/// </summary>
internal static class TerminalSize
{
    private const int StandardOutput = 1;

    /// <summary>TIOCGWINSZ of Linux, in asm-generic/ioctls.h.</summary>
    private const nuint GetWindowSize = 0x5413;

    /// <summary>Returns columns and lines; outside Linux those of <see cref="Console"/>.</summary>
    public static (int Width, int Height) Read() =>
        OperatingSystem.IsLinux() && Control(StandardOutput, GetWindowSize, out var size) == 0 && size.Columns > 0
            ? (size.Columns, size.Rows)
            : (Console.WindowWidth, Console.WindowHeight);

    [DllImport("libc", EntryPoint = "ioctl")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Control(int file, nuint request, out WindowSize size);

    /// <summary><c>struct winsize</c>: rows and columns of letters, then the size in pixels.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private readonly struct WindowSize
    {
        public readonly ushort Rows;
        public readonly ushort Columns;
        public readonly ushort PixelWidth;
        public readonly ushort PixelHeight;
    }
}
