namespace Advisor.Tests;

/// <summary>Ends of lines as the repository keeps them: a program on Windows prints \r\n, and is right.</summary>
internal static class LineEnds
{
    public static string Normalize(string text) =>
        OperatingSystem.IsWindows() ? text.Replace("\r\n", "\n", StringComparison.Ordinal) : text;
}
