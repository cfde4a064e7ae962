using System.Net.Mime;
using System.Text;
using System.Text.Json;
using Advisor.Service.Notifications.Channels.Webhook;
using CloudNative.CloudEvents.SystemTextJson;

namespace Advisor.Service.Tests.Notifications.Channels;

/// <summary>Bodies of the webhook, read by the SDK of CloudEvents as a receiver does.</summary>
public sealed class CloudEventSdkTests
{
    private static readonly JsonEventFormatter Formatter = new();

    public static TheoryData<string> Samples => [.. SampleMessages.All.Keys];

    [Theory]
    [MemberData(nameof(Samples))]
    public void Every_kind_of_message_is_an_event_with_its_attributes_and_data(string sample)
    {
        var message = SampleMessages.All[sample];

        var read = Formatter.DecodeStructuredModeMessage(CloudEvent.Render(message), new ContentType(CloudEvent.ContentType), null);

        Assert.True(read.IsValid);
        Assert.Equal((message.EventId, message.DedupKey, "application/json"), (read.Id, read.Subject, read.DataContentType));
        Assert.Equal(new Uri("urn:advisor:alerts"), read.Source);
        Assert.StartsWith("advisor.", read.Type, StringComparison.Ordinal);
        Assert.Equal(message.At, read.Time!.Value, TimeSpan.FromMilliseconds(1));
        Assert.Equal(message.DedupKey, Assert.IsType<JsonElement>(read.Data).GetProperty("dedupKey").GetString());
    }

    [Fact]
    public void The_SDK_refuses_an_event_without_its_source()
    {
        var text = Encoding
            .UTF8.GetString(CloudEvent.Render(SampleMessages.Fired))
            .Replace("\"source\"", "\"sauce\"", StringComparison.Ordinal);

        Assert.Throws<ArgumentException>(() =>
            Formatter.DecodeStructuredModeMessage(Encoding.UTF8.GetBytes(text), new ContentType(CloudEvent.ContentType), null)
        );
    }
}
