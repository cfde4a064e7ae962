using Advisor.Service.Notifications.Channels.Email;
using Advisor.Service.Notifications.Delivery;
using Advisor.Tests;
using MailKit.Net.Smtp;
using MailKit.Security;

namespace Advisor.Service.Tests.Notifications.Channels.Email;

public sealed partial class SmtpTests
{
    private const string Scope = "https://outlook.office365.com/.default";

    [Theory]
    [InlineData("PLAIN")]
    [InlineData("login")]
    [InlineData("XOAUTH2 LOGIN")]
    public async Task A_password_signs_in_by_what_the_server_announces(string announced)
    {
        await using var server = new MailServer(signIns: announced);
        using var channelFixture = new ChannelFixture();

        Assert.Equal(DeliveryResult.Delivered, await ChannelFixture.Send(CreateTrusting(channelFixture, server, CreateSecure(server))));
        Assert.Equal("advisor:T0P-S3CRET-key", server.SignedIn);
    }

    [Fact]
    public async Task At_the_TLS_port_encryption_begins_with_the_first_byte()
    {
        Assert.Equal(465, new SmtpAttempt(null!, null!, ChannelFixture.Limits, TimeProvider.System).TlsPort);
        await using var server = new MailServer(MailFault.NoStartTls, isTls: true);
        using var channelFixture = new ChannelFixture();

        Assert.Equal(
            DeliveryResult.Delivered,
            await ChannelFixture.Send(CreateTrusting(channelFixture, server, CreateSecure(server), server.Port))
        );
        Assert.True(server.Encrypted);
        Assert.Equal("advisor:T0P-S3CRET-key", server.SignedIn);
    }

    [Fact]
    public async Task A_TLS_port_that_speaks_no_TLS_is_named()
    {
        await using var server = new MailServer();
        using var channelFixture = new ChannelFixture();

        var report = await ChannelFixture.Send(CreateTrusting(channelFixture, server, CreateSecure(server), server.Port));

        Assert.Equal(
            (
                DeliveryStatus.ChannelUnhealthy,
                $"mail: TLS with the mail server failed; check that port {server.Port} is right: 465 begins with TLS, 587 with STARTTLS."
            ),
            (report.Status, report.Problem)
        );
    }

    [Fact]
    public async Task The_mailbox_of_Microsoft_365_signs_in_with_a_token()
    {
        await using var server = new MailServer(signIns: "LOGIN XOAUTH2");
        using var channelFixture = new ChannelFixture(token: "T0P-S3CRET-token");

        Assert.Equal(
            DeliveryResult.Delivered,
            await ChannelFixture.Send(CreateTrusting(channelFixture, server, CreateMicrosoft365(server)))
        );
        Assert.Equal($"advisor:Bearer T0P-S3CRET-token for {Scope}", server.SignedIn);
    }

    [Fact]
    public async Task Without_a_sign_in_to_Azure_there_is_no_token_and_no_connection()
    {
        await using var server = new MailServer(signIns: "XOAUTH2");
        using var channelFixture = new ChannelFixture();

        var report = await ChannelFixture.Send(CreateTrusting(channelFixture, server, CreateMicrosoft365(server)));

        Assert.Equal(
            (
                DeliveryStatus.ChannelUnhealthy,
                "mail: Advisor is not signed in to Azure; run 'az login' here, or give the app a managed identity."
            ),
            (report.Status, report.Problem)
        );
        Assert.Equal(0, server.Connections);
    }

    [Theory]
    [InlineData("LOGIN", false, "refused the sign-in (535); check user and password.")]
    [InlineData(
        "XOAUTH2",
        true,
        "refused the sign-in (535); check that Advisor's identity may send as advisor (SMTP.SendAsApp) "
            + "and that the mailbox allows SMTP AUTH."
    )]
    [InlineData("", false, "offers no sign-in that Advisor knows; leave out user and password, or use another port or server.")]
    [InlineData("GSSAPI", false, "offers no sign-in that Advisor knows; leave out user and password, or use another port or server.")]
    public async Task A_sign_in_that_fails_makes_the_channel_unhealthy_and_shows_no_secret(string announced, bool isToken, string expected)
    {
        await using var server = new MailServer(MailFault.RefusesSignIn, signIns: announced);
        using var channelFixture = new ChannelFixture(token: "T0P-S3CRET-token");

        var report = await ChannelFixture.Send(
            CreateTrusting(channelFixture, server, isToken ? CreateMicrosoft365(server) : CreateSecure(server))
        );

        Assert.Equal((DeliveryStatus.ChannelUnhealthy, "mail: the mail server " + expected), (report.Status, report.Problem));
    }

    // 535 5.7.139 where SMTP AUTH or passwords are disabled; 550 5.7.30 where passwords are not supported any more.
    [Theory]
    [InlineData("smtp.office365.com", 535)]
    [InlineData("SMTP.Office365.com", 550)]
    [InlineData("smtp.office365.us", 535)]
    public void A_right_password_that_Microsoft_365_refuses_is_not_what_to_check(string host, int status)
    {
        var refusal = new AuthenticationException(
            "",
            new SmtpCommandException(SmtpErrorCode.UnexpectedStatusCode, (SmtpStatusCode)status, "T0P-S3CRET")
        );
        var settings = new Configuration.Routing.EmailSettings
        {
            Host = host,
            User = "ops@example.net",
            From = "ops@example.net",
            To = [],
        };

        Assert.Equal(
            DeliveryResult.ChannelUnhealthy(
                $"the mail server refused the sign-in ({status}); Microsoft 365 takes a password only where SMTP AUTH and basic "
                    + "authentication are enabled: set signIn to microsoft365, or check user and password."
            ),
            SmtpFailure.Classify(refusal, settings)
        );
    }

    [Fact]
    public async Task A_server_that_requires_a_sign_in_says_so()
    {
        await using var server = new MailServer(MailFault.RefusesSignIn);
        using var channelFixture = new ChannelFixture();

        var report = await ChannelFixture.Send(CreateChannel(channelFixture, server));

        Assert.Equal(
            (DeliveryStatus.ChannelUnhealthy, "mail: the mail server requires a sign-in or STARTTLS (530); check user and password."),
            (report.Status, report.Problem)
        );
    }

    private static Configuration.Routing.EmailSettings CreateMicrosoft365(MailServer server) =>
        CreateSecure(server) with
        {
            Password = null,
            TokenScope = Scope,
        };
}
