using System.Net;
using Advisor.Notifications.Tests.Delivery;
using Advisor.Service.Notify;
using Advisor.Tests;

namespace Advisor.Notifications.Tests.Email;

public sealed partial class SmtpTests
{
    [Fact]
    public async Task Mail_and_password_travel_under_TLS()
    {
        await using var server = new MailServer();
        using var channelFixture = new ChannelFixture();
        using var trust = CreateTrusting(server);

        var report = await ChannelFixture.Send(
            channelFixture.Channels.CreateEmail(
                "mail",
                CreateSettings(server) with
                {
                    StartTls = true,
                    User = "advisor",
                    Password = ChannelFixture.Key,
                }
            )
        );

        Assert.Equal(DeliveryResult.Delivered, report);
        Assert.True(server.Encrypted);
        Assert.Equal("advisor:T0P-S3CRET-key", server.SignedIn);
        Assert.Single(server.Mails);
    }

    [Fact]
    public async Task A_server_without_TLS_gets_neither_mail_nor_password()
    {
        await using var server = new MailServer(MailFault.NoStartTls);
        using var channelFixture = new ChannelFixture();

        var report = await ChannelFixture.Send(
            channelFixture.Channels.CreateEmail(
                "mail",
                CreateSettings(server) with
                {
                    StartTls = true,
                    User = "advisor",
                    Password = ChannelFixture.Key,
                }
            )
        );

        Assert.Equal((DeliveryStatus.ChannelUnhealthy, "mail: the mail server offers no STARTTLS."), (report.Status, report.Problem));
        Assert.Null(server.SignedIn);
        Assert.Empty(server.Mails);
    }

    [Fact]
    public async Task A_self_signed_certificate_is_not_trusted()
    {
        await using var server = new MailServer();
        using var channelFixture = new ChannelFixture();

        var report = await ChannelFixture.Send(
            channelFixture.Channels.CreateEmail(
                "mail",
                CreateSettings(server) with
                {
                    StartTls = true,
                    User = "advisor",
                    Password = ChannelFixture.Key,
                }
            )
        );

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
    public async Task A_receiver_that_is_refused_is_not_tried_again()
    {
        await using var server = new MailServer(MailFault.RefusesReceiver);
        using var channelFixture = new ChannelFixture();

        var report = await ChannelFixture.Send(CreateChannel(channelFixture, server));

        Assert.Equal((DeliveryStatus.Refused, "mail: the mail server refused the mail (550)."), (report.Status, report.Problem));
        Assert.Equal(1, server.Connections);
    }

    [Fact]
    public async Task A_sign_in_that_is_refused_kills_the_channel_and_shows_no_password()
    {
        await using var server = new MailServer(MailFault.RefusesSignIn);
        using var channelFixture = new ChannelFixture();

        var report = await ChannelFixture.Send(
            channelFixture.Channels.CreateEmail("mail", CreateSettings(server) with { User = "advisor", Password = ChannelFixture.Key })
        );

        Assert.Equal(DeliveryStatus.ChannelUnhealthy, report.Status);
        Assert.DoesNotContain("S3CRET", report.ToString(), StringComparison.Ordinal);
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

    // The certificate of this test alone, at the one place where the mail client of the base library asks whom to trust.
#pragma warning disable SYSLIB0014, MA0039
    private static Trusting CreateTrusting(MailServer server)
    {
        ServicePointManager.ServerCertificateValidationCallback = (_, certificate, _, _) =>
            certificate?.GetCertHashString() == server.Thumbprint;
        return new Trusting();
    }

    private sealed class Trusting : IDisposable
    {
        public void Dispose() => ServicePointManager.ServerCertificateValidationCallback = null;
    }
}
