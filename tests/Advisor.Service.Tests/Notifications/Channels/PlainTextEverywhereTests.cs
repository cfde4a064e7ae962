using System.Globalization;
using System.Net;
using System.Text;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Advisor.Core.Text;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Channels.Alertmanager;
using Advisor.Service.Notifications.Channels.CommonAlert;
using Advisor.Service.Notifications.Channels.Console;
using Advisor.Service.Notifications.Channels.Email;
using Advisor.Service.Notifications.Channels.Messages;
using Advisor.Service.Notifications.Channels.PagerDuty;
using Advisor.Service.Notifications.Channels.Slack;
using Advisor.Service.Notifications.Channels.Teams;
using Advisor.Service.Notifications.Channels.Webhook;
using FsCheck;
using FsCheck.Fluent;

namespace Advisor.Service.Tests.Notifications.Channels;

/// <summary>Whatever a name or a tag holds, people see it as text, in every channel.</summary>
public sealed partial class PlainTextEverywhereTests
{
    private static readonly string[] Pieces =
    [
        "**",
        "_",
        "`",
        "#",
        "- ",
        "[a](http://evil.example)",
        "<b>",
        "</p>",
        "<script>",
        "&",
        "&amp;",
        "\"",
        "'",
        "\\",
        "${",
        "{{",
        "@{",
        "}}",
        "{",
        "$",
        "@",
        "<!channel>",
        "<@U1>",
        ":fire:",
        "\r",
        "\n",
        "\t",
        "\u2028",
        "\u0000",
        "\u001b[31m",
        "\u202e",
        "\u2066",
        "\u200b",
        "\ufeff",
        "\ud800",
        "😀",
        "ü",
        "名",
        "a",
        "sr-1",
        " ",
        ":",
        "*",
    ];

    private static readonly Arbitrary<string> Names = Gen.Elements(Pieces)
        .ListOf()
        .Select(parts => string.Concat(parts.Take(12)))
        .ToArbitrary();

    private static Config Config => Config.QuickThrowOnFailure.WithMaxTest(300);

    [Fact]
    public void In_Teams_every_text_is_in_a_text_run_and_nothing_in_it_expands() =>
        CheckLaw(message =>
        {
            var card = Parse(TeamsCard.Render(message));

            // Text blocks and fact sets are read as Markdown, so there are none.
            Assert.DoesNotContain(ListObjects(card), o => (string?)o["type"] is "TextBlock" or "FactSet");
            var runs = ListObjects(card).Where(o => (string?)o["type"] == "TextRun").Select(o => (string)o["text"]!).ToList();
            Assert.Contains(RenderText(message), runs.Select(run => run.Replace("\u200B", "", StringComparison.Ordinal)));
            Assert.DoesNotContain(
                runs,
                run =>
                    run.Contains("${", StringComparison.Ordinal)
                    || run.Contains("{{", StringComparison.Ordinal)
                    || run.Contains("@{", StringComparison.Ordinal)
            );
            Assert.All(runs, run => AssertHarmless(run.Replace("\u200B", "", StringComparison.Ordinal)));
        });

    [Fact]
    public void In_Slack_every_text_is_an_element_that_is_shown_letter_by_letter() =>
        CheckLaw(message =>
        {
            var body = Parse(SlackBlocks.Render(message));

            Assert.DoesNotContain(ListObjects(body), o => (string?)o["type"] is "mrkdwn" or "plain_text");
            var texts = ListObjects(body).Where(o => (string?)o["type"] is "text" or "link").Select(o => (string)o["text"]!).ToList();
            Assert.Contains(RenderText(message) + "\n", texts);
            Assert.All(texts, text => AssertHarmless(text.TrimEnd('\n')));
            var fallback = (string)body["text"]!;
            Assert.DoesNotContain(fallback, c => c is '<' or '>');
            Assert.Equal(RenderedMessage.Render(message, TextLimits.Default).Title, Unescape(fallback));
        });

    [Fact]
    public void In_PagerDuty_every_text_is_one_line() =>
        CheckLaw(message =>
        {
            var body = Parse(PagerDutyEvent.Render(message, "key"));

            Assert.Equal(RenderText(message), (string?)body["payload"]!["custom_details"]!["What"]);
            Assert.All(ListTexts(body), AssertHarmless);
        });

    [Fact]
    public void To_a_webhook_every_text_is_one_line() =>
        CheckLaw(message =>
        {
            var body = Parse(CloudEvent.Render(message));

            Assert.Equal(RenderText(message), (string?)body["data"]!["text"]);
            Assert.All(ListTexts(body), AssertHarmless);
        });

    [Fact]
    public void On_the_console_a_text_stays_in_its_line() =>
        CheckLaw(message =>
        {
            var text = ConsoleText.Render(message);

            Assert.Contains("  " + RenderText(message), text.Split('\n'));
            Assert.Equal(
                ConsoleText.Render(SampleMessages.CreateHostile("x")).Count(c => c == '\n'),
                text.Count(c => c == '\n') + CountAbsent(message)
            );
            Assert.All(text.Split('\n'), AssertHarmless);
        });

