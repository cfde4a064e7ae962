using System.Collections.Concurrent;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using System.Text;

namespace Advisor.Tests;

/// <summary>What goes wrong at a mail server.</summary>
internal enum MailFault
{
    None,
    BusyAtFirst,

    /// <summary>Puts off recipients with "grey" in the address until the third connection.</summary>
    Greylists,
    RefusesReceiver,

    /// <summary>Relays for other machines only.</summary>
    RefusesConnection,

    /// <summary>Lets nobody send as the sender.</summary>
    RefusesSender,

    /// <summary>The same, in answer to a recipient, as Postfix does.</summary>
    RefusesSenderLate,

    /// <summary>Takes all recipients, and refuses the mail.</summary>
    RefusesMail,

    /// <summary>The same, before the mail is sent.</summary>
    RefusesData,

    /// <summary>Refuses the announced size of the mail.</summary>
    RefusesSize,
    RefusesSignIn,
    CutsInTheMiddle,
    SaysNothing,
    NoStartTls,
}

/// <summary>
/// A small SMTP server on loopback that keeps what it is given: EHLO, STARTTLS, AUTH (LOGIN, PLAIN, XOAUTH2), MAIL, RCPT, DATA, QUIT.
/// </summary>
internal sealed partial class MailServer : IAsyncDisposable
{
    private readonly TcpListener listener = new(IPAddress.Loopback, 0);
    private readonly MailFault fault;
    private readonly string signIns;
    private readonly bool isTls;
    private readonly X509Certificate2 certificate = SelfSigned.Create("localhost");
    private readonly List<string> mails = [];
    private readonly ConcurrentQueue<string> recipients = [];
    private readonly List<TcpClient> clients = [];
    private readonly SemaphoreSlim arrivals = new(0);
    private readonly SemaphoreSlim kept = new(0);
    private readonly Func<string, Task<bool>>? taking;
    private readonly Task accepting;
    private int connections;

    /// <param name="taking">Asked before a mail is answered for; false cuts the connection.</param>
    /// <param name="signIns">What it announces after AUTH; empty = no AUTH.</param>
    /// <param name="isTls">Whether TLS begins with the first byte.</param>
    public MailServer(
        MailFault fault = MailFault.None,
        Func<string, Task<bool>>? taking = null,
        string signIns = "LOGIN",
        bool isTls = false
    )
    {
        (this.fault, this.taking, this.signIns, this.isTls) = (fault, taking, signIns, isTls);
        listener.Start();
        accepting = AcceptAsync();
    }

    public int Port => ((IPEndPoint)listener.LocalEndpoint).Port;

    public int Connections => Volatile.Read(ref connections);

    public IReadOnlyList<string> Mails
    {
        get
        {
            lock (mails)
            {
                return [.. mails];
            }
        }
    }

    /// <summary>Recipients that were accepted, of all mails.</summary>
    public IReadOnlyCollection<string> Recipients => recipients;

    /// <summary>Lines that ended without a carriage return.</summary>
    public int BareLineFeeds { get; private set; }

    /// <summary>The name that a client introduced itself by.</summary>
    public string? ClientName { get; private set; }

    /// <summary>The user and the password or token of the last sign-in.</summary>
    public string? SignedIn { get; private set; }

    public bool Encrypted { get; private set; }

    public string Thumbprint => certificate.Thumbprint;

    public Task WaitForArrivalAsync() => arrivals.WaitAsync(TestContext.Current.CancellationToken);

    /// <summary>Waits until the server has a mail; it has not answered yet.</summary>
    public Task WaitForMailAsync() => kept.WaitAsync(TestContext.Current.CancellationToken);

    public async ValueTask DisposeAsync()
    {
        listener.Dispose();
        lock (clients)
        {
            clients.ForEach(client => client.Dispose());
        }

        await accepting;
        certificate.Dispose();
        arrivals.Dispose();
        kept.Dispose();
    }

