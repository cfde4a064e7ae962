using System.Net.Sockets;
using Advisor.Configuration.Routing;
using Advisor.Service.Notifications.Delivery;
using MailKit;
using MailKit.Net.Smtp;
using MailKit.Security;

namespace Advisor.Service.Notifications.Channels.Email;

/// <summary>
/// Failures of sending a mail as one sentence that says what to do. Responses of a server are not repeated: they may contain what was sent.
/// </summary>
internal static class SmtpFailure
{
    /// <summary>Returns the result for a failure; null if it is not one of the mail server's or the network's.</summary>
    public static DeliveryResult? Classify(Exception failure, EmailSettings settings) =>
        failure switch
        {
            SslHandshakeException { ServerCertificate: not null } => DeliveryResult.ChannelUnhealthy(
                "the mail server's certificate is not trusted here; correct the host, "
                    + "or let the server present a certificate that this machine trusts."
            ),
            SslHandshakeException { InnerException: not IOException } => DeliveryResult.ChannelUnhealthy(
                $"TLS with the mail server failed; check that port {settings.Port} is right: 465 begins with TLS, 587 with STARTTLS."
            ),
            AuthenticationException { InnerException: SmtpCommandException inner } => IsTransient(inner)
                ? DeliveryResult.RetryLater($"the mail server answered {(int)inner.StatusCode} to the sign-in.")
                : DescribeRefusedSignIn((int)inner.StatusCode, settings),
            AuthenticationException => DescribeRefusedSignIn(535, settings),
            ServiceNotAuthenticatedException => DeliveryResult.ChannelUnhealthy(
                "the mail server requires a sign-in or STARTTLS (530); check user and password."
            ),
            NotSupportedException when failure.Message.Contains("STARTTLS", StringComparison.Ordinal) => DeliveryResult.ChannelUnhealthy(
                "the mail server offers no STARTTLS."
            ),
            NotSupportedException => DeliveryResult.ChannelUnhealthy(
                "the mail server offers no sign-in that Advisor knows; leave out user and password, or use another port or server."
            ),
            SmtpCommandException { ErrorCode: SmtpErrorCode.RecipientNotAccepted } recipient => IsAboutSender(recipient)
                ? DeliveryResult.ChannelUnhealthy(
                    $"the mail server refuses mail from {settings.From} to {recipient.Mailbox?.Address} ({(int)recipient.StatusCode}); "
                        + "use an address that the sign-in may send as, or let the server relay for this machine."
                )
                : ClassifyRecipient(recipient),
            SmtpCommandException command => ClassifyCommand(command, settings),
            SocketException { SocketErrorCode: SocketError.HostNotFound or SocketError.NoData or SocketError.TryAgain } =>
                DeliveryResult.RetryLater(
                    "the name of the mail server does not resolve; correct the host of the channel, or the DNS of this machine."
                ),
            SocketException or IOException or SmtpProtocolException or SslHandshakeException => DeliveryResult.RetryLater(
                "the mail server cannot be reached, or the connection was closed."
            ),
            _ => null,
        };

    /// <summary>Returns the result for a recipient that the server did not accept; others may have the mail.</summary>
    public static DeliveryResult ClassifyRecipient(SmtpCommandException refusal)
    {
        var problem = $"the mail server does not accept the recipient {refusal.Mailbox?.Address} ({(int)refusal.StatusCode}).";
        return IsTransient(refusal) ? DeliveryResult.RetryLater(problem) : DeliveryResult.Refused(problem);
    }

    // A size is announced with the sender; a sender may be refused after the mail only, as Exchange Online does.
    private static DeliveryResult ClassifyCommand(SmtpCommandException refusal, EmailSettings settings)
    {
        var status = (int)refusal.StatusCode;
        return IsTransient(refusal) ? DeliveryResult.RetryLater($"the mail server answered {status}.")
            : refusal.StatusCode == SmtpStatusCode.ExceededStorageAllocation
                ? DeliveryResult.Refused($"the mail server refused the size or an attachment of the mail ({status}).")
            : refusal.ErrorCode switch
            {
                SmtpErrorCode.MessageNotAccepted => DeliveryResult.Refused(
                    $"the mail server refused the mail ({status}); check that it may be sent as {settings.From}."
                ),
                SmtpErrorCode.SenderNotAccepted => DeliveryResult.ChannelUnhealthy(
                    $"the mail server does not accept the sender {settings.From} ({status}); "
                        + "use an address that the sign-in may send as."
                ),
                _ => DeliveryResult.ChannelUnhealthy(
                    $"the mail server refused the connection ({status}); let it relay for this machine, or use another port or server."
                ),
            };
    }

    /// <summary>Whether the server may accept the same later (4xx).</summary>
    public static bool IsTransient(SmtpCommandException failure) => (int)failure.StatusCode is >= 400 and < 500;

    // Postfix, for one, answers to the recipient what is wrong with the sender. By RFC 3463, 5.7 is about rights, 5.1.7 and 5.1.8 about the
    // address of the sender.
    private static bool IsAboutSender(SmtpCommandException refusal) =>
        new[] { "5.7.", "5.1.7 ", "5.1.8 " }.Any(code => refusal.Message.StartsWith(code, StringComparison.Ordinal));

    private static DeliveryResult DescribeRefusedSignIn(int status, EmailSettings settings) =>
        DeliveryResult.ChannelUnhealthy(
            $"the mail server refused the sign-in ({status}); "
                + (
                    settings.TokenScope is not null
                        ? $"check that Advisor's identity may send as {settings.User} (SMTP.SendAsApp) "
                            + "and that the mailbox allows SMTP AUTH."
                    : EmailSettings.TokenScopes.ContainsKey(settings.Host)
                        ? "Microsoft 365 takes a password only where SMTP AUTH and basic authentication are enabled: "
                            + "set signIn to microsoft365, or check user and password."
                    : "check user and password."
                )
        );
}
