using System.Net;
using System.Net.Sockets;

namespace Advisor.Cli.Tests.World;

/// <summary>A port of this machine for a program under test.</summary>
internal static class FreePort
{
    /// <summary>Returns a port of 127.0.0.1 on which nothing listens now.</summary>
    public static int Find()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
