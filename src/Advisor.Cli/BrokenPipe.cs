namespace Advisor.Cli;

/// <summary>Distinguishes a closed reader (<c>advisor … | head</c>) from a real fault of the disk or the terminal.</summary>
public static class BrokenPipe
{
    private const int EPipe = 32;
    private const int ErrorBrokenPipe = unchecked((int)0x8007006D);
    private const int ErrorNoData = unchecked((int)0x800700E8);

    public static bool IsBrokenPipe(Exception e) =>
        e is IOException
        && (e.HResult is EPipe or ErrorBrokenPipe or ErrorNoData || e.Message.Contains("Broken pipe", StringComparison.OrdinalIgnoreCase));
}
