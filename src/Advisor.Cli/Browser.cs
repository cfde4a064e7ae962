using System.ComponentModel;
using System.Diagnostics;

namespace Advisor.Cli;

/// <summary>The browser of the person at this machine.</summary>
internal static class Browser
{
    /// <returns>False where the system knows no program for web addresses.</returns>
    public static bool Open(Uri address)
    {
        try
        {
            using var started = Process.Start(new ProcessStartInfo(address.AbsoluteUri) { UseShellExecute = true });
            return true;
        }
        catch (Exception e) when (e is Win32Exception or PlatformNotSupportedException or InvalidOperationException)
        {
            return false;
        }
    }
}
