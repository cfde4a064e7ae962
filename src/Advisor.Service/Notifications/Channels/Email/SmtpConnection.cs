using MailKit.Net.Smtp;
using MimeKit;

namespace Advisor.Service.Notifications.Channels.Email;

/// <summary>Connection to a mail server that delivers to the other recipients where one is refused.</summary>
internal sealed class SmtpConnection : SmtpClient
{
    private readonly List<SmtpCommandException> refused = [];

    /// <summary>First refusal of a recipient of the last mail; null if the server took all.</summary>
    public SmtpCommandException? Refused => refused.FirstOrDefault();

    protected override void OnRecipientNotAccepted(MimeMessage message, MailboxAddress mailbox, SmtpResponse response) =>
        refused.Add(new(SmtpErrorCode.RecipientNotAccepted, response.StatusCode, mailbox, response.Response));

    protected override void OnNoRecipientsAccepted(MimeMessage message) => throw refused[0];
}
