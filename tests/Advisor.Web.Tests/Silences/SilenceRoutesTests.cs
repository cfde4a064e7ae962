using System.Net;
using Advisor.Service.Silences;
using Advisor.Web.SignIn;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Silences;

public sealed class SilenceRoutesTests
{
    private static readonly Dictionary<string, string> Labels = new() { ["alert"] = "serverLoadHigh", ["team"] = "<chat> & co" };

    private static readonly (string, string)[] Filled = [("hours", "4"), ("reason", "planned work"), ("author", "Mia")];

    [Fact]
    public async Task The_page_changes_nothing_and_the_button_makes_one_silence_of_exactly_its_labels()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = CreateLink(world);
        await world.Service.OpenStateAsync();
        var before = world.Store.Writes;
        var shown = await world.GetAsync(link);
        await world.SendHeadAsync(link);
        Assert.Equal(before, world.Store.Writes);
        Assert.Contains("<dt>Team</dt><dd>&lt;chat&gt; &amp; co</dd>", shown.Flat, StringComparison.Ordinal);

        var pressed = await Task.WhenAll(Enumerable.Range(0, 6).Select(_ => world.PressAsync(link, "silence", more: Filled)));

        Assert.Single(pressed.Select(answer => answer.Body).Distinct());
        Assert.Contains("No notifications until 2026-01-05 12:00 UTC.", pressed[0].Flat, StringComparison.Ordinal); // 08:00 and 4 hours
        var silence = Assert.Single(await ListAsync(world));
        Assert.Equal(Labels, silence.Matchers);
        Assert.Equal(
            ("Mia", "planned work", world.Now, world.Now.AddHours(4)),
            (silence.Author, silence.Reason, silence.Start, silence.End)
        );
        Assert.Contains("<h1>Silenced</h1>", (await world.GetAsync(link)).Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task It_can_be_ended_and_the_link_used_again_in_the_place_of_the_old_one()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = CreateLink(world);
        await world.PressAsync(link, "silence", more: Filled);
        world.Service.Clock.Advance(TimeSpan.FromMinutes(5));
        var ended = await world.PressAsync(link, "end");
        Assert.Contains("<h1>The silence has ended</h1>", ended.Body, StringComparison.Ordinal);
        Assert.False(Assert.Single(await ListAsync(world)).IsActive(world.Now));

        await world.PressAsync(link, "silence", more: [("hours", "1"), ("reason", "again"), ("author", "Tom")]);
        Assert.Equal(
            ("Tom", true),
            Assert.Single(await ListAsync(world)) is var silence ? (silence.Author, silence.IsActive(world.Now)) : default
        );
    }

    [Theory]
    [InlineData("2", "why", "Mia", "Choose how long.")]
    [InlineData("1", " ", "Mia", "Enter a reason of at most 500 characters.")]
    [InlineData("1", "why", "", "Enter your name, at most 100 characters.")]
    public async Task What_is_missing_is_said_and_what_was_written_is_kept(string hours, string reason, string author, string expected)
    {
        await using var world = await ApiWorld.StartAsync();
        var answer = await world.PressAsync(CreateLink(world), "silence", more: [("hours", hours), ("reason", reason), ("author", author)]);

        Assert.Equal(HttpStatusCode.BadRequest, answer.Status);
        Assert.Contains($"<p class=\"notice bad\">{expected}</p>", answer.Body, StringComparison.Ordinal);
        Assert.Contains($"value=\"{reason.Trim()}\"", answer.Body, StringComparison.Ordinal);
        Assert.Empty(await ListAsync(world));
    }

    [Fact]
    public async Task A_link_is_for_its_labels_its_week_and_its_purpose()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = CreateLink(world);
        var other = new Uri(link.AbsoluteUri.Replace("alert=serverLoadHigh", "alert=noData", StringComparison.Ordinal));
        var wider = new Uri(link.AbsoluteUri.Replace("alert=serverLoadHigh&", "", StringComparison.Ordinal));
        var approval = await world.RequestApprovalAsync();
        var borrowed = new Uri(link.AbsoluteUri[..link.AbsoluteUri.LastIndexOf("t=", StringComparison.Ordinal)] + approval.Query[1..]);
        foreach (var wrong in (Uri[])[other, wider, borrowed])
        {
            Assert.Equal(HttpStatusCode.NotFound, (await world.GetAsync(wrong)).Status);
            Assert.Equal(HttpStatusCode.NotFound, (await world.PressAsync(wrong, "silence", more: Filled)).Status);
        }

        world.Service.Clock.Advance(TimeSpan.FromDays(7));
        Assert.Equal(HttpStatusCode.Gone, (await world.PressAsync(link, "silence", more: Filled)).Status);
        Assert.Empty(await ListAsync(world));
    }

    [Fact]
    public async Task Who_has_signed_in_is_the_author_whatever_the_form_says()
    {
        await using var world = await ApiWorld.StartAsync(SignInMode.Require);
        Assert.Equal(HttpStatusCode.Forbidden, (await world.PressAsync(CreateLink(world), "silence", more: Filled)).Status);
        await world.PressAsync(
            CreateLink(world),
            "silence",
            user: "mia@example.com",
            more: [("hours", "1"), ("reason", "why"), ("author", "boss")]
        );

        Assert.Equal("mia@example.com (5f0c)", Assert.Single(await ListAsync(world)).Author);
    }

    private static Uri CreateLink(ApiWorld world) => ApiWorld.CreateLinks().CreateSilenceLink(Labels, world.Now);

    private static async Task<IReadOnlyList<Silence>> ListAsync(ApiWorld world) =>
        await (await world.Service.OpenStateAsync()).Silences.ListAsync(CancellationToken.None);
}
