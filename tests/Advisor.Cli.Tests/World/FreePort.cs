using System.Collections.Concurrent;
using Advisor.HostStandIn;

namespace Advisor.Cli.Tests.World;

/// <summary>A port of this machine for a program under test.</summary>
internal static class FreePort
{
    // Until the tests end: a port that is let go is given to another program before the one under test listens.
    private static readonly ConcurrentBag<HeldPort> Held = [];

    /// <summary>Returns a port of 127.0.0.1 on which nothing listens now, and which is given to nobody else.</summary>
    public static int Find()
    {
        var port = new HeldPort();
        var number = port.Number;

        // Windows lets no program listen on a port that another one has bound.
        if (OperatingSystem.IsWindows())
        {
            port.Dispose();
        }
        else
        {
            Held.Add(port);
        }

        return number;
    }
}
