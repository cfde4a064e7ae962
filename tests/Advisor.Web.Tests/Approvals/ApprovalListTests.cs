using System.Globalization;
using System.Net;
using Advisor.Service.Approvals;
using Advisor.Service.SignedLinks;
using Advisor.Service.Store.Rows;
using Advisor.Web.Dashboard;
using Advisor.Web.SignIn;
using Advisor.Web.Tests.Fleet;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Approvals;

/// <summary>The page of all pending approvals: who may answer, what becomes of each, and where messages link to.</summary>
public sealed class ApprovalListTests
{
    private const string Chat = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat";

    [Fact]
    public async Task It_lists_what_is_pending_with_sizes_and_money_and_selects_nothing()
    {
        await using var world = await StartAsync();
        await world.RequestApprovalAsync();

        var page = await world.SendAsync(HttpMethod.Get, "/approvals", null, null, null);

        Assert.Equal(HttpStatusCode.OK, page.Status);
        Assert.Contains("<strong><bdi>chat</bdi></strong> Standard_S1 x 1 to Standard_S1 x", page.Flat, StringComparison.Ordinal);
        Assert.Contains("USD a month", page.Flat, StringComparison.Ordinal);
        Assert.Contains("Approve selected", page.Flat, StringComparison.Ordinal);
        Assert.DoesNotContain(" checked", page.Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Approved_there_it_becomes_a_change_once()
    {
        await using var world = await StartAsync();
        var id = AppLinks.FindApprovalId(await world.RequestApprovalAsync())!;

        var first = await PressAsync(world, "approve", [id, id]);
        var second = await PressAsync(world, "approve", [id]);
        await world.Service.RunAsync(3);

        Assert.Contains("Approved: the change starts within about a minute.", first.Flat, StringComparison.Ordinal);
        Assert.Contains("Already answered: Approved", second.Flat, StringComparison.Ordinal);
        Assert.Single(await world.Service.ReadChangesAsync(Chat));
        Assert.Contains(
            "No approval is pending.",
            (await world.SendAsync(HttpMethod.Get, "/approvals", null, null, null)).Flat,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Declined_it_changes_nothing()
    {
        await using var world = await StartAsync();
        var id = AppLinks.FindApprovalId(await world.RequestApprovalAsync())!;

        var answer = await PressAsync(world, "decline", [id]);
        await world.Service.RunAsync(3);

        Assert.Contains("Declined: Advisor changes nothing.", answer.Flat, StringComparison.Ordinal);
        Assert.Empty(await world.Service.ReadChangesAsync(Chat));
    }

    [Fact]
    public async Task Declined_it_waits_for_nobody_and_its_page_says_who_declined_it()
    {
        await using var world = await StartAsync();
        var link = await world.RequestApprovalAsync();
        await PressAsync(world, "decline", [AppLinks.FindApprovalId(link)!]);
        await world.Service.RunAsync(2);

        var fleet = await world.SendAsync(HttpMethod.Get, "/", null, null, null);
        var resource = await world.SendAsync(HttpMethod.Get, $"/resources?id={Uri.EscapeDataString(Chat)}", null, null, null);

        Assert.DoesNotContain("Waiting for a person", fleet.Body, StringComparison.Ordinal);
        Assert.Contains("Scale out to 3 (declined)", resource.Flat, StringComparison.Ordinal);
        Assert.Contains("Declined by Mia at 2026-01-05 08:0", resource.Flat, StringComparison.Ordinal);
        Assert.Contains("Azure CLI", resource.Body, StringComparison.Ordinal);
    }

    // As after a restart of serve without Advisor__ApprovalKeys: each start has a key of its own.
    [Fact]
    public async Task Where_the_key_of_its_link_is_gone_the_page_of_its_resource_leads_here()
    {
        await using var world = await ApiWorld.StartAsync(keys: ApiWorld.OtherKey, dashboard: DashboardAccess.Full);
        var id = AppLinks.FindApprovalId(await world.RequestApprovalAsync())!;

        var resource = await world.SendAsync(HttpMethod.Get, $"/resources?id={Uri.EscapeDataString(Chat)}", null, null, null);

        Assert.Contains("<a class=\"button\" href=\"/approvals\">Review and answer</a>", resource.Flat, StringComparison.Ordinal);
        Assert.Contains("Approved: the change starts", (await PressAsync(world, "approve", [id])).Flat, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Several_answers_are_independent()
    {
        await using var world = await StartAsync();
        var id = AppLinks.FindApprovalId(await world.RequestApprovalAsync())!;

        var answer = await PressAsync(world, "approve", ["nothing", id]);

        Assert.Contains("Approval not found.", answer.Flat, StringComparison.Ordinal);
        Assert.Contains("Approved: the change starts", answer.Flat, StringComparison.Ordinal);
    }

    // The first evaluation after it asks again.
    [Fact]
    public async Task An_approval_that_cannot_be_read_is_not_listed_and_keeps_no_other_from_its_answer()
    {
        await using var world = await StartAsync();
        var id = AppLinks.FindApprovalId(await world.RequestApprovalAsync())!;
        var key = StateKeys.CreateApprovalPrefix(StateKeys.Hash(Chat)) + id[33..];
        await world.DamageAsync(key);

        var page = await world.SendAsync(HttpMethod.Get, "/approvals", null, null, null);
        var answer = await PressAsync(world, "approve", [id, "nothing"]);

        Assert.Equal((HttpStatusCode.OK, HttpStatusCode.OK), (page.Status, answer.Status));
        Assert.DoesNotContain("<bdi>chat</bdi>", page.Flat, StringComparison.Ordinal);
        Assert.Contains($"row b-000/{key} cannot be read", answer.Flat, StringComparison.Ordinal);
        Assert.Contains("Approval not found.", answer.Flat, StringComparison.Ordinal);
    }

    /// <summary>500 is the most that the page lists.</summary>
    [Fact]
    public async Task All_that_the_page_lists_is_answered_at_once()
    {
        await using var world = await StartAsync();
        var id = AppLinks.FindApprovalId(await world.RequestApprovalAsync())!;
        var others = Enumerable.Range(1, 499).Select(i => i.ToString(CultureInfo.InvariantCulture).PadLeft(id.Length, '0'));

        var answer = await PressAsync(world, "decline", [id, .. others]);

        Assert.Equal(HttpStatusCode.OK, answer.Status);
        Assert.Contains("Declined: Advisor changes nothing.", answer.Flat, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.BadRequest, (await PressAsync(world, "decline", [id, .. others, "one-more"])).Status);
    }

    /// <summary>Of 502 pending approvals that save, and of one that needs more units whose resource is the last by its id.</summary>
    [Fact]
    public async Task Beyond_500_the_page_says_how_many_follow_and_has_what_needs_more_first()
    {
        await using var world = await StartAsync();
        var link = await world.RequestApprovalAsync();
        var state = await world.Service.OpenStateAsync();
        var template = (await state.Approvals.FindAsync(AppLinks.FindApprovalId(link)!, CancellationToken.None))!;
        var record = (await state.Evaluations.ListAsync(CancellationToken.None)).Single();
        for (var i = 0; i < 502; i++)
        {
            var id = Chat.Replace("chat", $"a{i:000}", StringComparison.Ordinal);
            var approval = template with { Id = ApprovalRecord.CreateId(id, new byte[16]), ResourceId = id };
            await state.BeginCommit(id).RequestApproval(approval).RunAsync(CancellationToken.None);
            await FleetSample.SaveAsync(
                state,
                record with
                {
                    ResourceId = id,
                    Recommendation = record.Recommendation! with
                    {
                        FromUnits = 9,
                        Units = 1,
                        ApproveLink = new Uri(link, $"/open/approvals/{approval.Id}"),
                    },
                }
            );
        }

        var page = await world.SendAsync(HttpMethod.Get, "/approvals", null, null, null);

        Assert.Contains(
            "The first 500 of 503 are listed, what needs more units before the rest. The others are listed after these are answered.",
            page.Flat,
            StringComparison.Ordinal
        );
        Assert.Equal(500, page.Body.Split("name=\"id\"").Length - 1);
        Assert.True(page.Body.IndexOf("<bdi>chat<", StringComparison.Ordinal) < page.Body.IndexOf("<bdi>a000<", StringComparison.Ordinal));
        Assert.DoesNotContain("<bdi>a499<", page.Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Another_site_nothing_selected_and_an_unknown_answer_are_refused()
    {
        await using var world = await StartAsync();
        var id = AppLinks.FindApprovalId(await world.RequestApprovalAsync())!;

        Assert.Equal(HttpStatusCode.Forbidden, (await PressAsync(world, "approve", [id], site: "cross-site")).Status);
        Assert.Equal(HttpStatusCode.BadRequest, (await PressAsync(world, "approve", [])).Status);
        Assert.Equal(HttpStatusCode.BadRequest, (await PressAsync(world, "maybe", [id])).Status);
        await world.Service.RunAsync(3);
        Assert.Empty(await world.Service.ReadChangesAsync(Chat));
    }

    [Fact]
    public async Task Who_may_only_read_sees_the_list_without_a_form()
    {
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.ReadOnly);
        var id = AppLinks.FindApprovalId(await world.RequestApprovalAsync())!;

        var page = await world.SendAsync(HttpMethod.Get, "/approvals", null, null, null);

        Assert.Contains("<bdi>chat</bdi>", page.Flat, StringComparison.Ordinal);
        Assert.DoesNotContain("Approve selected", page.Flat, StringComparison.Ordinal);
        Assert.NotEqual(HttpStatusCode.OK, (await PressAsync(world, "approve", [id])).Status);
        Assert.Empty(await world.Service.ReadChangesAsync(Chat));
    }

    [Fact]
    public async Task The_fleet_begins_with_what_waits_and_messages_lead_to_both_pages()
    {
        await using var world = await StartAsync();
        await world.RequestApprovalAsync();

        var fleet = await world.SendAsync(HttpMethod.Get, "/", null, null, null);

        Assert.Contains("Waiting for a person", fleet.Flat, StringComparison.Ordinal);
        Assert.Contains("<a href=\"/approvals\" rel=\"noreferrer\">Answer 1 approval</a>", fleet.Flat, StringComparison.Ordinal);
        Assert.Contains("value=\"approval\"", fleet.Body, StringComparison.Ordinal);
        Assert.Equal("/approvals", (await world.SendAsync(HttpMethod.Get, "/open/approvals", null, null, null)).Headers["Location"]);
        Assert.Equal("/", (await world.SendAsync(HttpMethod.Get, "/open/fleet", null, null, null)).Headers["Location"]);
    }

    [Fact]
    public async Task Where_the_dashboard_is_off_they_lead_nowhere()
    {
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Off);

        Assert.Equal(HttpStatusCode.NotFound, (await world.SendAsync(HttpMethod.Get, "/open/approvals", null, null, null)).Status);
    }

    private static Task<ApiWorld> StartAsync() => ApiWorld.StartAsync(SignInMode.Off, dashboard: DashboardAccess.Full);

    private static Task<Answer> PressAsync(ApiWorld world, string button, string[] ids, string site = "same-origin") =>
        world.SendAsync(
            HttpMethod.Post,
            "/approvals",
            new FormUrlEncodedContent([
                .. ids.Select(id => KeyValuePair.Create("id", id)),
                KeyValuePair.Create("answer", button),
                KeyValuePair.Create("author", "Mia"),
            ]),
            site,
            null
        );
}