    private async Task AcceptAsync()
    {
        var talks = new List<Task>();
        try
        {
            while (true)
            {
                var client = await listener.AcceptTcpClientAsync();
                lock (clients)
                {
                    clients.Add(client);
                }

                talks.Add(ServeAsync(client, Interlocked.Increment(ref connections)));
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException or InvalidOperationException)
        {
            await Task.WhenAll(talks);
        }
    }

    private async Task ServeAsync(TcpClient client, int number)
    {
        using (client)
        {
            try
            {
                await AnswerAsync(client, number);
            }
            catch (Exception e) when (e is IOException or ObjectDisposedException or InvalidOperationException or AuthenticationException)
            {
                // The other side went away.
            }
        }
    }

    private async Task AnswerAsync(TcpClient client, int number)
    {
        Stream stream = client.GetStream();
        // The client is without it once the server is disposed.
        var socket = client.Client;
        if (fault == MailFault.SaysNothing && number == 1)
        {
            arrivals.Release();
            await stream.ReadExactlyAsync(new byte[1]);
        }

        stream = isTls ? await StartTlsAsync(stream) : stream;
        await Say(stream, fault == MailFault.RefusesConnection ? "554 not for 192.0.2.7" : "220 test");
        while (await ReadLineAsync(stream) is { } line)
        {
            switch (line.Split(' ')[0].ToUpperInvariant())
            {
                case "EHLO":
                    ClientName = line.Split(' ')[1];
                    var auth = signIns.Length > 0 ? $"250-AUTH {signIns}\r\n" : "";
                    var startTls = fault == MailFault.NoStartTls || Encrypted ? "" : "250-STARTTLS\r\n";
                    await Say(stream, $"250-test\r\n{auth}{startTls}250 HELP");
                    break;
                case "STARTTLS":
                    await Say(stream, "220 go");
                    stream = await StartTlsAsync(stream);
                    break;
                case "AUTH":
                    await SignInAsync(stream, line);
                    break;
                case "MAIL" when fault == MailFault.RefusesSignIn:
                    await Say(stream, "530 sign in first");
                    break;
                case "MAIL" when fault == MailFault.RefusesSender:
                    await Say(stream, "550 5.7.60 no permission to send as T0P-S3CRET");
                    break;
                case "MAIL" when fault == MailFault.RefusesSize:
                    await Say(stream, "552 5.3.4 too large");
                    break;
                case "RCPT" when fault == MailFault.RefusesSenderLate:
                    await Say(stream, "553 5.7.1 <advisor@example.net>: Sender address rejected: not owned by user T0P-S3CRET");
                    break;
                case "RCPT" when fault == MailFault.RefusesReceiver && !line.Contains("known", StringComparison.Ordinal):
                    await Say(stream, "550 5.1.1 no such user T0P-S3CRET");
                    break;
                case "RCPT" when fault == MailFault.Greylists && number < 3 && line.Contains("grey", StringComparison.Ordinal):
                    await Say(stream, "450 later");
                    break;
                case "RCPT" when fault == MailFault.BusyAtFirst && number == 1:
                    await Say(stream, "451 later");
                    break;
                case "DATA" when fault == MailFault.RefusesData:
                    await Say(stream, "554 5.7.1 rejected T0P-S3CRET");
                    break;
                case "DATA":
                    await Say(stream, "354 go on");
                    if (fault == MailFault.CutsInTheMiddle && number == 1)
                    {
                        await ReadLineAsync(stream);
                        socket.Close(0);
                        return;
                    }

                    if (!await KeepAsync(stream))
                    {
                        socket.Close(0);
                        return;
                    }

                    await Say(stream, fault == MailFault.RefusesMail ? "554 5.2.252 SendAsDenied T0P-S3CRET" : "250 kept");
                    break;
                case "QUIT":
                    await Say(stream, "221 bye");
                    return;
                case "RCPT":
                    recipients.Enqueue(
                        line[(line.IndexOf('<', StringComparison.Ordinal) + 1)..line.IndexOf('>', StringComparison.Ordinal)]
                    );
                    await Say(stream, "250 ok");
                    break;
                default:
                    await Say(stream, "250 ok");
                    break;
            }
        }
    }

    private async Task<SslStream> StartTlsAsync(Stream stream)
    {
        var tls = new SslStream(stream);
        await tls.AuthenticateAsServerAsync(certificate);
        Encrypted = true;
        return tls;
    }

    private async Task<bool> KeepAsync(Stream stream)
    {
        var mail = new StringBuilder();
        while (await ReadLineAsync(stream) is { } line && line != ".")
        {
            mail.Append(line.StartsWith("..", StringComparison.Ordinal) ? line[1..] : line).Append('\n');
        }

        lock (mails)
        {
            mails.Add(mail.ToString());
        }

        kept.Release();
        return taking is null || await taking(mail.ToString());
    }

    private static Task Say(Stream stream, string text) => stream.WriteAsync(Encoding.ASCII.GetBytes(text + "\r\n")).AsTask();

    private async Task<string?> ReadLineAsync(Stream stream)
    {
        var line = new List<byte>();
        var one = new byte[1];
        while (await stream.ReadAsync(one) == 1)
        {
            if (one[0] == '\n')
            {
                BareLineFeeds += line is [.., (byte)'\r'] ? 0 : 1;
                return Encoding.UTF8.GetString([.. line]).TrimEnd('\r');
            }

            line.Add(one[0]);
        }

        return null;
    }
}
