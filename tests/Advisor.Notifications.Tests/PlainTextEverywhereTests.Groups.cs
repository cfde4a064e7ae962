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
                    var message = SampleMessages.Grouped("n" + name);
                    var card = Parse(TeamsCard.Render(message));
                    var runs = Objects(card).Where(o => (string?)o["type"] == "TextRun").Select(o => (string)o["text"]!).ToList();
                    Assert.DoesNotContain(Objects(card), o => (string?)o["type"] is "TextBlock" or "FactSet");
                    Assert.DoesNotContain(
                        runs,
                        run =>
                            run.Contains("${", StringComparison.Ordinal)
                            || run.Contains("{{", StringComparison.Ordinal)
                            || run.Contains("@{", StringComparison.Ordinal)
                    );
                    Assert.All(runs, run => Harmless(run.Replace("\u200B", "", StringComparison.Ordinal)));
                    var slack = Parse(SlackBlocks.Render(message));
                    Assert.DoesNotContain(Objects(slack), o => (string?)o["type"] is "mrkdwn" or "plain_text");
                    Assert.All(
                        Objects(slack).Where(o => (string?)o["type"] is "text" or "link").Select(o => (string)o["text"]!),
                        text => Harmless(text.TrimEnd('\n'))
                    );
                    Assert.DoesNotContain((string)slack["text"]!, c => c is '<' or '>');
                    Assert.All(Texts(Parse(PagerDutyEvent.Render(message, "key"))), Harmless);
                    Assert.All(Texts(Parse(CloudEvent.Render(message))), Harmless);
                    var (mail, plain) = (
                        EmailText.Render(message, "example.net"),
                        EmailText.Render(SampleMessages.Grouped("n"), "example.net")
                    );
                    Harmless(mail.Subject);
                    Assert.Equal(plain.Text.Count(c => c == '\n'), mail.Text.Count(c => c == '\n'));
                    Assert.All(mail.Text.Split('\n'), Harmless);
                    Assert.Equal(Tags().Count(plain.Html), Tags().Count(mail.Html));
                    Assert.All(ConsoleText.Render(message).Split('\n'), Harmless);
                    Assert.Equal(
                        ConsoleText.Render(SampleMessages.Grouped("n")).Count(c => c == '\n'),
                        ConsoleText.Render(message).Count(c => c == '\n')
                    );

                    // Every resource is named by every channel, as it is.
                    var named = UntrustedText.Shorten($"1-n{name}", 150);
                    Assert.All(
                        (string[])
                            [
                                string.Concat(runs).Replace("\u200B", "", StringComparison.Ordinal),
                                string.Concat(Texts(slack)),
                                mail.Text,
                                WebUtility.HtmlDecode(mail.Html),
                                ConsoleText.Render(message),
                            ],
                        text => Assert.Contains(named, text, StringComparison.Ordinal)
                    );
                }
            )
            .Check(Config);
}
