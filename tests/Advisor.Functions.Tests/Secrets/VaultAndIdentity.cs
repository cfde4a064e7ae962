using System.Collections.Concurrent;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Text.Json;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Secrets;

/// <summary>
/// A key vault and a managed identity on this machine: an HTTPS proxy that answers for the vault's name with a certificate of its own, and
/// the endpoint where App Service gives tokens. <see cref="CreateSettings"/> makes a process go to them.
/// </summary>
internal sealed class VaultAndIdentity : IAsyncDisposable
{
    private const string Host = "planted.vault.azure.net";

    private readonly TcpListener listener = new(IPAddress.Loopback, 0);
    private readonly X509Certificate2 certificate = SelfSigned.Create(Host);
    private readonly Advisor.Tests.TemporaryFolder folder = new();
    private readonly IReadOnlyDictionary<string, string> secrets;
    private readonly string token;
    private readonly Task accepting;

    /// <param name="secrets">Values by the names of the vault's secrets.</param>
    /// <param name="token">What the identity is given to show to the vault.</param>
    public VaultAndIdentity(IReadOnlyDictionary<string, string> secrets, string token)
    {
        (this.secrets, this.token) = (secrets, token);
        listener.Start();
        accepting = AcceptAsync();
    }

    /// <summary>The variables of a process that is to use this vault and identity.</summary>
    /// <param name="identityHeader">What proves to the endpoint of tokens that it is asked by the app.</param>
    public IReadOnlyDictionary<string, string> CreateSettings(string identityHeader) =>
        new Dictionary<string, string>
        {
            ["HTTPS_PROXY"] = $"http://{listener.LocalEndpoint}",
            ["SSL_CERT_FILE"] = folder.Write("ca.pem", certificate.ExportCertificatePem()),
            ["IDENTITY_ENDPOINT"] = $"http://{listener.LocalEndpoint}/msi/token",
            ["IDENTITY_HEADER"] = identityHeader,
        };

    /// <summary>The first lines and the headers of all requests, in order.</summary>
    public ConcurrentQueue<string> Requests { get; } = new();

    public static string CreateReference(string name) => $"keyvault:https://{Host}/secrets/{name}";

    public async ValueTask DisposeAsync()
    {
        listener.Dispose();
        await accepting;
        certificate.Dispose();
        folder.Dispose();
    }

    private async Task AcceptAsync()
    {
        var talks = new List<Task>();
        try
        {
            while (true)
            {
                talks.Add(ServeAsync(await listener.AcceptTcpClientAsync()));
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            await Task.WhenAll(talks);
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using (client)
        {
            try
            {
                Stream stream = client.GetStream();
                var head = await ReadHeadAsync(stream);
                if (head.StartsWith("CONNECT ", StringComparison.Ordinal))
                {
                    await stream.WriteAsync("HTTP/1.1 200 OK\r\n\r\n"u8.ToArray());
                    var tls = new SslStream(stream);
                    await tls.AuthenticateAsServerAsync(certificate);
                    (stream, head) = (tls, await ReadHeadAsync(tls));
                }

                await AnswerAsync(stream, head);
            }
            catch (Exception e) when (e is IOException or System.Security.Authentication.AuthenticationException)
            {
                // The other side went away.
            }
        }
    }

    private async Task AnswerAsync(Stream stream, string head)
    {
        Requests.Enqueue(head);
        var path = head.Split(' ') is [_, var target, ..] ? target : "";
        var isChallenge = path.StartsWith("/secrets/", StringComparison.Ordinal) && !head.Contains("Bearer", StringComparison.Ordinal);
        var challenge = isChallenge
            ? "WWW-Authenticate: Bearer authorization=\"https://login.microsoftonline.com/x\", resource=\"https://vault.azure.net\"\r\n"
            : "";
        var (status, body) =
            isChallenge ? (401, "{}")
            : path.StartsWith("/msi/token", StringComparison.Ordinal)
                ? (
                    200,
                    JsonSerializer.Serialize(
                        new
                        {
                            access_token = token,
                            expires_on = DateTimeOffset.UtcNow.AddDays(1).ToUnixTimeSeconds().ToString(),
                            resource = "x",
                            token_type = "Bearer",
                        }
                    )
                )
            : secrets.TryGetValue(path.Split('?')[0].Replace("/secrets/", "", StringComparison.Ordinal).TrimEnd('/'), out var value)
            && head.Contains("Bearer " + token, StringComparison.Ordinal)
                ? (200, JsonSerializer.Serialize(new { value }))
            : (404, "{}");
        var bytes = Encoding.UTF8.GetBytes(body);
        await stream.WriteAsync(
            Encoding.ASCII.GetBytes(
                $"HTTP/1.1 {status} X\r\n{challenge}Content-Type: application/json\r\n"
                    + $"Content-Length: {bytes.Length}\r\nConnection: close\r\n\r\n"
            )
        );
        await stream.WriteAsync(bytes);
        await stream.FlushAsync();
    }

    private static async Task<string> ReadHeadAsync(Stream stream)
    {
        var head = new StringBuilder();
        var one = new byte[1];
        while (!head.ToString().EndsWith("\r\n\r\n", StringComparison.Ordinal) && await stream.ReadAsync(one) == 1)
        {
            head.Append((char)one[0]);
        }

        return head.ToString();
    }
}
