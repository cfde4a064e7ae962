using MailKit.Net.Smtp;
using MimeKit;

namespace Advisor.Service.Notifications.Channels.Email;

/// <summary>Connection to a mail server that delivers to the other recipients where one is refused.</summary>
internal sealed class SmtpConnection : SmtpClient
{
    private readonly List<SmtpCommandException> refused = [];

    /// <summary>Refusals of recipients, those first that the server may accept later; empty if it took all.</summary>
    public IReadOnlyList<SmtpCommandException> Refused => [.. refused.OrderByDescending(SmtpFailure.IsTransient)];

    protected override void OnRecipientNotAccepted(MimeMessage message, MailboxAddress mailbox, SmtpResponse response) =>
        refused.Add(new(SmtpErrorCode.RecipientNotAccepted, response.StatusCode, mailbox, response.Response));

    protected override void OnNoRecipientsAccepted(MimeMessage message) => throw Refused[0];
}
