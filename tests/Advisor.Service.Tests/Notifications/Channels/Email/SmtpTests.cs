using System.Text;
using Advisor.Configuration.Routing;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Channels;
using Advisor.Service.Notifications.Channels.Email;
using Advisor.Service.Notifications.Delivery;
using Advisor.Tests;
using MimeKit.Utils;

namespace Advisor.Service.Tests.Notifications.Channels.Email;

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
        Assert.Single(mail.Split('\n'), line => line.StartsWith("Message-ID:", StringComparison.OrdinalIgnoreCase));
        var parts = ReceivedMail.ReadTextParts(mail);
        Assert.Equal(["text/plain", "text/html"], parts.Select(part => part.Type));
        Assert.Equal(expected.Text.TrimEnd(), parts[0].Text);
        Assert.Equal(expected.Html.TrimEnd(), parts[1].Text);
        Assert.Equal(0, server.BareLineFeeds);
        Assert.DoesNotContain("=0A", mail, StringComparison.Ordinal);
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
            [
                "Auto-Submitted",
                "Content-Type",
                "Date",
                "From",
                "In-Reply-To",
                "MIME-Version",
                "Message-ID",
                "References",
                "Subject",
                "To",
                "X-Auto-Response-Suppress",
            ],
            headers
                .Select(line => line.Split(':')[0])
                .Select(name => name.Equals("message-id", StringComparison.OrdinalIgnoreCase) ? "Message-ID" : name)
                .Order(StringComparer.Ordinal)
        );
        Assert.Equal(
            EmailText.Render(message, "example.net").Subject,
            Rfc2047.DecodeText(Encoding.ASCII.GetBytes(ReceivedMail.ReadHeader(head + "\n\n", "Subject")["Subject: ".Length..]))
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
}
