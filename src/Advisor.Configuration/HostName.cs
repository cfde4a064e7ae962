using System.Net;

namespace Advisor.Configuration;

/// <summary>Names of hosts, as addresses and settings have them.</summary>
public static class HostName
{
    /// <summary>Whether a name is that of this machine: localhost, or a loopback address. It is not resolved.</summary>
    /// <param name="host">Name or IP address, an IPv6 one with brackets or without.</param>
    public static bool IsLoopback(string host) =>
        string.Equals(host, "localhost", StringComparison.OrdinalIgnoreCase)
        || (IPAddress.TryParse(host, out var address) && IPAddress.IsLoopback(address));
}
