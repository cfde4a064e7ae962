using Advisor.Configuration;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Service.Fleet;
using Advisor.Service.Notifications;
using Advisor.Service.SignedLinks;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;
using Advisor.Tests;

namespace Advisor.Service.Tests.Changes;

/// <summary>
/// What the messages about a change say: why, what it costs and where to look. 2,600 connections on one unit need 3 units: 144.90 USD a
/// month in place of 48.30. Each sends 15 messages of 2 KB a minute, 39,000 in all and 1,684.8 million a month; 90 million of them are
/// included, the others cost 1,594.80 USD. One unit would include 30 million: 1,654.80 USD. In all 1,739.70 in place of 1,703.10, 36.60
/// more.
/// </summary>
public sealed class ChangeMessageTests
{
    private const string Cost =
        "+37 USD a month, total 1,740 USD (145 for units + 1,595 for messages). Basis: 39,000 messages of 2 KB a minute over the "
        + "last 1 min; list price of 2022 in USD, region not stated";

    private static readonly AppLinks Links = new(
        new Uri("https://app.example.com"),
        KeyRing.Read("key:" + Convert.ToBase64String([.. Enumerable.Range(1, 32).Select(i => (byte)i)])).Ring!
    );

    private readonly ServiceWorld world = new();

    [Fact]
    public async Task A_verified_change_says_why_what_it_costs_and_where_to_look()
    {
        world.Azure.Add("chat", 1, _ => 2600);
        await RunAsync(AdvisorMode.Auto, 8);

        var changed = Assert.Single(world.Channel.Sent, message => message.DedupKey.StartsWith("changed/", StringComparison.Ordinal));
        Assert.Equal("chat scaled out: Standard_S1 x 1 to Standard_S1 x 3", changed.Title);
        Assert.StartsWith("In effect within 3 minutes. Needs 2.60 units now", changed.Text, StringComparison.Ordinal);
        Assert.Equal(Cost, changed.Cost);
        Assert.StartsWith("https://app.example.com/open/resources?id=", changed.Link!.AbsoluteUri, StringComparison.Ordinal);
    }

    // Sent in the first minute, seen in the first tick after a stop of 14 hours: 840 minutes are those of the stop.
    [Fact]
    public async Task A_change_that_nobody_watched_does_not_say_how_long_it_took()
    {
        world.Azure.Add("chat", 1, _ => 2600);
        await RunAsync(AdvisorMode.Auto, 1);
        world.Clock.Advance(TimeSpan.FromHours(14));
        await RunAsync(AdvisorMode.Auto, 2);

        var changed = Assert.Single(world.Channel.Sent, message => message.DedupKey.StartsWith("changed/", StringComparison.Ordinal));
        Assert.StartsWith("In effect. How long it took is not known. Needs 2.60 units now", changed.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_approved_change_says_why_and_what_it_costs_too()
    {
        world.Azure.Add("chat", 1, _ => 2600);
        await RunAsync(AdvisorMode.Approve, 1);
        var dependencies = await world.CreateDependenciesAsync();
        var approval = await dependencies.State.Approvals.FindAsync(
            AppLinks.FindApprovalId(ListApprovalRequests()[0].ApproveLink!)!,
            CancellationToken.None
        );
        await dependencies.Approvals.ApproveAsync(approval!, "mia", world.Clock.GetUtcNow(), CancellationToken.None);
        await RunAsync(AdvisorMode.Approve, 8);

        var changed = Assert.Single(world.Channel.Sent, message => message.DedupKey.StartsWith("changed/", StringComparison.Ordinal));
        Assert.Contains("Needs 2.60 units now", changed.Text, StringComparison.Ordinal);
        Assert.Equal(Cost, changed.Cost);
    }

    [Fact]
    [Fault("arm-failed")]
    public async Task A_failed_change_says_why_it_was_decided_and_what_it_costs()
    {
        world.Azure.Add("chat", 1, _ => 2600);
        world.Azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.Refused, null, FailureCode.Locked, "A lock forbids it."));
        await RunAsync(AdvisorMode.Auto, 8);

        var failed = Assert.Single(world.Channel.Sent, message => message.Title == "Change failed: chat");
        Assert.Contains("A lock forbids it. Reason of the change: Needs 2.60 units now", failed.Done, StringComparison.Ordinal);
        Assert.Equal(Cost, failed.Cost);
        Assert.NotNull(failed.Link);
    }

