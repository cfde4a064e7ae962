using System.Net;
using System.Text.RegularExpressions;
using Advisor.Configuration.Routing;
using Advisor.Notifications.Delivery;
using Advisor.Notifications.Email;
using Advisor.Notifications.Tests.Delivery;
using Advisor.Service.Notify;
using Advisor.Tests;

namespace Advisor.Notifications.Tests.Email;

public sealed partial class SmtpTests
{
    [Fact]
    public async Task A_mail_has_both_parts_and_the_ids_of_its_incident()
    {
        await using var server = new MailServer();
        using var channelFixture = new ChannelFixture();

        Assert.Equal(DeliveryResult.Delivered, await ChannelFixture.Send(CreateChannel(channelFixture, server)));

        var mail = Assert.Single(server.Mails);
        var expected = EmailText.Render(SampleMessages.Fired, "example.net");
        Assert.Contains($"Message-ID: {expected.MessageId}\n", mail, StringComparison.OrdinalIgnoreCase);
        Assert.Contains($"References: {expected.Thread}\n", mail, StringComparison.Ordinal);
        Assert.Contains("Subject: " + expected.Subject + "\n", mail, StringComparison.Ordinal);
        Assert.Contains("multipart/alternative", mail, StringComparison.Ordinal);
        Assert.Equal(1, Count(mail, "Message-ID:"));
        var parts = ReceivedMail.ReadTextParts(mail);
        Assert.Equal(["text/plain", "text/html"], parts.Select(part => part.Type));
        Assert.Equal(expected.Text.TrimEnd(), parts[0].Text);
        Assert.Equal(expected.Html.TrimEnd(), parts[1].Text);
    }

    [Fact]
    public async Task The_same_event_again_is_the_same_mail_and_another_is_another_of_the_thread()
    {
        await using var server = new MailServer();
        using var channelFixture = new ChannelFixture();
        var channel = CreateChannel(channelFixture, server);

        await ChannelFixture.Send(channel);
        await ChannelFixture.Send(channel);
        await ChannelFixture.Send(channel, SampleMessages.All["resolved"]);

        var ids = server.Mails.Select(mail => ReceivedMail.ReadHeader(mail, "Message-ID")).ToList();
        Assert.Equal(ids[0], ids[1]);
        Assert.NotEqual(ids[0], ids[2]);
        Assert.Single(server.Mails.Select(mail => ReceivedMail.ReadHeader(mail, "References")).Distinct());
    }

    [Fact]
    public async Task A_report_is_its_own_text_and_HTML_with_the_file_attached_and_goes_to_its_receivers()
    {
        await using var server = new MailServer();
        using var channelFixture = new ChannelFixture();
        var file = "<!doctype html>\n<p>" + new string('é', 100_000) + "</p>";
        var message = SampleMessages.Fired with
        {
            Title = "Capacity report, team chat, 2026-03-02 (7 days)",
            Document = new MailDocument
            {
                To = ["dana@example.net", "kim@example.net"],
                Text = "# Capacity report\n\n- größer\n.\n",
                Html = "<!doctype html><p>größer</p>",
                FileName = "capacity-chat-2026-03-02.html",
                File = file,
            },
        };
        var channel = CreateChannel(channelFixture, server);

        Assert.Equal(DeliveryResult.Delivered, await ChannelFixture.Send(channel, message));
        Assert.Equal(DeliveryResult.Delivered, await ChannelFixture.Send(channel, message));

        var mail = server.Mails[0];
        Assert.Equal("Subject: Capacity report, team chat, 2026-03-02 (7 days)", ReceivedMail.ReadHeader(mail, "Subject"));
        Assert.Equal("To: dana@example.net, kim@example.net", ReceivedMail.ReadHeader(mail, "To"));
        Assert.Equal(ReceivedMail.ReadHeader(mail, "Message-ID"), ReceivedMail.ReadHeader(server.Mails[1], "Message-ID"));
        Assert.Equal(
            [
                ("text/plain", null, "# Capacity report\n\n- größer\n."),
                ("text/html", null, "<!doctype html><p>größer</p>"),
                ("text/html", "capacity-chat-2026-03-02.html", file),
            ],
            ReceivedMail.ReadParts(mail)
        );
    }