    [Fact]
    public void In_a_mail_a_text_adds_neither_a_header_nor_a_line_nor_a_tag() =>
        CheckLaw(message =>
        {
            var mail = EmailText.Render(message, "example.net");

            AssertHarmless(mail.Subject);
            Assert.Contains(RenderText(message), mail.Text.Split('\n'));
            Assert.All(mail.Text.Split('\n'), AssertHarmless);
            Assert.Contains(
                "<p>" + WebUtility.HtmlEncode(RenderText(message)) + "</p>",
                mail.Html.Replace("&nbsp;", " ", StringComparison.Ordinal),
                StringComparison.Ordinal
            );

            // The tags are ours alone: as many as with a name of one letter, less those of lines that are empty.
            Assert.Equal(
                TagPattern().Count(EmailText.Render(SampleMessages.CreateHostile("x"), "example.net").Html) - (4 * CountAbsent(message)),
                TagPattern().Count(mail.Html)
            );
        });

    private static void CheckLaw(Action<Notification> law) =>
        Prop.ForAll(Names, name => law(SampleMessages.CreateHostile(name))).Check(Config);

    // What a person is to see of the sentence with the name in it.
    private static string RenderText(Notification message) => UntrustedText.Shorten(message.Text, 1000);

    // Facts without a value are left out: with an empty name these are limit, done, proposal, cost, next and team.
    private static int CountAbsent(Notification message) => message.Limit!.Length == 0 ? 6 : 0;

    private static string Unescape(string text) =>
        text.Replace("&lt;", "<", StringComparison.Ordinal)
            .Replace("&gt;", ">", StringComparison.Ordinal)
            .Replace("&amp;", "&", StringComparison.Ordinal);

    private static void AssertHarmless(string text) =>
        Assert.DoesNotContain(
            text.EnumerateRunes(),
            rune =>
                Rune.GetUnicodeCategory(rune)
                    is UnicodeCategory.Control
                        or UnicodeCategory.Format
                        or UnicodeCategory.LineSeparator
                        or UnicodeCategory.ParagraphSeparator
                        or UnicodeCategory.Surrogate
        );

    private static JsonObject Parse(byte[] body) => JsonNode.Parse(body)!.AsObject();

    private static IEnumerable<JsonObject> ListObjects(JsonNode? node) =>
        node switch
        {
            JsonObject o => o.SelectMany(p => ListObjects(p.Value)).Prepend(o),
            JsonArray a => a.SelectMany(ListObjects),
            _ => [],
        };

    private static IEnumerable<string> ListTexts(JsonNode? node) =>
        node switch
        {
            JsonObject o => o.SelectMany(p => ListTexts(p.Value).Prepend(p.Key)),
            JsonArray a => a.SelectMany(ListTexts),
            JsonValue v when v.TryGetValue<string>(out var text) => [text],
            _ => [],
        };

    [GeneratedRegex("<[a-zA-Z/!]", RegexOptions.NonBacktracking)]
    private static partial Regex TagPattern();

    [Fact]
    public void Many_alerts_in_one_message_are_plain_text_in_every_channel_too() =>
        Prop.ForAll(
                Names,
                name =>
                {
                    var message = SampleMessages.CreateGrouped("n" + name);
                    var card = Parse(TeamsCard.Render(message));
                    var runs = ListObjects(card).Where(o => (string?)o["type"] == "TextRun").Select(o => (string)o["text"]!).ToList();
                    Assert.DoesNotContain(ListObjects(card), o => (string?)o["type"] is "TextBlock" or "FactSet");
                    Assert.DoesNotContain(
                        runs,
                        run =>
                            run.Contains("${", StringComparison.Ordinal)
                            || run.Contains("{{", StringComparison.Ordinal)
                            || run.Contains("@{", StringComparison.Ordinal)
                    );
                    Assert.All(runs, run => AssertHarmless(run.Replace("\u200B", "", StringComparison.Ordinal)));
                    var slack = Parse(SlackBlocks.Render(message));
                    Assert.DoesNotContain(ListObjects(slack), o => (string?)o["type"] is "mrkdwn" or "plain_text");
                    Assert.All(
                        ListObjects(slack).Where(o => (string?)o["type"] is "text" or "link").Select(o => (string)o["text"]!),
                        text => AssertHarmless(text.TrimEnd('\n'))
                    );
                    Assert.DoesNotContain((string)slack["text"]!, c => c is '<' or '>');
                    Assert.All(ListTexts(Parse(PagerDutyEvent.Render(message, "key"))), AssertHarmless);
                    Assert.All(
                        JsonNode.Parse(AlertmanagerAlerts.Render(message))!.AsArray().SelectMany(alert => ListTexts(alert!)),
                        AssertHarmless
                    );
                    Assert.All(ListTexts(Parse(CloudEvent.Render(message))), AssertHarmless);
                    Assert.All(ListTexts(Parse(CommonAlertSchema.Render(message))), AssertHarmless);
                    var (mail, plain) = (
                        EmailText.Render(message, "example.net"),
                        EmailText.Render(SampleMessages.CreateGrouped("n"), "example.net")
                    );
                    AssertHarmless(mail.Subject);
                    Assert.Equal(plain.Text.Count(c => c == '\n'), mail.Text.Count(c => c == '\n'));
                    Assert.All(mail.Text.Split('\n'), AssertHarmless);
                    Assert.Equal(TagPattern().Count(plain.Html), TagPattern().Count(mail.Html));
                    Assert.All(ConsoleText.Render(message).Split('\n'), AssertHarmless);
                    Assert.Equal(
                        ConsoleText.Render(SampleMessages.CreateGrouped("n")).Count(c => c == '\n'),
                        ConsoleText.Render(message).Count(c => c == '\n')
                    );

                    // Every resource is named by every channel, as it is.
                    var named = UntrustedText.Shorten($"1-n{name}", 150);
                    Assert.All(
                        (string[])
                            [
                                string.Concat(runs).Replace("\u200B", "", StringComparison.Ordinal),
                                string.Concat(ListTexts(slack)),
                                mail.Text,
                                WebUtility.HtmlDecode(mail.Html.Replace("&nbsp;", " ", StringComparison.Ordinal)),
                                ConsoleText.Render(message),
                            ],
                        text => Assert.Contains(named, text, StringComparison.Ordinal)
                    );
                }
            )
            .Check(Config);

