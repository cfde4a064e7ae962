using System.ComponentModel;
using System.Diagnostics;

namespace Advisor.Cli;

/// <summary>Opens addresses in the browser of this machine.</summary>
internal static class Browser
{
    /// <returns>False when the system has no program for web addresses.</returns>
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
