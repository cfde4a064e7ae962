using System.Text;
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
public sealed class SchemaTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    public static bool AjvIsPresent => Ajv.IsPresent;

    public void Dispose() => folder.Dispose();

    [Theory(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    [InlineData("teams")]
    [InlineData("slack")]
    [InlineData("pagerduty")]
    [InlineData("webhook")]
    public async Task Every_payload_has_the_shape_that_its_receiver_documents_skipped_where_ajv_is_absent(string channel)
    {
        var files = SampleMessages
            .WithExtremes.Select((message, i) => folder.Write($"{i}.json", Encoding.UTF8.GetString(Render(channel, message))))
            .ToList();

        var (code, output) = await Validate(channel, files);

        Assert.True(code == 0, output);
    }

    [Theory(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    [InlineData("teams", "\"TextRun\"", "\"TextBlock\"")]
    [InlineData("teams", "\"version\":\"1.4\"", "\"version\":\"1.6\"")]
    [InlineData("slack", "\"rich_text_section\"", "\"section\"")]
    [InlineData("pagerduty", "\"severity\":\"warning\"", "\"severity\":\"bad\"")]
    [InlineData("pagerduty", "\"payload\":", "\"details\":")]
    [InlineData("webhook", "\"specversion\"", "\"version\"")]
    public async Task A_planted_slip_is_refused_skipped_where_ajv_is_absent(string channel, string good, string bad)
    {
        var text = Encoding.UTF8.GetString(Render(channel, SampleMessages.Fired));
        Assert.Contains(good, text, StringComparison.Ordinal);

        var (code, output) = await Validate(channel, [folder.Write("bad.json", text.Replace(good, bad, StringComparison.Ordinal))]);

        Assert.True(code == 1 && output.Contains("invalid", StringComparison.Ordinal), output);
    }

    private static byte[] Render(string channel, Notification message) =>
        channel switch
        {
            "teams" => TeamsCard.Render(message),
            "slack" => SlackBlocks.Render(message),
            "pagerduty" => PagerDutyEvent.Render(message, "key"),
            _ => CloudEvent.Render(message),
        };

    private static Task<(int Code, string Output)> Validate(string channel, IReadOnlyList<string> files) =>
        Ajv.ValidateAsync(
            RepositoryFiles.GetPath("tests", "Advisor.Service.Tests", "Notifications", "Channels", "Schemas", channel + ".schema.json"),
            files
        );
}
