using System.Net.Security;
using System.Text;
using Advisor.Configuration.Routing;
using Advisor.Service.Notifications.Delivery;
using MailKit.Net.Smtp;
using MailKit.Security;
using MimeKit;

namespace Advisor.Service.Notifications.Channels.Email;

/// <summary>Sends one mail by SMTP, as text and HTML.</summary>
/// <param name="limits">Time for connection and sign-in, and for the answer to the mail.</param>
internal sealed class SmtpAttempt(EmailSettings settings, SecretReader secretReader, DeliveryLimits limits, TimeProvider time)
    : IDeliveryAttempt
{
    private readonly AcceptedRecipients accepted = new();

    /// <summary>Port of TLS from the first byte; any other begins in the clear and continues after STARTTLS.</summary>
    internal int TlsPort { get; init; } = 465;

    /// <summary>Decides on the server's certificate; null = as the machine does.</summary>
    internal RemoteCertificateValidationCallback? Trust { get; init; }

    private string Domain => MailboxAddress.EncodeAddrspec(settings.From).Split('@')[^1];

    public async Task<DeliveryResult> TryAsync(Notification message, CancellationToken cancellation)
    {
        var secret =
            settings.TokenScope is { } scope ? await secretReader.FindTokenAsync(scope, cancellation)
            : settings.Password is { } password ? await secretReader.FindAsync(password, cancellation)
            : null;
        if (settings.User is not null && secret is null)
        {
            return DeliveryResult.ChannelUnhealthy(
                settings.Password is { } absent
                    ? secretReader.DescribeAbsence(absent, "the password")
                    : "Advisor is not signed in to Azure; run 'az login' here, or give the app a managed identity."
            );
        }

        using var mail = CreateMail(message);

        // A connection per mail: servers close idle ones. A revocation list that cannot be reached stops no alert.
        // Servers refuse a name that is not fully qualified, such as that of a container (RFC 5321, 4.1.1.1).
        using var client = new SmtpConnection
        {
            LocalDomain = Domain,
            CheckCertificateRevocation = false,
            ServerCertificateValidationCallback = Trust,
        };
        using var timeout = new CancellationTokenSource(limits.AttemptTimeout, time);
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellation, timeout.Token);
        var isSending = false;
        try
        {
            await SignInAsync(client, secret, ending.Token);
            isSending = true;
            timeout.CancelAfter(limits.MailTimeout);
            return await SendAsync(client, mail, message.EventId, ending.Token);
        }
        catch (Exception error) when (ending.IsCancellationRequested || SmtpFailure.Classify(error, settings) is not null)
        {
            // The client reports a handshake that was given up as one that failed.
            cancellation.ThrowIfCancellationRequested();

            // Sent again at once, a mail that some or all may have would come twice.
            var isPartial = accepted.Contains(message.EventId);
            return ending.IsCancellationRequested
                ? DeliveryResult.RetryLater("no answer in time.") with
                {
                    MustWait = isSending,
                    IsPartial = isPartial,
                }
                : SmtpFailure.Classify(error, settings)!.Value with
                {
                    MustWait = isPartial,
                    IsPartial = isPartial,
                };
        }
    }

    private async Task SignInAsync(SmtpConnection client, Secret? secret, CancellationToken cancellation)
    {
        var security =
            !settings.StartTls ? SecureSocketOptions.None
            : settings.Port == TlsPort ? SecureSocketOptions.SslOnConnect
            : SecureSocketOptions.StartTls;
        await client.ConnectAsync(settings.Host, settings.Port, security, cancellation);
        if (secret is null)
        {
            return;
        }

        // Some servers announce "AUTH login"; the client knows upper case only.
        client.AuthenticationMechanisms.UnionWith([.. client.AuthenticationMechanisms.Select(name => name.ToUpperInvariant())]);
        await (
            settings.TokenScope is null
                ? client.AuthenticateAsync(settings.User!, secret.Reveal(), cancellation)
                : client.AuthenticateAsync(new SaslMechanismOAuth2(settings.User!, secret.Reveal()), cancellation)
        );
    }

    // To those that an earlier attempt did not reach.
    private async Task<DeliveryResult> SendAsync(SmtpConnection client, MimeMessage mail, string id, CancellationToken cancellation)
    {
        List<MailboxAddress> receivers = [.. mail.To.Mailboxes.Where(mailbox => !accepted.Contains(id, mailbox.Address))];
        try
        {
            await client.SendAsync(mail, mail.From.Mailboxes.First(), receivers, cancellation);
        }
        catch (SmtpCommandException refusal) when (refusal.ErrorCode == SmtpErrorCode.UnexpectedStatusCode)
        {
            // DATA was refused, and with it the mail.
            throw new SmtpCommandException(SmtpErrorCode.MessageNotAccepted, refusal.StatusCode, refusal.Message, refusal);
        }

        var refused = client.Refused.Select(refusal => refusal.Mailbox!.Address).ToHashSet(StringComparer.OrdinalIgnoreCase);
        if (refused.Count > 0)
        {
            accepted.Add(id, receivers.Select(mailbox => mailbox.Address).Except(refused, StringComparer.OrdinalIgnoreCase));
        }
        else
        {
            accepted.Remove(id);
        }

        try
        {
            await client.DisconnectAsync(quit: true, cancellation);
        }
        catch (Exception e) when (e is OperationCanceledException or IOException or SmtpProtocolException or SmtpCommandException)
        {
            // The server has the mail; how the conversation ends changes nothing.
        }

        return client.Refused is [var first, ..]
            ? SmtpFailure.ClassifyRecipient(first) with
            {
                MustWait = true,
                IsPartial = true,
            }
            : DeliveryResult.Delivered;
    }

    private MimeMessage CreateMail(Notification message)
    {
        var from = new MailboxAddress("Advisor", settings.From);
        var text = EmailText.Render(message, Domain);
        var document = message.Document;
        var mail = new MimeMessage
        {
            Subject = text.Subject,
            MessageId = text.MessageId,
            InReplyTo = text.Thread,
        };
        mail.From.Add(from);
        mail.To.AddRange((document is { To.Count: > 0 } ? document.To : settings.To).Select(to => new MailboxAddress(null, to)));
        mail.References.Add(mail.InReplyTo);
        mail.Headers.Add(HeaderId.AutoSubmitted, "auto-generated");

        // Exchange has a header of its own against automatic replies (MS-OXCMAIL 2.1.3.2.20). Reports of failed delivery are wanted.
        mail.Headers.Add("X-Auto-Response-Suppress", "OOF, AutoReply");
        var parts = new MultipartAlternative(CreatePart("plain", text.Text), CreatePart("html", text.Html));
        mail.Body = document is { File: { } file } ? new Multipart("mixed") { parts, CreateAttachment(file, document.FileName) } : parts;
        return mail;
    }

    // Lines end with CRLF, as text in a mail does (RFC 2046, 4.1.1); with LF alone they would be encoded as =0A.
    private static TextPart CreatePart(string kind, string text) =>
        new(kind) { Text = text.ReplaceLineEndings("\r\n"), ContentTransferEncoding = ContentEncoding.QuotedPrintable };

    private static TextPart CreateAttachment(string file, string name)
    {
        var part = new TextPart("html")
        {
            ContentDisposition = new ContentDisposition(ContentDisposition.Attachment) { FileName = name },
            ContentTransferEncoding = ContentEncoding.Base64,
        };
        part.SetText(Encoding.UTF8, file);
        return part;
    }
}
