using System.Net;
using System.Net.Sockets;

namespace Advisor.HostStandIn;

/// <summary>
/// A port of this machine for a program that is about to start. A socket is bound to it and does not listen: the program can, and nobody
/// else is given the port meanwhile.
/// </summary>
public sealed class HeldPort : IDisposable
{
    private readonly Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);

    // A TCP socket of .NET is bound with SO_REUSEADDR: another one, of the program, may be bound beside it as long as none listens.
    public HeldPort() => socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));

    public int Number => ((IPEndPoint)socket.LocalEndPoint!).Port;

    public void Dispose() => socket.Dispose();
}
