using System.Text;
using Advisor.Notifications.Email;
using Advisor.Notifications.Slack;
using Advisor.Notifications.Teams;
using Advisor.Service.Notify;
using FsCheck;
using FsCheck.Fluent;

namespace Advisor.Notifications.Tests;

public sealed partial class PlainTextEverywhereTests
{
    [Fact]
    public void A_message_of_any_size_fits_into_Teams_and_says_what_is_cut() =>
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
                    var body = TeamsCard.Render(message);

                    Assert.True(body.Length < TeamsCard.MaxBytes, $"{body.Length} bytes");
                    Assert.Matches("and [0-9]+ more|500 in all", Encoding.UTF8.GetString(body));
                    Assert.True(length < 1000 || Encoding.UTF8.GetString(body).Contains('…', StringComparison.Ordinal));
                }
            )
            .Check(Config.WithMaxTest(60));

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
