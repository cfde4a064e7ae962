using System.Net;
using System.Net.Sockets;

namespace Advisor.Service.Notifications.Channels;

/// <summary>The host of a channel resolves to an address that is not allowed.</summary>
/// <param name="problem">Why, and what to do, without the address.</param>
internal sealed class ForbiddenAddressException(string problem) : IOException(problem);

/// <summary>
/// Connections to receivers. Connects to the address that was checked, so that a changed DNS record cannot lead elsewhere. Redirects,
/// proxies and cookies are disabled; requests are not traced, since their path may be a secret.
/// </summary>
/// <remarks>
/// Each message has a connection of its own: a receiver that closes an idle one just when a message arrives on it may have taken the
/// message without an answer, and would get it again.
/// </remarks>
internal static class PublicConnections
{
    /// <summary>Creates the handler of a channel's HTTP client.</summary>
    /// <param name="resolve">Resolves a host name to its addresses.</param>
    /// <param name="allowAny">Whether non-public addresses are allowed.</param>
    public static SocketsHttpHandler CreateHandler(Func<string, CancellationToken, Task<IPAddress[]>> resolve, bool allowAny) =>
        new()
        {
            AllowAutoRedirect = false,
            UseProxy = false,
            UseCookies = false,
            ActivityHeadersPropagator = null,
            PooledConnectionLifetime = TimeSpan.Zero,
            MaxResponseHeadersLength = 16,
            ConnectCallback = (context, cancellation) =>
                ConnectAsync(
                    context.DnsEndPoint,
                    context.InitialRequestMessage.RequestUri?.Scheme == Uri.UriSchemeHttp,
                    resolve,
                    allowAny,
                    cancellation
                ),
        };

    private static async ValueTask<Stream> ConnectAsync(
        DnsEndPoint target,
        bool isPlain,
        Func<string, CancellationToken, Task<IPAddress[]>> resolve,
        bool allowAny,
        CancellationToken cancellation
    )
    {
        var addresses = IPAddress.TryParse(target.Host.Trim('[', ']'), out var literal)
            ? [literal]
            : await resolve(target.Host, cancellation);

        if (addresses.Length == 0)
        {
            throw new SocketException((int)SocketError.HostNotFound);
        }

        // A single forbidden address among several is refused too.
        if (!allowAny && !addresses.All(PublicAddress.IsPublic))
        {
            throw new ForbiddenAddressException("the host is not a public address; set allowPrivate on this channel if intended.");
        }

        if (isPlain && addresses.Any(PublicAddress.IsPublic))
        {
            throw new ForbiddenAddressException(
                "the host is a public address, where plain http would show the message and its secret: use https."
            );
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
