using System.Net;
using Advisor.Core.Decisions;
using Advisor.Service.Changes;
using Advisor.Service.SignedLinks;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tick;
using Advisor.Web.SignIn;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Approvals;

public sealed class ApprovalRoutesTests
{
    private const string Chat = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat";

    [Fact]
    public async Task However_often_scanners_fetch_the_page_nothing_is_written()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = await world.RequestApprovalAsync();
        var before = world.Store.Writes;

        var answers = await Task.WhenAll(
            Enumerable.Range(0, 100).Select(i => i % 2 == 0 ? world.GetAsync(link) : world.SendHeadAsync(link))
        );

        Assert.All(answers, answer => Assert.Equal(HttpStatusCode.OK, answer.Status));
        Assert.Single(answers.Select(answer => answer.Body).Where(body => body.Length > 0).Distinct());
        Assert.Equal(50, answers.Count(answer => answer.Body.Length == 0));
        Assert.Equal(before, world.Store.Writes);
    }

    [Fact]
    public async Task Every_page_forbids_storing_referrers_scripts_and_frames()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = await world.RequestApprovalAsync();
        Answer[] answers =
        [
            await world.GetAsync(link),
            await world.SendHeadAsync(link),
            await world.GetAsync(new Uri(ApiWorld.Origin + "/open/none")),
            await world.PressAsync(link, "maybe"),
            await world.PressAsync(link, "approve", site: "cross-site"),
            await world.PressAsync(link, "decline"),
        ];

        Assert.All(
            answers,
            answer =>
            {
                Assert.Equal("no-store", answer.Headers["Cache-Control"]);
                Assert.Equal("no-referrer", answer.Headers["Referrer-Policy"]);
                Assert.Equal("nosniff", answer.Headers["X-Content-Type-Options"]);
                Assert.Equal("DENY", answer.Headers["X-Frame-Options"]);
                Assert.Equal(
                    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; "
                        + "base-uri 'none'",
                    answer.Headers["Content-Security-Policy"]
                );
                Assert.DoesNotContain("<script", answer.Body, StringComparison.OrdinalIgnoreCase);
            }
        );
    }

    [Fact]
    public async Task The_page_shows_the_change_its_reasons_its_cost_who_asks_and_until_when()
    {
        await using var world = await ApiWorld.StartAsync();
        var page = (await world.GetAsync(await world.RequestApprovalAsync())).Flat;

        Assert.Contains("<h1>Scale out chat?</h1>", page, StringComparison.Ordinal);
        Assert.Contains("<span class=\"size-before\">Standard_S1 × 1</span>", page, StringComparison.Ordinal);
        Assert.Contains("<strong>Standard_S1 × 3</strong>", page, StringComparison.Ordinal);

        // 1.61 USD a unit and day are 48.30 a month of 30 days: two more units cost 96.60. Each includes a million messages a day more,
        // which would have cost 1 USD: 60.00 a month less.
        Assert.Contains(
            "<dt>Cost</dt><dd><strong>&#x2B;37 USD a month, total 1,740 USD (145 for units &#x2B; 1,595 for messages). Basis: 39,000 "
                + "messages of 2 KB a minute over the last 1 min; list price of 2022 in USD, region not stated</strong></dd>",
            page,
            StringComparison.Ordinal
        );
        Assert.Contains("<dt>Resource group</dt><dd>g</dd><dt>Subscription</dt><dd>s</dd>", page, StringComparison.Ordinal);
        Assert.DoesNotContain("<dt>Clients</dt>", page, StringComparison.Ordinal); // no scale-in: no connection is dropped
        Assert.Contains("<dd>Advisor, in mode approve</dd>", page, StringComparison.Ordinal);
        Assert.Matches("<dt>Answer until</dt><dd>2026-01-06 08:0[0-9] UTC</dd>", page);
        Assert.Matches("<h2>Why</h2><ul><li>", page);
    }

    [Fact]
    public async Task A_yes_is_shown_with_what_becomes_of_it_and_counts_once()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = await world.RequestApprovalAsync();

        var first = await world.PressAsync(link, "approve");
        var again = await world.PressAsync(link, "decline");
        var patches = world.Service.Azure.Patches.Count;
        await world.Service.RunAsync(8);
        var later = await world.GetAsync(link);

        Assert.Equal((HttpStatusCode.OK, 0), (first.Status, patches));
        Assert.Contains("<h1>Approved</h1>", first.Body, StringComparison.Ordinal);
        Assert.Contains("someone with the link", first.Body, StringComparison.Ordinal);
        Assert.Contains("Not started yet.", first.Body, StringComparison.Ordinal);
        Assert.Contains(
            "<h1>Already approved</h1><p class=\"notice bad\">Your answer came too late: the first one, at 2026-01-05 08:0",
            again.Flat,
            StringComparison.Ordinal
        );
        Assert.Single(world.Service.Azure.Patches);
        Assert.Matches("<dt>The change</dt><dd>Done: In effect within [0-9] minutes", later.Flat);
        Assert.Contains(await world.Service.ReadDecisionsAsync(Chat), line => line is { Outcome: AuditOutcome.Approved, Actor: "unknown" });
    }

    [Fact]
    public async Task Where_the_change_of_an_approval_cannot_be_read_its_page_says_so()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = await world.RequestApprovalAsync();
        await world.PressAsync(link, "approve");
        await world.Service.RunAsync(1);
        var change = Assert.Single(await world.Service.ReadChangesAsync(Chat));
        var key = StateKeys.CreateChangePrefix(StateKeys.Hash(Chat)) + StateKeys.FormatDescending(change.DecidedAt);
        await world.DamageAsync(key);

        var page = await world.GetAsync(link);

        Assert.Equal(HttpStatusCode.OK, page.Status);
        Assert.Contains($"<dt>The change</dt><dd>The change in row b-000/{key} cannot be read", page.Flat, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Twenty_buttons_pressed_at_once_give_one_answer_and_at_most_one_change()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = await world.RequestApprovalAsync();

        var answers = await Task.WhenAll(Enumerable.Range(0, 20).Select(i => world.PressAsync(link, i % 3 == 0 ? "decline" : "approve")));
        await world.Service.RunAsync(8);

        // One page for the first answer, one for all that came too late.
        Assert.Equal(1, answers.Count(answer => !answer.Body.Contains("Your answer came too late", StringComparison.Ordinal)));
        Assert.Equal(2, answers.Select(answer => answer.Body).Distinct().Count());
        var line = Assert.Single(
            await world.Service.ReadDecisionsAsync(Chat),
            line => line.Outcome is AuditOutcome.Approved or AuditOutcome.Declined
        );
        Assert.Equal(line.Outcome == AuditOutcome.Approved ? 1 : 0, world.Service.Azure.Patches.Count);
    }

    [Fact]
    public async Task Unknown_and_wrong_are_the_same_answer()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = await world.RequestApprovalAsync();
        var text = link.AbsoluteUri;
        string[] wrong =
        [
            text[..^1] + (text[^1] == 'A' ? 'B' : 'A'), // token
            text[..text.IndexOf('?', StringComparison.Ordinal)], // no token
            text.Replace("/approvals/", "/approvals/0", StringComparison.Ordinal), // id
            text.Replace(
                text[(text.IndexOf('-', StringComparison.Ordinal) + 1)..text.IndexOf('?', StringComparison.Ordinal)],
                new string('0', 32),
                StringComparison.Ordinal
            ),
            ApiWorld.Origin + "/open/approvals/x",
            ApiWorld.Origin + "/open/none",
        ];
        var before = world.Store.Writes;
        var answers = new List<Answer>();
        foreach (var one in wrong)
        {
            answers.Add(await world.GetAsync(new Uri(one)));
            answers.Add(await world.PressAsync(new Uri(one), "approve"));
        }

        Assert.Equal([HttpStatusCode.NotFound], answers.Select(answer => answer.Status).Distinct());
        Assert.Single(answers.Select(answer => answer.Body).Distinct());
        Assert.Equal(before, world.Store.Writes);
    }

    [Fact]
    public async Task A_key_that_only_verifies_still_opens_the_links_that_it_signed()
    {
        await using var world = await ApiWorld.StartAsync(keys: ApiWorld.OtherKey + "," + ApiWorld.FirstKey);

        Assert.Equal(HttpStatusCode.OK, (await world.PressAsync(await world.RequestApprovalAsync(), "approve")).Status);
    }

    [Fact]
    public async Task The_page_of_a_scale_in_says_how_many_connections_it_drops()
    {
        await using var world = await ApiWorld.StartAsync();
        var plan = """
            {"name":"chat","service":"SignalR","region":"westeurope",
             "fromSku":"Standard_S1","fromUnits":3,"toSku":"Standard_S1","toUnits":1,"action":"ScaleIn","mode":"Approve","reasons":[]}
            """;
        var requested = ApiWorld
            .CreateLinks()
            .CreateApproval(new ApprovalRequest(Chat, world.Now, ChangeRecord.CreateId(Chat, world.Now), plan, "hash"));
        await (await world.Service.OpenStateAsync()).BeginCommit(Chat).RequestApproval(requested.Record).RunAsync(CancellationToken.None);

        // Two of three units: 2/3 = 67 %.
        Assert.Contains(
            "<dt>Clients</dt><dd><strong class=\"bad\">Removes 2 of 3 units: about 67 % of the connections are dropped, "
                + "and their clients reconnect.</strong></dd>",
            (await world.GetAsync(requested.Link)).Flat,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Expired_rotated_and_moved_on_each_have_their_page_and_change_nothing()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = await world.RequestApprovalAsync();

        // Scaled out by someone else: the state keeps its size, the one that Azure shows is not used.
        world.Service.Azure.Add("chat", 2, _ => 2600);
        var moved = await world.PressAsync(link, "approve");
        Assert.Equal(HttpStatusCode.Conflict, moved.Status);
        Assert.Contains("Too late: the resource is Standard_S1 x 2 now, not Standard_S1 x 1.", moved.Body, StringComparison.Ordinal);
        Assert.Contains(await world.Service.ReadDecisionsAsync(Chat), line => line.Outcome == AuditOutcome.ApprovalVoid);

        await using var other = await ApiWorld.StartAsync();
        link = await other.RequestApprovalAsync();
        other.Service.Clock.Advance(TimeSpan.FromDays(1));
        foreach (var expired in (Answer[])[await other.GetAsync(link), await other.PressAsync(link, "approve")])
        {
            Assert.Equal(HttpStatusCode.Gone, expired.Status);
            Assert.Contains("Too late: the approval expired at 2026-01-06 08:0", expired.Body, StringComparison.Ordinal);
        }

        await using var rotated = await ApiWorld.StartAsync(keys: ApiWorld.OtherKey);
        link = await rotated.RequestApprovalAsync();
        var gone = await rotated.PressAsync(link, "approve");
        Assert.Equal(HttpStatusCode.Gone, gone.Status);
        Assert.Contains("The key that signed it is no longer in use.", gone.Body, StringComparison.Ordinal);
        Assert.Empty(world.Service.Azure.Patches.Concat(other.Service.Azure.Patches).Concat(rotated.Service.Azure.Patches));
    }

    [Fact]
    public async Task A_plan_that_was_replaced_has_no_buttons()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = await world.RequestApprovalAsync();
        var state = await world.Service.OpenStateAsync();
        var newest = (await world.Service.ReadDecisionsAsync(Chat))[0];
        await state
            .BeginCommit(Chat)
            .Append(newest with { Tick = world.Now, ChangeId = ChangeRecord.CreateId(Chat, world.Now), Units = 4 })
            .RunAsync(CancellationToken.None);

        var page = await world.GetAsync(link);

        Assert.Equal(HttpStatusCode.Conflict, page.Status);
        Assert.Matches(
            "Too late: at 2026-01-05 08:0[0-9] UTC another plan replaced this one, Standard_S1 x 1 to Standard_S1 x 4. "
                + "Answer the newest message.",
            page.Body
        );
        Assert.DoesNotContain("<form", page.Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_no_to_a_plan_that_was_replaced_says_that_it_is_none_to_the_new_one()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = await world.RequestApprovalAsync();
        var state = await world.Service.OpenStateAsync();
        var newest = (await world.Service.ReadDecisionsAsync(Chat))[0];
        await state
            .BeginCommit(Chat)
            .Append(newest with { Tick = world.Now, Action = ScalingAction.Hold, Outcome = AuditOutcome.Held, ChangeId = null, Units = 1 })
            .RunAsync(CancellationToken.None);

        var page = await world.PressAsync(link, "decline");

        Assert.Equal(HttpStatusCode.OK, page.Status);
        Assert.Matches(
            "Declined. Too late: since 2026-01-05 08:0[0-9] UTC Advisor recommends no change; Standard_S1 x 1 is enough.",
            page.Body
        );
        Assert.Contains(await world.Service.ReadDecisionsAsync(Chat), line => line.Outcome == AuditOutcome.Declined);
    }

    [Fact]
    public async Task While_nothing_is_applied_a_yes_is_not_used_up()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = await world.RequestApprovalAsync();
        var state = await world.Service.OpenStateAsync();
        await state.Fleet.PauseAsync(new PauseMark("tom", "lunch", world.Now), CancellationToken.None);
        var hindered = await world.PressAsync(link, "approve");
        await state.Fleet.ResumeAsync("tom", "back", world.Now, CancellationToken.None);

        Assert.Equal(HttpStatusCode.Conflict, hindered.Status);
        Assert.Contains("Changes were stopped by tom: lunch", hindered.Body, StringComparison.Ordinal);
        Assert.Contains("<h1>Approved</h1>", (await world.PressAsync(link, "approve")).Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task While_the_state_is_away_the_page_says_so_and_the_link_keeps()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = await world.RequestApprovalAsync();
        world.Store.IsAway = true;
        var away = await world.PressAsync(link, "approve");
        world.Store.IsAway = false;

        Assert.Equal(HttpStatusCode.ServiceUnavailable, away.Status);
        Assert.Contains("Nothing was changed; try again in a minute.", away.Body, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.OK, (await world.PressAsync(link, "approve")).Status);
    }

    [Fact]
    public async Task Without_address_and_keys_there_are_no_pages()
    {
        await using var world = await ApiWorld.StartAsync(withLinks: false);
        var link = await world.RequestApprovalAsync();

        Assert.Equal(HttpStatusCode.NotFound, (await world.GetAsync(link)).Status);
        Assert.Equal(HttpStatusCode.NotFound, (await world.PressAsync(link, "approve", site: null)).Status);
    }

    [Fact]
    public async Task What_is_not_sent_by_the_page_itself_is_refused()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = await world.RequestApprovalAsync();
        var before = world.Store.Writes;

        Assert.Equal(HttpStatusCode.Forbidden, (await world.PressAsync(link, "approve", site: "cross-site")).Status);
        Assert.Equal(HttpStatusCode.Forbidden, (await world.PressAsync(link, "approve", site: "none")).Status);
        Assert.Equal(HttpStatusCode.BadRequest, (await world.PressAsync(link, "maybe")).Status);
        Assert.Equal(
            HttpStatusCode.BadRequest,
            (await world.PressAsync(link, "approve", more: [.. Enumerable.Range(0, 30).Select(i => ($"f{i}", "x"))])).Status
        );
        Assert.Equal(
            HttpStatusCode.RequestEntityTooLarge,
            (await world.PressAsync(link, "approve", more: ("x", new string('x', 10_000)))).Status
        );
        using var json = new StringContent("{}", System.Text.Encoding.UTF8, "application/json");
        Assert.Equal(
            HttpStatusCode.UnsupportedMediaType,
            (await world.SendAsync(HttpMethod.Post, link.AbsolutePath, json, null, null)).Status
        );
        Assert.Equal(before, world.Store.Writes);
    }

    [Fact]
    public async Task Headers_of_a_sign_in_that_is_not_there_are_not_believed()
    {
        await using var world = await ApiWorld.StartAsync(SignInMode.Off);
        var answer = await world.PressAsync(await world.RequestApprovalAsync(), "approve", user: "boss@example.com");

        Assert.DoesNotContain("boss", answer.Body, StringComparison.Ordinal);
        Assert.Contains(await world.Service.ReadDecisionsAsync(Chat), line => line is { Outcome: AuditOutcome.Approved, Actor: "unknown" });
    }

    [Fact]
    public async Task Who_has_signed_in_is_recorded()
    {
        await using var world = await ApiWorld.StartAsync(SignInMode.Record);
        var link = await world.RequestApprovalAsync();
        var answer = await world.PressAsync(link, "approve", user: "mia@example.com");

        Assert.Contains("mia@example.com (5f0c)", answer.Body, StringComparison.Ordinal);
        Assert.Contains(
            await world.Service.ReadDecisionsAsync(Chat),
            line => line is { Outcome: AuditOutcome.Approved, Actor: "mia@example.com (5f0c)" }
        );
    }

    [Fact]
    public async Task Where_sign_in_is_required_no_answer_is_taken_without()
    {
        await using var world = await ApiWorld.StartAsync(SignInMode.Require);
        var link = await world.RequestApprovalAsync();
        var shown = await world.GetAsync(link);
        var refused = await world.PressAsync(link, "approve");

        Assert.DoesNotContain("<form", shown.Body, StringComparison.Ordinal);
        Assert.Contains("href=\"/.auth/login/aad?post_login_redirect_uri=%2Fopen%2Fapprovals%2F", shown.Body, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.Forbidden, refused.Status);
        Assert.Contains("You must sign in to respond.", refused.Body, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.OK, (await world.PressAsync(link, "approve", user: "mia@example.com")).Status);
    }

    [Fact]
    public async Task A_name_full_of_markup_is_shown_as_it_is()
    {
        await using var world = await ApiWorld.StartAsync(SignInMode.Record);
        var link = await world.RequestApprovalAsync("<img src=x onerror=alert(1)>\"'&\u202Etxt");
        var pages = (await world.GetAsync(link)).Body + (await world.PressAsync(link, "decline", user: "<b>mia</b>")).Body;

        Assert.DoesNotContain("<img", pages, StringComparison.Ordinal);
        Assert.DoesNotContain("<b>", pages, StringComparison.Ordinal);
        Assert.DoesNotContain('\u202E', pages);
        Assert.Contains("Scale out &lt;img src=x onerror=alert(1)&gt;&quot;&#x27;&amp;", pages, StringComparison.Ordinal);
    }
}