    [Fact]
    public async Task An_approval_is_asked_with_its_link_its_cost_and_its_end_and_the_alert_about_it_has_the_link_too()
    {
        world.Azure.Add("chat", 1, _ => 2600);
        await RunAsync(AdvisorMode.Approve, 8);

        var asking = ListApprovalRequests();
        Assert.Equal(
            ["Approval requested for chat: scale out, Standard_S1 x 1 to Standard_S1 x 3", "Connections: chat"],
            asking.Select(message => message.Title)
        );
        Assert.Equal(Cost, asking[0].Cost);
        Assert.Equal("Waiting for approval until 2026-01-06 08:00 UTC. Without an answer Advisor changes nothing.", asking[0].Next);
        Assert.Equal(asking[0].ApproveLink, asking[1].ApproveLink);
    }

    [Fact]
    public async Task After_a_decline_an_alert_about_the_same_resource_asks_nothing()
    {
        // The question is asked in the first minute; the alert fires in the sixth.
        world.Azure.Add("chat", 1, _ => 2600);
        await RunAsync(AdvisorMode.Approve, 3);
        var state = await world.OpenStateAsync();
        var approval = await state.Approvals.FindAsync(
            AppLinks.FindApprovalId(Assert.Single(ListApprovalRequests()).ApproveLink!)!,
            CancellationToken.None
        );
        await (await world.CreateDependenciesAsync()).Approvals.DeclineAsync(
            approval!,
            "sam",
            world.Clock.GetUtcNow(),
            CancellationToken.None
        );
        await RunAsync(AdvisorMode.Approve, 10);

        Assert.Null(Assert.Single(world.Channel.Sent, message => message.Title == "Connections: chat").ApproveLink);
        Assert.Single(ListApprovalRequests());
    }

    [Fact]
    public async Task An_alert_that_fires_when_the_approval_is_asked_asks_it_in_one_message()
    {
        // The alert pends for five minutes; in the minute in which it fires the mode becomes approve.
        world.Azure.Add("chat", 1, _ => 2600);
        await RunAsync(AdvisorMode.Observe, 5);
        await RunAsync(AdvisorMode.Approve, 5);

        var asking = Assert.Single(ListApprovalRequests());
        Assert.Equal((AlertSeverity.Error, "Connections: chat"), (asking.Severity, asking.Title));
        Assert.Equal("Standard_S1 x 3 instead of Standard_S1 x 1", asking.Proposal);
        var approval = await (await world.OpenStateAsync()).Approvals.FindAsync(
            AppLinks.FindApprovalId(asking.ApproveLink!)!,
            CancellationToken.None
        );
        Assert.Equal(LinkState.Valid, Links.CheckApproval(approval!, AppLinks.FindToken(asking.ApproveLink!)!, world.Clock.GetUtcNow()));
    }

    [Theory]
    [InlineData(3, 1, "Removes 2 of 3 units: about 67 % of the connections are dropped, and their clients reconnect.")]
    [InlineData(2, 1, "Removes 1 of 2 units: about 50 % of the connections are dropped, and their clients reconnect.")]
    [InlineData(1, 3, null)]
    public void A_scale_in_says_what_it_drops(int from, int to, string? expected) =>
        Assert.Equal(expected, DroppedConnections.Describe(new("Standard_S1", from), new("standard_s1", to)));

    private List<Notification> ListApprovalRequests() => [.. world.Channel.Sent.Where(message => message.ApproveLink is not null)];

    private async Task RunAsync(AdvisorMode mode, int ticks)
    {
        world.Options = world.Options with { Mode = mode };
        var dependencies = await world.CreateDependenciesAsync() with
        {
            CreateApproval = Links.CreateApproval,
            Links = NotificationLinks.Create(AzureCloud.Public, Links),
        };
        var loop = new WatchLoop(new AdvisorService(dependencies, [world.Channel]), world.Clock, _ => { });
        for (var tick = 0; tick < ticks; tick++)
        {
            await loop.TickAsync(CancellationToken.None);
            world.Clock.Advance(TimeSpan.FromMinutes(1));
        }
    }
}
