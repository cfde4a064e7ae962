using Advisor.Configuration.Routing;
using Advisor.Service.Notifications.Channels;
using Advisor.Service.Notifications.Channels.Email;
using Advisor.Service.Notifications.Delivery;
using Advisor.Tests;

namespace Advisor.Service.Tests.Notifications.Channels.Email;

public sealed partial class SmtpTests
{
    [Fact]
    public async Task Mail_and_password_travel_under_TLS()
    {
        await using var server = new MailServer();
        using var channelFixture = new ChannelFixture();

        var report = await ChannelFixture.Send(CreateTrusting(channelFixture, server, CreateSecure(server)));

        Assert.Equal(DeliveryResult.Delivered, report);
        Assert.True(server.Encrypted);
        Assert.Equal("advisor:T0P-S3CRET-key", server.SignedIn);
        Assert.Single(server.Mails);
    }

    // RFC 5321, 4.1.1.1: a fully qualified name. The name of a container or a pod is none: servers refuse it with 504 or 421.
    [Theory]
    [InlineData("advisor@example.net", "example.net")]
    [InlineData("advisor@müller.example", "xn--mller-kva.example")]
    public async Task A_server_is_greeted_by_the_domain_of_the_sender_not_the_name_of_the_machine(string from, string expected)
    {
        await using var server = new MailServer();
        using var channelFixture = new ChannelFixture();

        await ChannelFixture.Send(channelFixture.Channels.CreateEmail("mail", CreateSettings(server) with { From = from }));

        Assert.Equal(expected, server.ClientName);
        Assert.EndsWith($"@{expected}>", ReceivedMail.ReadHeader(Assert.Single(server.Mails), "Message-ID"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_server_without_TLS_gets_neither_mail_nor_password()
    {
        await using var server = new MailServer(MailFault.NoStartTls);
        using var channelFixture = new ChannelFixture();

        var report = await ChannelFixture.Send(channelFixture.Channels.CreateEmail("mail", CreateSecure(server)));

        Assert.Equal((DeliveryStatus.ChannelUnhealthy, "mail: the mail server offers no STARTTLS."), (report.Status, report.Problem));
        Assert.Null(server.SignedIn);
        Assert.Empty(server.Mails);
    }

    [Fact]
    public async Task A_self_signed_certificate_is_not_trusted()
    {
        await using var server = new MailServer();
        using var channelFixture = new ChannelFixture();

        var report = await ChannelFixture.Send(channelFixture.Channels.CreateEmail("mail", CreateSecure(server)));

        Assert.Equal(
            (
                DeliveryStatus.ChannelUnhealthy,
                "mail: the mail server's certificate is not trusted here; correct the host, or let the server present a "
                    + "certificate that this machine trusts."
            ),
            (report.Status, report.Problem)
        );
        Assert.Null(server.SignedIn);
    }

    [Fact]
    public async Task A_server_that_says_nothing_is_given_up_in_time_and_tried_again()
    {
        await using var server = new MailServer(MailFault.SaysNothing);
        using var channelFixture = new ChannelFixture();

        var sending = ChannelFixture.Send(CreateChannel(channelFixture, server));
        await server.WaitForArrivalAsync();
        channelFixture.Time.Advance(TimeSpan.FromSeconds(30));

        Assert.Equal(DeliveryResult.Delivered, await sending);
    }

    [Fact]
    public async Task A_recipient_that_is_refused_is_named_and_not_tried_again()
    {
        await using var server = new MailServer(MailFault.RefusesReceiver);
        using var channelFixture = new ChannelFixture();

        var report = await ChannelFixture.Send(CreateChannel(channelFixture, server));

        Assert.Equal(
            (DeliveryStatus.Refused, "mail: the mail server does not accept the recipient ops@example.net (550)."),
            (report.Status, report.Problem)
        );
        Assert.Equal(1, server.Connections);
        Assert.Empty(server.Mails);
    }

    // What every mail of the channel would meet makes the channel unhealthy: its mails wait until that is mended.
    [Theory]
    [InlineData(
        MailFault.RefusesConnection,
        DeliveryStatus.ChannelUnhealthy,
        "refused the connection (554); let it relay for this machine, or use another port or server."
    )]
    [InlineData(
        MailFault.RefusesSender,
        DeliveryStatus.ChannelUnhealthy,
        "does not accept the sender advisor@example.net (550); use an address that the sign-in may send as."
    )]
    [InlineData(
        MailFault.RefusesSenderLate,
        DeliveryStatus.ChannelUnhealthy,
        "refuses mail from advisor@example.net to ops@example.net (553); use an address that the sign-in may send as, "
            + "or let the server relay for this machine."
    )]
    [InlineData(MailFault.RefusesMail, DeliveryStatus.Refused, "refused the mail (554); check that it may be sent as advisor@example.net.")]
    [InlineData(MailFault.RefusesData, DeliveryStatus.Refused, "refused the mail (554); check that it may be sent as advisor@example.net.")]
    [InlineData(MailFault.RefusesSize, DeliveryStatus.Refused, "refused the size or an attachment of the mail (552).")]
    internal async Task A_refusal_says_what_is_refused_and_shows_no_text_of_the_server(
        MailFault fault,
        DeliveryStatus status,
        string expected
    )
    {
        await using var server = new MailServer(fault);
        using var channelFixture = new ChannelFixture();

        var report = await ChannelFixture.Send(CreateChannel(channelFixture, server));

        Assert.Equal((status, "mail: the mail server " + expected), (report.Status, report.Problem));
        Assert.Equal(1, server.Connections);
    }

    [Fact]
    public async Task The_other_recipients_get_the_mail_that_one_is_refused()
    {
        await using var server = new MailServer(MailFault.RefusesReceiver);
        using var channelFixture = new ChannelFixture();

        var report = await ChannelFixture.Send(
            channelFixture.Channels.CreateEmail("mail", CreateSettings(server) with { To = ["gone@example.net", "known@example.net"] })
        );

        Assert.Equal(
            (DeliveryStatus.Refused, "mail: the mail server does not accept the recipient gone@example.net (550)."),
            (report.Status, report.Problem)
        );
        Assert.Single(server.Mails);
    }

    [Fact]
    public async Task A_recipient_that_is_put_off_is_tried_again_alone()
    {
        await using var server = new MailServer(MailFault.Greylists);
        using var channelFixture = new ChannelFixture();
        var channel = channelFixture.Channels.CreateEmail(
            "mail",
            CreateSettings(server) with
            {
                To = ["grey@example.net", "ops@example.net"],
            }
        );

        var later = DeliveryResult.RetryLater("mail: the mail server does not accept the recipient grey@example.net (450).");
        Assert.Equal(later with { MustWait = true, IsPartial = true }, await ChannelFixture.Send(channel));
        Assert.Equal(1, server.Connections); // not tried again at once
        Assert.Equal(later with { MustWait = true, IsPartial = true }, await ChannelFixture.Send(channel));
        Assert.Equal(DeliveryResult.Delivered, await ChannelFixture.Send(channel));

        Assert.Equal(["ops@example.net", "grey@example.net"], server.Recipients);
        Assert.Equal(2, server.Mails.Count);
        Assert.Equal("To: grey@example.net, ops@example.net", ReceivedMail.ReadHeader(server.Mails[1], "To"));
    }

    [Fact]
    public async Task A_server_that_scans_a_mail_for_longer_than_an_attempt_may_take_gets_it_once()
    {
        var scanned = new TaskCompletionSource<bool>();
        await using var server = new MailServer(taking: _ => scanned.Task);
        using var channelFixture = new ChannelFixture();
        var sending = ChannelFixture.Send(CreateChannel(channelFixture, server));
        await server.WaitForMailAsync();
        channelFixture.Time.Advance(TimeSpan.FromSeconds(70)); // an attempt ends after 30, and MailTimeout is 75
        scanned.SetResult(true);

        Assert.Equal(DeliveryResult.Delivered, await sending);
        Assert.Single(server.Mails);
    }

    [Fact]
    public async Task A_server_that_does_not_answer_to_a_mail_does_not_get_it_again_at_once()
    {
        var never = new TaskCompletionSource<bool>();
        await using var server = new MailServer(taking: _ => never.Task);
        using var channelFixture = new ChannelFixture();
        var sending = ChannelFixture.Send(CreateChannel(channelFixture, server));
        await server.WaitForMailAsync();
        channelFixture.Time.Advance(TimeSpan.FromSeconds(75));

        Assert.Equal(DeliveryResult.RetryLater("mail: no answer in time.") with { MustWait = true }, await sending);
        Assert.Single(server.Mails);
        never.SetResult(false);
    }

    [Fact]
    public async Task Where_the_connection_is_refused_it_is_sent_later()
    {
        await using var server = new MailServer();
        var settings = CreateSettings(server);
        await server.DisposeAsync();
        using var channelFixture = new ChannelFixture();

        Assert.Equal(DeliveryStatus.RetryLater, (await ChannelFixture.Send(channelFixture.Channels.CreateEmail("mail", settings))).Status);
    }

    [Fact]
    public async Task A_host_that_does_not_resolve_is_named_as_such_and_tried_later()
    {
        await using var server = new MailServer();
        using var channelFixture = new ChannelFixture();

        var report = await ChannelFixture.Send(
            channelFixture.Channels.CreateEmail("mail", CreateSettings(server) with { Host = "mail.invalid" })
        );

        Assert.Equal(
            (
                DeliveryStatus.RetryLater,
                "mail: the name of the mail server does not resolve; correct the host of the channel, or the DNS of this machine."
            ),
            (report.Status, report.Problem)
        );
    }

    // A channel that trusts the certificate of this server alone.
    private static NotificationChannel CreateTrusting(
        ChannelFixture channelFixture,
        MailServer server,
        EmailSettings settings,
        int tlsPort = 465
    ) =>
        new(
            "mail",
            new SmtpAttempt(settings, channelFixture.Secrets, ChannelFixture.Limits, channelFixture.Time)
            {
                TlsPort = tlsPort,
                Trust = (_, certificate, _, _) => certificate?.GetCertHashString() == server.Thumbprint,
            },
            ChannelFixture.Limits,
            channelFixture.Time
        );

    private static EmailSettings CreateSecure(MailServer server) =>
        CreateSettings(server) with
        {
            StartTls = true,
            User = "advisor",
            Password = ChannelFixture.Key,
        };
}
