using Advisor.Reporting.Tests;
using Advisor.Service.Store;
using Advisor.Tests;
using Advisor.Web.Dashboard;
using Advisor.Web.Tests.Fleet;
using Advisor.Web.Tests.Resource;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Shared;

/// <summary>Pages and reports by the rules of the HTML standard, as they are sent: a browser mends what it can.</summary>
public sealed class HtmlTests
{
    [Fact]
    public async Task The_pages_of_links_break_no_rule() =>
        Assert.Empty(
            await HtmlRules.FindViolationsAsync([.. (await HostileTextTests.RenderPagesAsync()).Select((page, i) => ($"link-{i}", page))])
        );

    [Fact]
    public async Task The_dashboard_breaks_no_rule_empty_full_or_with_hostile_names()
    {
        var pages = new List<(string Name, string Html)>();
        await AddPagesAsync("empty", (_, _) => Task.CompletedTask, FleetSample.CreateId("none"), 404);
        await AddPagesAsync("hostile", HostileSample.AddAsync, HostileSample.Id, 200);
        await AddPagesAsync(
            "full",
            async (state, now) =>
            {
                await FleetSample.AddAsync(state, 30, now);
                await ResourceSample.AddAsync(state, now, days: 2);
            },
            ResourceSample.Id,
            200
        );

        Assert.Empty(await HtmlRules.FindViolationsAsync(pages));

        async Task AddPagesAsync(string sample, Func<AdvisorState, DateTimeOffset, Task> fillAsync, string id, int status)
        {
            await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
            await world.RequestApprovalAsync();
            await fillAsync(await world.Service.OpenStateAsync(), world.Now);
            foreach (var path in (string[])["/", "/activity", "/service", "/rules", "/approvals"])
            {
                await AddPageAsync(path, 200);
            }

            await AddPageAsync($"/resources?id={Uri.EscapeDataString(id)}", status);

            async Task AddPageAsync(string path, int expected)
            {
                var answer = await world.SendAsync(HttpMethod.Get, path, null, "same-origin", null);
                Assert.Equal((path, expected), (path, (int)answer.Status));
                pages.Add(($"{sample}-{pages.Count}", answer.Body));
            }
        }
    }

    [Fact]
    public async Task Reports_and_their_mails_break_no_rule()
    {
        var full = await PageRenderer.RenderMailAsync(SamplePeriod.Fleet);
        var empty = await PageRenderer.RenderMailAsync(SamplePeriod.Empty);

        Assert.Empty(
            await HtmlRules.FindViolationsAsync(
                ("full", full.Html),
                ("full-file", full.File!),
                ("empty", empty.Html),
                ("empty-file", empty.File!)
            )
        );
    }

    [Theory]
    [InlineData("</h1>", "</h2>", "Stray end tag '</h2>' (close-order)")]
    [InlineData(" lang=\"en\"", "", "missing required \"lang\" attribute")]
    public async Task A_planted_slip_is_named(string good, string bad, string expected)
    {
        var html = await PageRenderer.RenderReportAsync(SamplePeriod.Empty);
        Assert.Contains(good, html, StringComparison.Ordinal);

        var findings = await HtmlRules.FindViolationsAsync(("slip", html.Replace(good, bad, StringComparison.Ordinal)));

        Assert.Contains(findings, finding => finding.Contains(expected, StringComparison.Ordinal));
    }
}
