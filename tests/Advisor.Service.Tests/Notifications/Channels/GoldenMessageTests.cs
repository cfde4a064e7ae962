using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using Advisor.Service.Notifications.Channels.Alertmanager;
using Advisor.Service.Notifications.Channels.CommonAlert;
using Advisor.Service.Notifications.Channels.Console;
using Advisor.Service.Notifications.Channels.Email;
using Advisor.Service.Notifications.Channels.PagerDuty;
using Advisor.Service.Notifications.Channels.Slack;
using Advisor.Service.Notifications.Channels.Teams;
using Advisor.Service.Notifications.Channels.Webhook;
using Advisor.Tests;

namespace Advisor.Service.Tests.Notifications.Channels;

public sealed class GoldenMessageTests
{
    private static readonly JsonSerializerOptions Readable = new()
    {
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    public static TheoryData<string> Names => new(SampleMessages.All.Keys);

    [Theory, MemberData(nameof(Names))]
    public void A_message_in_Teams_is_as_reviewed(string name) =>
        AssertGoldenJson("teams", name, TeamsCard.Render(SampleMessages.All[name]));

    [Theory, MemberData(nameof(Names))]
    public void A_message_in_Slack_is_as_reviewed(string name) =>
        AssertGoldenJson("slack", name, SlackBlocks.Render(SampleMessages.All[name]));

    [Theory, MemberData(nameof(Names))]
    public void A_message_in_PagerDuty_is_as_reviewed(string name) =>
        AssertGoldenJson("pagerduty", name, PagerDutyEvent.Render(SampleMessages.All[name], "R0UTING"));

    [Theory, MemberData(nameof(Names))]
    public void Alerts_for_an_Alertmanager_are_as_reviewed(string name) =>
        AssertGoldenJson("alertmanager", name, AlertmanagerAlerts.Render(SampleMessages.All[name]));

    [Theory, MemberData(nameof(Names))]
    public void A_message_to_a_webhook_is_as_reviewed(string name) =>
        AssertGoldenJson("webhook", name, CloudEvent.Render(SampleMessages.All[name]));

    [Theory, MemberData(nameof(Names))]
    public void A_message_in_the_common_alert_schema_is_as_reviewed(string name) =>
        AssertGoldenJson("commonalert", name, CommonAlertSchema.Render(SampleMessages.All[name]));

    [Theory, MemberData(nameof(Names))]
    public void A_message_on_the_console_is_as_reviewed(string name) =>
        AssertGolden($"console-{name}.txt", ConsoleText.Render(SampleMessages.All[name]));

    [Theory, MemberData(nameof(Names))]
    public void A_mail_is_as_reviewed(string name)
    {
        var mail = EmailText.Render(SampleMessages.All[name], "example.net");

        AssertGolden(
            $"email-{name}.txt",
            $"Subject: {mail.Subject}\nMessage-ID: {mail.MessageId}\nReferences: {mail.Thread}\n\n{mail.Text}"
        );
        AssertGolden($"email-{name}.html", mail.Html);
    }

    [Fact]
    public async Task No_mail_breaks_a_rule_of_the_HTML_standard() =>
        Assert.Empty(
            await HtmlRules.FindViolationsAsync([
                .. SampleMessages.WithExtremes.Select((message, i) => ($"{i}", EmailText.Render(message, "example.net").Html)),
            ])
        );

    private static void AssertGoldenJson(string channel, string name, byte[] body) =>
        AssertGolden($"{channel}-{name}.json", JsonNode.Parse(Encoding.UTF8.GetString(body))!.ToJsonString(Readable) + "\n");

    private static void AssertGolden(string file, string actual) => Golden.AssertMatches("Advisor.Service.Tests", file, actual);
}
