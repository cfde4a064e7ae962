using System.Text;
using System.Text.Json.Nodes;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Channels.PagerDuty;
using Advisor.Service.Notifications.Channels.Slack;
using Advisor.Service.Notifications.Channels.Teams;
using Advisor.Service.Notifications.Channels.Webhook;
using Advisor.Tests;

namespace Advisor.Service.Tests.Notifications.Channels;

/// <summary>
/// Holds every payload against a closed schema of what the receiver documents, with ajv. Cards are also read by their own library
/// (<see cref="AdaptiveCardTests"/>).
/// </summary>
public sealed class SchemaTests
{
    private static readonly string[] Channels = ["teams", "slack", "pagerduty", "webhook"];

    private static readonly (string Channel, string Good, string Bad)[] Slips =
    [
        ("teams", "\"TextRun\"", "\"TextBlock\""),
        ("teams", "\"version\":\"1.4\"", "\"version\":\"1.6\""),
        ("slack", "\"rich_text_section\"", "\"section\""),
        ("pagerduty", "\"severity\":\"warning\"", "\"severity\":\"bad\""),
        ("pagerduty", "\"payload\":", "\"details\":"),
        ("webhook", "\"specversion\"", "\"version\""),
    ];

    public static bool AjvIsPresent => Ajv.IsPresent;

    [Fact(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    public async Task Every_payload_is_as_its_receiver_documents_and_a_planted_slip_is_refused_skipped_where_ajv_is_absent()
    {
        var payloads = (
            from channel in Channels
            from message in SampleMessages.WithExtremes
            select (Channel: channel, Text: Render(channel, message))
        ).ToList();
        Assert.All(Slips, slip => Assert.Contains(slip.Good, Render(slip.Channel, SampleMessages.Fired), StringComparison.Ordinal));

        var complaints = await Ajv.ListComplaintsAsync([
            .. payloads.Select(it => CreateCase(it.Channel, it.Text)),
            .. Slips.Select(slip =>
                CreateCase(slip.Channel, Render(slip.Channel, SampleMessages.Fired).Replace(slip.Good, slip.Bad, StringComparison.Ordinal))
            ),
        ]);

        Assert.All(payloads.Zip(complaints), it => Assert.Equal((it.First.Text, ""), (it.First.Text, it.Second)));
        Assert.All(Slips.Zip(complaints.Skip(payloads.Count)), it => Assert.True(it.Second.Length > 0, $"{it.First}"));
    }

    private static string Render(string channel, Notification message) =>
        Encoding.UTF8.GetString(
            channel switch
            {
                "teams" => TeamsCard.Render(message),
                "slack" => SlackBlocks.Render(message),
                "pagerduty" => PagerDutyEvent.Render(message, "key"),
                _ => CloudEvent.Render(message),
            }
        );

    private static (string SchemaPath, string? Definition, JsonNode? Document) CreateCase(string channel, string payload) =>
        (
            RepositoryFiles.GetPath("tests", "Advisor.Service.Tests", "Notifications", "Channels", "Schemas", channel + ".schema.json"),
            null,
            JsonNode.Parse(payload)
        );
}
