using System.Net;
using System.Net.Sockets;

namespace Advisor.Notifications.Delivery;

/// <summary>The address of a channel leads where it must not.</summary>
internal sealed class ForbiddenAddressException() : IOException("The address is not public.");

/// <summary>
/// Connections to receivers. The address that is connected to is the one that was checked, so that a name cannot mean another machine a
/// moment later. Redirects, proxies and cookies are not followed; no trace of a request (its path may be a secret) is made.
/// </summary>
internal static class PublicConnections
{
    /// <param name="resolve">Gives the addresses of a host name.</param>
    /// <param name="allowAny">Whether addresses that are not public are allowed.</param>
    public static SocketsHttpHandler CreateHandler(Func<string, CancellationToken, Task<IPAddress[]>> resolve, bool allowAny) =>
        new()
        {
            AllowAutoRedirect = false,
            UseProxy = false,
            UseCookies = false,
            ActivityHeadersPropagator = null,
            PooledConnectionLifetime = TimeSpan.FromMinutes(2),
            MaxResponseHeadersLength = 16,
            ConnectCallback = (context, cancellation) => ConnectAsync(context.DnsEndPoint, resolve, allowAny, cancellation),
        };

    private static async ValueTask<Stream> ConnectAsync(
        DnsEndPoint target,
        Func<string, CancellationToken, Task<IPAddress[]>> resolve,
        bool allowAny,
        CancellationToken cancellation
    )
    {
        var addresses = IPAddress.TryParse(target.Host.Trim('[', ']'), out var literal)
            ? [literal]
            : await resolve(target.Host, cancellation);

        // One that is not public among others is no accident either.
        if (addresses.Length == 0 || (!allowAny && !addresses.All(PublicAddress.IsPublic)))
        {
            throw addresses.Length == 0 ? new SocketException((int)SocketError.HostNotFound) : new ForbiddenAddressException();
        }

#pragma warning disable CA2000 // the stream owns it
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
#pragma warning restore CA2000
        try
        {
            await socket.ConnectAsync(addresses, target.Port, cancellation);
            return new NetworkStream(socket, ownsSocket: true);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}
