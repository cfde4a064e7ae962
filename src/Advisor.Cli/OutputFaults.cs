namespace Advisor.Cli;

/// <summary>Tells why the output could not be written.</summary>
public static class OutputFaults
{
    private const int EBadF = 9;
    private const int EPipe = 32;
    private const int ENoSpace = 28;
    private const int ErrorBrokenPipe = unchecked((int)0x8007006D);
    private const int ErrorNoData = unchecked((int)0x800700E8);
    private const int ErrorHandleDiskFull = unchecked((int)0x80070027);
    private const int ErrorDiskFull = unchecked((int)0x80070070);

    /// <summary>Whether the reader was closed (<c>advisor … | head</c>), which is no fault.</summary>
    public static bool IsBrokenPipe(Exception e) =>
        e is IOException
        && (e.HResult is EPipe or ErrorBrokenPipe or ErrorNoData || e.Message.Contains("Broken pipe", StringComparison.OrdinalIgnoreCase));

    /// <summary>Whether the disk of the output is full.</summary>
    public static bool IsDiskFull(Exception e) => e is IOException && e.HResult is ENoSpace or ErrorHandleDiskFull or ErrorDiskFull;

    /// <summary>Whether the output was closed before the start: <c>advisor … &gt;&amp;-</c>.</summary>
    public static bool IsClosed(Exception e) => e is UnauthorizedAccessException { InnerException: IOException { HResult: EBadF } };
}
