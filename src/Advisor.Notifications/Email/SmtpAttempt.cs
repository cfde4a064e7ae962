using System.Net;
using System.Net.Mail;
using System.Net.Mime;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Text;
using Advisor.Configuration.Routing;
using Advisor.Notifications.Delivery;
using Advisor.Service.Notify;

namespace Advisor.Notifications.Email;

/// <summary>Sends one mail by SMTP, as text and HTML.</summary>
internal sealed class SmtpAttempt(EmailSettings settings, SecretReader secretReader) : IDeliveryAttempt
{
    public async Task<DeliveryResult> TryAsync(Notification message, CancellationToken cancellation)
    {
        var password = settings.Password is null ? null : await secretReader.FindAsync(settings.Password, cancellation);
        if (settings.Password is not null && password is null)
        {
            return DeliveryResult.ChannelUnhealthy(secretReader.DescribeAbsence(settings.Password, "the password"));
        }

        using var mail = CreateMail(message);

        // A connection per mail, since the client cannot abort one cleanly otherwise.
        using var client = new SmtpClient(settings.Host, settings.Port) { EnableSsl = settings.StartTls };
        if (settings.User is { } user)
        {
            client.Credentials = new NetworkCredential(user, password?.Reveal());
        }

        try
        {
            await client.SendMailAsync(mail, cancellation);
            return DeliveryResult.Delivered;
        }
        catch (SmtpException e)
        {
            return ClassifyFailure(e);
        }
        catch (AuthenticationException)
        {
            return UntrustedCertificate;
        }
        catch (IOException)
        {
            return DeliveryResult.RetryLater("the connection to the mail server was closed.");
        }
    }

    private static DeliveryResult UntrustedCertificate =>
        DeliveryResult.ChannelUnhealthy(
            "the mail server's certificate is not trusted here; correct the host, "
                + "or let the server present a certificate that this machine trusts."
        );

    private MailMessage CreateMail(Notification message)
    {
        var from = new MailAddress(settings.From, "Advisor");
        var text = EmailText.Render(message, from.Host);
        var mail = new MailMessage
        {
            From = from,
            Subject = text.Subject,
            SubjectEncoding = Encoding.UTF8,
            Body = text.Text,
            BodyEncoding = Encoding.UTF8,
            BodyTransferEncoding = TransferEncoding.QuotedPrintable,
        };
        var document = message.Document;
        foreach (var to in document is { To.Count: > 0 } ? document.To : settings.To)
        {
            mail.To.Add(to);
        }

        mail.AlternateViews.Add(AlternateView.CreateAlternateViewFromString(text.Html, Encoding.UTF8, MediaTypeNames.Text.Html));
        if (document is { File: { } file })
        {
            // The mail disposes of the attachment, and this of its stream.
            var attachment = Attachment.CreateAttachmentFromString(file, document.FileName, Encoding.UTF8, MediaTypeNames.Text.Html);
            attachment.ContentDisposition!.FileName = document.FileName;
            attachment.TransferEncoding = TransferEncoding.Base64;
            mail.Attachments.Add(attachment);
        }

        mail.Headers.Add("Message-ID", text.MessageId);
        mail.Headers.Add("References", text.Thread);
        mail.Headers.Add("In-Reply-To", text.Thread);
        mail.Headers.Add("Auto-Submitted", "auto-generated");
        return mail;
    }

    // Responses of a server are not repeated: they may contain what was sent.
    private static DeliveryResult ClassifyFailure(SmtpException failure)
    {
        var code = (int)failure.StatusCode;
        if (failure.GetBaseException() is AuthenticationException)
        {
            return UntrustedCertificate;
        }

        return failure.StatusCode switch
        {
            // The client continues after a refused sign-in; the server then requires one.
            SmtpStatusCode.MustIssueStartTlsFirst => DeliveryResult.ChannelUnhealthy(
                "the mail server requires a sign-in or STARTTLS (530); check user and password."
            ),
            SmtpStatusCode.GeneralFailure
                when failure.InnerException is null && failure.Message.Contains("secure connection", StringComparison.Ordinal) =>
                DeliveryResult.ChannelUnhealthy("the mail server offers no STARTTLS."),
            SmtpStatusCode.GeneralFailure
                when failure.GetBaseException()
                    is SocketException { SocketErrorCode: SocketError.HostNotFound or SocketError.NoData or SocketError.TryAgain } =>
                DeliveryResult.RetryLater(
                    "the name of the mail server does not resolve; correct the host of the channel, or the DNS of this machine."
                ),
            SmtpStatusCode.GeneralFailure => DeliveryResult.RetryLater("the mail server cannot be reached, or the connection was closed."),
            _ => code is >= 400 and < 500
                ? DeliveryResult.RetryLater($"the mail server answered {code}.")
                : DeliveryResult.Refused($"the mail server refused the mail ({code})."),
        };
    }
}
