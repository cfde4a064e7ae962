using System.ComponentModel;
using System.Diagnostics;

namespace Advisor.Cli.Tests.World;

/// <summary>Words before a command, which make a fault of the file system for it; a test is skipped where there are none.</summary>
internal static class CommandPrefix
{
    /// <summary>The command may not write what its user may not.</summary>
    public static async Task<string[]> GiveUpWritingAsync(CancellationToken cancellation)
    {
        // Nothing is forbidden to root, who gives up writing everything here, and keeps reading it: the folders above may be closed.
        string[] prefix = Environment.IsPrivilegedProcess ? ["setpriv", "--bounding-set", "-dac_override"] : [];
        Assert.SkipUnless(
            prefix.Length == 0 || await SucceedsAsync([.. prefix, "true"], cancellation),
            "root's right to write everything cannot be taken"
        );
        return prefix;
    }

    /// <summary>The command runs as a user who owns nothing.</summary>
    public static async Task<string[]> BecomeNobodyAsync(CancellationToken cancellation)
    {
        string[] prefix = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
        var program = Path.Combine(AppContext.BaseDirectory, "advisor.dll");
        Assert.SkipUnless(await SucceedsAsync([.. prefix, "test", "-r", program], cancellation), "no other user can run the program here");
        return prefix;
    }

    /// <summary>The command sees a file which is mounted by itself, as those that a container is given are.</summary>
    public static async Task<string[]> MountAsync(string file, CancellationToken cancellation)
    {
        string[] prefix = ["unshare", "--mount", "sh", "-c", "mount --bind \"$0\" \"$0\" && exec \"$@\"", file];
        Assert.SkipUnless(await SucceedsAsync([.. prefix, "true"], cancellation), "files cannot be mounted here");
        return prefix;
    }

    // False as well where there is no such program.
    private static async Task<bool> SucceedsAsync(string[] command, CancellationToken cancellation)
    {
        try
        {
            using var process = Process.Start(command[0], command[1..]);
            await process.WaitForExitAsync(cancellation);
            return process.ExitCode == 0;
        }
        catch (Win32Exception)
        {
            return false;
        }
    }
}
