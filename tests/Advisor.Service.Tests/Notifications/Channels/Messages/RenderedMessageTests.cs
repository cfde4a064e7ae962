using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Channels.Messages;

namespace Advisor.Service.Tests.Notifications.Channels.Messages;

public sealed class RenderedMessageTests
{
    [Theory]
    [InlineData(0, "less than a minute")]
    [InlineData(59, "less than a minute")]
    [InlineData(60, "1 min")]
    [InlineData(3599, "1 h")]
    [InlineData(3600, "1 h")]
    [InlineData(86_399, "24 h")]
    [InlineData(86_400, "24 h")]
    public void A_duration_is_said_in_two_units_at_most(int seconds, string expected) =>
        Assert.Equal(expected, RenderedMessage.FormatDuration(TimeSpan.FromSeconds(seconds)));

    [Fact]
    public void Times_are_in_UTC() =>
        Assert.Equal("2026-03-02 13:05 UTC", RenderedMessage.FormatTime(new DateTimeOffset(2026, 3, 2, 14, 5, 0, TimeSpan.FromHours(1))));

    [Theory]
    [InlineData(4, "a, b (north) and 2 more")]
    [InlineData(2, "a, b (north)")]
    public void Resources_that_are_not_named_are_counted(int count, string expected)
    {
        var message = SampleMessages.Fired with
        {
            Resources = [new NotificationResource("a"), new NotificationResource("b", "north")],
            ResourceCount = count,
        };

        Assert.Contains(new MessageFact("Resources", expected), RenderedMessage.Render(message, TextLimits.Default).Facts);
    }

    [Fact]
    public void A_message_answers_every_question_that_it_has_an_answer_to()
    {
        var content = RenderedMessage.Render(SampleMessages.Fired, TextLimits.Default);

        Assert.Equal(["Since", "Limit", "Recommended", "Cost", "Next", "Resource", "Tags", "Team"], content.Facts.Select(f => f.Label));
        Assert.Equal(["Approve", "Silence", "Open in the portal"], content.Links.Select(l => l.Text));
    }
}
