using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using Advisor.Notifications.Console;
using Advisor.Notifications.Email;
using Advisor.Notifications.PagerDuty;
using Advisor.Notifications.Slack;
using Advisor.Notifications.Teams;
using Advisor.Notifications.Webhook;
using Advisor.Tests;

namespace Advisor.Notifications.Tests;

public sealed class GoldenMessageTests
{
    private static readonly JsonSerializerOptions Readable = new()
    {
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    public static TheoryData<string> Names => new(SampleMessages.All.Keys);

    [Theory, MemberData(nameof(Names))]
    public void A_message_in_Teams_is_as_reviewed(string name) => MatchesJson("teams", name, TeamsCard.Render(SampleMessages.All[name]));

    [Theory, MemberData(nameof(Names))]
    public void A_message_in_Slack_is_as_reviewed(string name) => MatchesJson("slack", name, SlackBlocks.Render(SampleMessages.All[name]));

    [Theory, MemberData(nameof(Names))]
    public void A_message_in_PagerDuty_is_as_reviewed(string name) =>
        MatchesJson("pagerduty", name, PagerDutyEvent.Render(SampleMessages.All[name], "R0UTING"));

    [Theory, MemberData(nameof(Names))]
    public void A_message_to_a_webhook_is_as_reviewed(string name) =>
        MatchesJson("webhook", name, CloudEvent.Render(SampleMessages.All[name]));

    [Theory, MemberData(nameof(Names))]
    public void A_message_on_the_console_is_as_reviewed(string name) =>
        Matches($"console-{name}.txt", ConsoleText.Render(SampleMessages.All[name]));

    [Theory, MemberData(nameof(Names))]
    public void A_mail_is_as_reviewed(string name)
    {
        var mail = EmailText.Render(SampleMessages.All[name], "example.net");

        Matches($"email-{name}.txt", $"Subject: {mail.Subject}\nMessage-ID: {mail.MessageId}\nReferences: {mail.Thread}\n\n{mail.Text}");
        Matches($"email-{name}.html", mail.Html);
    }

    private static void MatchesJson(string channel, string name, byte[] body) =>
        Matches($"{channel}-{name}.json", JsonNode.Parse(Encoding.UTF8.GetString(body))!.ToJsonString(Readable) + "\n");

    private static void Matches(string file, string actual) => Golden.Matches("Advisor.Notifications.Tests", file, actual);
}
