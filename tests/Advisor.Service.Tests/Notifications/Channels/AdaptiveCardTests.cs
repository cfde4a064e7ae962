using System.Text;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Channels.Teams;
using Advisor.Tests;

namespace Advisor.Service.Tests.Notifications.Channels;

/// <summary>Cards of Teams messages, read by the Adaptive Cards library as a client does: it names what it refuses or leaves out.</summary>
public sealed class AdaptiveCardTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    [Fact]
    public async Task Every_card_is_read_in_full_at_the_version_that_it_names() =>
        Assert.Empty(await ReadAsync([.. SampleMessages.WithExtremes.Select(Render)]));

    [Theory]
    [InlineData("\"RichTextBlock\"", "\"RichText\"", "Unknown element type \"RichText\".")]
    [InlineData("\"version\":\"1.4\"", "\"version\":\"1.1\"", "Property \"bleed\" is supported in version 1.2")]
    [InlineData("\"weight\":\"bolder\"", "\"weight\":\"heavy\"", "Invalid value \"heavy\" for property \"weight\".")]
    [InlineData("\"url\":", "\"target\":", "Property \"url\" must be set.")]
    public async Task A_planted_slip_is_named(string good, string bad, string expected)
    {
        var card = Render(SampleMessages.Fired);
        Assert.Contains(good, card, StringComparison.Ordinal);

        var findings = await ReadAsync(card.Replace(good, bad, StringComparison.Ordinal));

        Assert.Contains(findings, finding => finding.Contains(expected, StringComparison.Ordinal));
    }

    private static string Render(Notification message) => Encoding.UTF8.GetString(TeamsCard.Render(message));

    private Task<IReadOnlyList<string>> ReadAsync(params IReadOnlyList<string> cards) =>
        NodeScript.FindAsync("adaptive-cards.js", "adaptivecards", [.. cards.Select((card, i) => folder.Write($"{i}.json", card))]);
}