    [Fact]
    public void A_message_of_any_size_fits_into_Teams_and_Slack_and_says_what_is_cut() =>
        Prop.ForAll(
                Gen.Choose(0, 30_000).ToArbitrary(),
                Gen.Elements('a', '"', '\u0001', '名', '\\').ToArbitrary(),
                (length, letter) =>
                {
                    var name = new string(letter, length);
                    var message = SampleMessages.CreateHostile(name) with
                    {
                        Resources = [.. Enumerable.Range(0, 500).Select(i => new NotificationResource(name + i))],
                    };
                    foreach (
                        var (body, max) in ((byte[], int)[])
                            [(TeamsCard.Render(message), TeamsCard.MaxBytes), (SlackBlocks.Render(message), SlackBlocks.MaxBytes)]
                    )
                    {
                        Assert.True(body.Length < max, $"{body.Length} bytes");
                        Assert.Matches("and [0-9]+ more|500 in all", Encoding.UTF8.GetString(body));
                        Assert.True(length < 1000 || Encoding.UTF8.GetString(body).Contains('…', StringComparison.Ordinal));
                    }
                }
            )
            .Check(Config.WithMaxTest(60));

    // 10 lines of 200 characters, each with two links of 450 and some 300 of JSON around them, have 14,000; 5 of them have 7,000, and
    // what the message says beside them 2,000.
    [Fact]
    public void A_list_that_does_not_fit_into_Slack_says_how_many_of_its_lines_are_left_out()
    {
        var link = new Uri("https://advisor.example.net/" + new string('a', 450 - 28));
        var message = SampleMessages.Fired with
        {
            Lines = [.. Enumerable.Range(0, 10).Select(i => new NotificationLine($"sr-{i}: {new string('x', 500)}", link, link))],
        };

        var body = Encoding.UTF8.GetString(SlackBlocks.Render(message));

        Assert.True(body.Length < SlackBlocks.MaxBytes, $"{body.Length} bytes");
        Assert.Contains("sr-4", body, StringComparison.Ordinal);
        Assert.DoesNotContain("sr-5", body, StringComparison.Ordinal);
        Assert.Contains("and 5 more, which do not fit into this message", body, StringComparison.Ordinal);
    }

    [Fact]
    public void Links_of_two_thousand_characters_still_fit_and_longer_ones_are_left_out()
    {
        var longest = new Uri("https://advisor.example.net/" + new string('a', 2000 - 28));
        var message = SampleMessages.CreateHostile(new string('"', 5000)) with
        {
            Link = longest,
            ApproveLink = longest,
            SilenceLink = longest,
            PortalLink = longest,
        };

        Assert.True(TeamsCard.Render(message).Length < TeamsCard.MaxBytes);
        Assert.Contains(longest.AbsoluteUri, Encoding.UTF8.GetString(TeamsCard.Render(message)), StringComparison.Ordinal);
        var longer = new Uri(longest.AbsoluteUri + "a");
        Assert.DoesNotContain(
            longer.AbsoluteUri,
            Encoding.UTF8.GetString(TeamsCard.Render(message with { PortalLink = longer })),
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("javascript:alert(1)")]
    [InlineData("file:///etc/passwd")]
    public void A_link_that_is_none_of_the_web_is_left_out(string address)
    {
        var message = SampleMessages.Fired with { PortalLink = new Uri(address), Link = new Uri(address) };

        Assert.DoesNotContain(address, Encoding.UTF8.GetString(TeamsCard.Render(message)), StringComparison.Ordinal);
        Assert.DoesNotContain(address, Encoding.UTF8.GetString(SlackBlocks.Render(message)), StringComparison.Ordinal);
        Assert.DoesNotContain(address, EmailText.Render(message, "example.net").Html, StringComparison.Ordinal);
    }
}
