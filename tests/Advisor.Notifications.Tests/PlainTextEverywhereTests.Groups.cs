using System.Net;
using Advisor.Core.Text;
using Advisor.Notifications.Console;
using Advisor.Notifications.Email;
using Advisor.Notifications.PagerDuty;
using Advisor.Notifications.Slack;
using Advisor.Notifications.Teams;
using Advisor.Notifications.Webhook;
using FsCheck;
using FsCheck.Fluent;

namespace Advisor.Notifications.Tests;

/// <content>Many alerts in one message.</content>
public sealed partial class PlainTextEverywhereTests
{
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
                    Assert.All(ListTexts(Parse(CloudEvent.Render(message))), AssertHarmless);
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
}