    [Fact]
    public async Task A_report_whose_file_is_too_large_is_a_mail_without_it()
    {
        await using var server = new MailServer();
        using var channelFixture = new ChannelFixture();
        var document = new MailDocument
        {
            Text = "text",
            Html = "<p>html",
            FileName = "x.html",
        };

        await ChannelFixture.Send(CreateChannel(channelFixture, server), SampleMessages.Fired with { Document = document });

        var mail = Assert.Single(server.Mails);
        Assert.Equal("To: ops@example.net", ReceivedMail.ReadHeader(mail, "To"));
        Assert.Equal(["text", "<p>html"], ReceivedMail.ReadParts(mail).Select(part => part.Text));
    }

    [Fact]
    public async Task A_hostile_name_adds_no_header()
    {
        await using var server = new MailServer();
        using var channelFixture = new ChannelFixture();

        Assert.Equal(
            DeliveryResult.Delivered,
            await ChannelFixture.Send(
                CreateChannel(channelFixture, server),
                SampleMessages.CreateHostile("x\r\nBcc: evil@example.net\r\n\r\nbody")
            )
        );

        var head = Assert.Single(server.Mails).Split("\n\n")[0];
        Assert.DoesNotContain(head.Split('\n'), line => line.StartsWith("Bcc", StringComparison.OrdinalIgnoreCase));
    }

    [Fact]
    public async Task A_hostile_name_is_the_subject_letter_by_letter_and_in_no_other_header()
    {
        // Markdown, HTML, templates, line breaks, a mark that turns the direction of text, and letters beyond ASCII.
        var message = SampleMessages.CreateHostile(
            "**[x](http://evil.example)** <b>&amp;</b> ${secret} {{DATE()}}\r\nBcc: evil@example.net\u202Eüñ名😀"
        );
        await using var server = new MailServer();
        using var channelFixture = new ChannelFixture();

        Assert.Equal(DeliveryResult.Delivered, await ChannelFixture.Send(CreateChannel(channelFixture, server), message));

        var head = Assert.Single(server.Mails).Split("\n\n")[0];
        Assert.All(head, c => Assert.True(c is >= ' ' and <= '~' or '\n' or '\t', $"U+{(int)c:X4}"));
        var headers = head.Replace("\n ", "", StringComparison.Ordinal).Replace("\n\t", "", StringComparison.Ordinal).Split('\n');
        Assert.Equal(
            ["Auto-Submitted", "Content-Type", "Date", "From", "In-Reply-To", "MIME-Version", "Message-ID", "References", "Subject", "To"],
            headers
                .Select(line => line.Split(':')[0])
                .Select(name => name.Equals("message-id", StringComparison.OrdinalIgnoreCase) ? "Message-ID" : name)
                .Order(StringComparer.Ordinal)
        );
        var words = EncodedWordPattern().Matches(headers.Single(line => line.StartsWith("Subject:", StringComparison.Ordinal)));
        Assert.Equal(
            EmailText.Render(message, "example.net").Subject,
            System.Text.Encoding.UTF8.GetString([.. words.SelectMany(word => Convert.FromBase64String(word.Groups["bytes"].Value))])
        );
    }

    [Theory]
    [InlineData(MailFault.BusyAtFirst)]
    [InlineData(MailFault.CutsInTheMiddle)]
    internal async Task A_passing_fault_is_tried_again(MailFault fault)
    {
        await using var server = new MailServer(fault);
        using var channelFixture = new ChannelFixture();

        Assert.Equal(DeliveryResult.Delivered, await ChannelFixture.Send(CreateChannel(channelFixture, server)));
        Assert.Equal(2, server.Connections);
        Assert.Single(server.Mails);
    }

    private static EmailSettings CreateSettings(MailServer server) =>
        new()
        {
            Host = "localhost",
            Port = server.Port,
            StartTls = false,
            From = "advisor@example.net",
            To = ["ops@example.net"],
        };

    private static NotificationChannel CreateChannel(ChannelFixture channelFixture, MailServer server) =>
        channelFixture.Channels.CreateEmail("mail", CreateSettings(server));

    [GeneratedRegex(
        @"=\?utf-8\?B\?(?<bytes>[^?]*)\?=",
        RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking | RegexOptions.IgnoreCase
    )]
    private static partial Regex EncodedWordPattern();

    private static int Count(string text, string piece) => text.Split(piece, StringSplitOptions.None).Length - 1;

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
