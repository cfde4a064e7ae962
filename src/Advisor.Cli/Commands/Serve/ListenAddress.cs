using System.Net;
using System.Net.Sockets;
using Advisor.Web.Network;

namespace Advisor.Cli.Commands.Serve;

/// <summary>Where a command answers HTTP, and who may use it there.</summary>
/// <param name="Address">Address of this machine to listen on.</param>
/// <param name="Network">Who may use it from the network, or through a proxy; null = this machine only, without keys.</param>
internal sealed record ListenAddress(IPAddress Address, NetworkAccess? Network)
{
    /// <summary>127.0.0.1, for this machine only.</summary>
    public static ListenAddress Loopback { get; } = new(IPAddress.Loopback, null);

    /// <summary>Who may use it, as the end of a sentence.</summary>
    public string Description => Network?.Description ?? "this machine only";

    /// <summary>Where links to a port begin; null = not known: on all addresses of this machine without a public one.</summary>
    public Uri? GetPublicUrl(int port) => Network?.Address ?? (IPAddress.IsLoopback(Address) ? GetUrl(port) : null);

    /// <summary>Address of a port, for people and probes of this machine.</summary>
    public Uri GetUrl(int port) =>
        new($"http://{(Address.AddressFamily == AddressFamily.InterNetworkV6 ? $"[{Address}]" : Address.ToString())}:{port}");
}
