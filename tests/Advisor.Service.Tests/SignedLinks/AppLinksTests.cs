using Advisor.Service.SignedLinks;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Tests.SignedLinks;

public sealed class AppLinksTests
{
    private const string Chat = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat";

    private static readonly DateTimeOffset Tick = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);
    private static readonly AppLinks Links = new(
        new Uri("https://App.example.com"),
        KeyRing.Read("a:" + KeyRingTests.CreateKey("a")).Ring!
    );

    [Fact]
    public void An_approval_keeps_a_hash_of_its_token_and_the_link_has_the_token()
    {
        var requested = Links.CreateApproval(new ApprovalRequest(Chat, Tick, "change", "{}", "hash"));
        var token = ReadToken(requested.Link);

        Assert.StartsWith(
            $"https://app.example.com/open/approvals/{requested.Record.Id}?t=a.",
            requested.Link.AbsoluteUri,
            StringComparison.Ordinal
        );
        Assert.DoesNotContain(
            token,
            System.Text.Json.JsonSerializer.Serialize(requested.Record, StateJson.Default.ApprovalRecord),
            StringComparison.Ordinal
        );
        Assert.Equal(Tick.AddDays(1), requested.Record.ExpiresAt);
        Assert.Equal(LinkState.Valid, Links.CheckApproval(requested.Record, token, Tick));
        Assert.Equal(LinkState.Expired, Links.CheckApproval(requested.Record, token, Tick.AddDays(1)));
        Assert.Equal(LinkState.Invalid, Links.CheckApproval(requested.Record with { PlanHash = "other" }, token, Tick));
        Assert.Equal(LinkState.Invalid, Links.CheckApproval(requested.Record with { TokenHash = "0" }, token, Tick));
        Assert.NotEqual(requested.Record.Id, Links.CreateApproval(new ApprovalRequest(Chat, Tick, "change", "{}", "hash")).Record.Id);
    }

    [Fact]
    public void What_is_stored_of_a_link_opens_nothing_and_sending_makes_the_same_link_of_it()
    {
        var requested = Links.CreateApproval(new ApprovalRequest(Chat, Tick, "change", "{}", "hash"));
        var labels = new Dictionary<string, string> { ["alert"] = "t=1 & more", ["resource"] = Chat };
        foreach (
            var (link, approval) in new[]
            {
                (requested.Link, requested.Record),
                (Links.CreateSilenceLink(labels, Tick), null),
                (Links.CreateResourceLink(Chat, Tick), null),
            }
        )
        {
            var stored = AppLinks.RemoveToken(link);
            Assert.True(AppLinks.IsWithoutToken(stored));
            Assert.DoesNotContain(ReadToken(link), stored.AbsoluteUri, StringComparison.Ordinal);
            Assert.DoesNotContain(ReadToken(link).Split('.')[2], stored.AbsoluteUri, StringComparison.Ordinal);
            Assert.Equal(stored, AppLinks.RemoveToken(stored));
            Assert.Equal(link, Links.AddToken(stored, approval));

            // A row that an older program wrote has the token: it is sent as it is.
            Assert.False(AppLinks.IsWithoutToken(link));
            Assert.Equal(link, Links.AddToken(link, approval));
        }
    }

    [Theory]
    [InlineData("link", "dana", 0, true)]
    [InlineData("link", "dana", 1439, true)]
    [InlineData("link", "dana", 1440, false)] // a day
    [InlineData("link", "eve", 0, false)]
    [InlineData("link", null, 0, false)]
    [InlineData("other", "dana", 0, false)]
    public void A_form_is_that_of_one_link_and_one_person_for_a_day(string token, string? who, int minutes, bool isValid)
    {
        var form = Links.CreateFormToken("link", "dana", Tick);

        Assert.Equal(isValid, Links.IsFormTokenValid(form, token, who, Tick.AddMinutes(minutes)));
        Assert.False(Links.IsFormTokenValid(Links.CreateFormToken("link", null, Tick), "link", "dana", Tick));
    }

    [Theory]
    [InlineData("https://app.example.com/open/x?t=a.1.hash", "a.1.hash")]
    [InlineData("https://app.example.com/open/x?id=t%3D1&t=a.1.hash&utm=mail", "a.1.hash")] // what a mail program appends is no token
    [InlineData("https://app.example.com/open/x?id=1", null)]
    [InlineData("https://app.example.com/open/x?t=", null)]
    [InlineData("https://app.example.com/open/x", null)]
    public void The_token_of_a_link_is_found_wherever_it_stands(string link, string? token) =>
        Assert.Equal(token, AppLinks.FindToken(new Uri(link)));

    [Fact]
    public void A_stored_approval_is_signed_by_the_key_it_was_asked_with_and_by_no_other()
    {
        var requested = Links.CreateApproval(new ApprovalRequest(Chat, Tick, "change", "{}", "hash"));
        var stored = AppLinks.RemoveToken(requested.Link);
        AppLinks With(string keys) => new(new Uri("https://app.example.com"), KeyRing.Read(keys).Ring!);

        Assert.Equal(
            requested.Link,
            With($"b:{KeyRingTests.CreateKey("b")},a:{KeyRingTests.CreateKey("a")}").AddToken(stored, requested.Record)
        );
        Assert.Null(With("b:" + KeyRingTests.CreateKey("b")).AddToken(stored, requested.Record));
        Assert.Null(With("a:" + KeyRingTests.CreateKey("other")).AddToken(stored, requested.Record));
        Assert.Null(Links.AddToken(stored, null));
    }

    [Fact]
    public void A_removed_key_is_shown_to_the_holder_of_the_link_and_to_no_one_else()
    {
        var requested = Links.CreateApproval(new ApprovalRequest(Chat, Tick, "change", "{}", "hash"));
        var rotated = new AppLinks(new Uri("https://app.example.com"), KeyRing.Read("b:" + KeyRingTests.CreateKey("b")).Ring!);

        Assert.Equal(LinkState.KeyRemoved, rotated.CheckApproval(requested.Record, ReadToken(requested.Link), Tick));
        Assert.Equal(LinkState.Invalid, rotated.CheckApproval(requested.Record, ReadToken(requested.Link)[..^1] + "_", Tick));
        Assert.Equal(LinkState.Invalid, rotated.CheckResource(Chat, ReadToken(Links.CreateResourceLink(Chat, Tick)), Tick));
    }

    [Fact]
    public void A_message_made_again_has_the_same_links_and_the_order_of_its_labels_does_not_matter()
    {
        var one = Links.CreateSilenceLink(new Dictionary<string, string> { ["resource"] = Chat, ["alert"] = "load high & <b>" }, Tick);
        var other = Links.CreateSilenceLink(new Dictionary<string, string> { ["alert"] = "load high & <b>", ["resource"] = Chat }, Tick);

        Assert.Equal(one, other);
        Assert.Equal(Links.CreateResourceLink(Chat, Tick), Links.CreateResourceLink(Chat, Tick));
        Assert.Contains("alert=load%20high%20%26%20%3Cb%3E&", one.AbsoluteUri, StringComparison.Ordinal);
    }

    [Fact]
    public void A_silence_link_is_for_exactly_its_labels()
    {
        var labels = new Dictionary<string, string> { ["team"] = "a", ["alert"] = "b" };
        var token = ReadToken(Links.CreateSilenceLink(labels, Tick));

        Assert.Equal(LinkState.Valid, Links.CheckSilence(labels, token, Tick));
        Assert.Equal(LinkState.Invalid, Links.CheckSilence(new Dictionary<string, string> { ["team"] = "a" }, token, Tick));
        Assert.Equal(
            LinkState.Invalid,
            Links.CheckSilence(new Dictionary<string, string> { ["team"] = "b", ["alert"] = "a" }, token, Tick)
        );
        Assert.Equal(LinkState.Expired, Links.CheckSilence(labels, token, Tick.AddDays(7)));
        Assert.Throws<ArgumentException>(() => Links.CreateSilenceLink(new Dictionary<string, string>(), Tick));
        Assert.Throws<ArgumentException>(() => Links.CreateSilenceLink(new Dictionary<string, string> { ["host"] = "x" }, Tick));
    }

    [Theory]
    [InlineData("http://app.example.com", "begins with https://")]
    [InlineData("https://app.example.com/x", "must be scheme and host alone")]
    [InlineData("https://me@app.example.com", "must be scheme and host alone")]
    [InlineData("https://app.example.com/?a=b", "must be scheme and host alone")]
    public void An_address_that_links_cannot_be_made_of_is_refused(string address, string expected)
    {
        Assert.Contains(expected, AppLinks.FindProblem(new Uri(address)), StringComparison.Ordinal);
        Assert.Throws<ArgumentException>(() => new AppLinks(new Uri(address), KeyRing.CreateRandom()));
    }

    [Fact]
    public void A_program_on_this_machine_has_links_without_https() =>
        Assert.Equal("http://127.0.0.1:5090", new AppLinks(new Uri("http://127.0.0.1:5090"), KeyRing.CreateRandom()).Origin);

    internal static string ReadToken(Uri link) => link.Query[(link.Query.LastIndexOf("t=", StringComparison.Ordinal) + 2)..];
}
