using Advisor.Core.Alerting;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Alerts;

/// <summary>Alerts whose condition ends to apply while they fire: no number says so, and none will.</summary>
public sealed class InapplicableAlertTests
{
    private readonly ServiceWorld world = new();

    [Fact]
    public async Task The_alert_of_a_budget_ends_when_the_budget_is_removed()
    {
        var chat = await AddOverBudgetAsync();

        chat.Settings = new();
        await world.RunAsync(2);

        Assert.Equal((AlertEventKind.Resolved, "It has no monthly budget any more."), (FindLast("budget").Kind, FindLast("budget").Text));
    }

    [Fact]
    public async Task The_alert_of_a_budget_stays_while_the_tag_of_the_budget_cannot_be_read()
    {
        var chat = await AddOverBudgetAsync();

        chat.Settings = new() { HasUnreadableBudget = true };
        await world.RunAsync(2);
        Assert.Equal(AlertEventKind.Fired, FindLast("budget").Kind);

        chat.Settings = new();
        await world.RunAsync(2);
        Assert.Equal(AlertEventKind.Resolved, FindLast("budget").Kind);
    }

    [Fact]
    public async Task The_alert_of_the_messages_of_the_Free_tier_ends_when_the_resource_leaves_it()
    {
        // 100 connections, 15 messages a minute each: 1,500 of 20,000 a minute.
        world.Options = world.Options with
        {
            Mode = AdvisorMode.Observe,
        };
        var chat = world.Azure.Add("chat", 1, _ => 100);
        Change(chat, "Free_F1", 1);
        await world.RunAsync(20);
        Assert.NotEqual(AlertEventKind.Resolved, FindLast("freeMessages").Kind);

        Change(chat, "Standard_S1", 1);
        await world.RunAsync(2);

        Assert.Equal(
            (AlertEventKind.Resolved, "It has a tier now whose messages have no limit."),
            (FindLast("freeMessages").Kind, FindLast("freeMessages").Text)
        );
    }

    [Fact]
    public async Task The_alert_of_a_size_of_others_ends_when_they_change_the_tier_too()
    {
        // Advisor has scaled out for 2,500 connections; others set 10 units, and then Premium_P1.
        var chat = world.Azure.Add("chat", 2, _ => 2500);
        await world.RunAsync(15);
        Change(chat, "Standard_S1", 10);
        await world.RunAsync(10);
        Assert.Equal(AlertEventKind.Fired, FindLast("drift").Kind);

        Change(chat, "Premium_P1", 10);
        await world.RunAsync(2);

        Assert.Equal(
            (AlertEventKind.Resolved, "Its tier is no longer that of Advisor's last change."),
            (FindLast("drift").Kind, FindLast("drift").Text)
        );
    }

    // Four units at 1.61 for the 31 days of January are 199.64 of 100, without messages. The alert is pending for an hour.
    private async Task<FakeResource> AddOverBudgetAsync()
    {
        world.Options = world.Options with { Mode = AdvisorMode.Observe };
        var chat = world.Azure.Add("chat", 4, _ => 3500, new ResourceSettings { MonthlyBudget = new Money(100, "USD") });
        await world.RunAsync(65);
        Assert.Equal(AlertEventKind.Fired, FindLast("budget").Kind);
        return chat;
    }

    private void Change(FakeResource resource, string sku, int units) =>
        resource.Begin(units, world.Clock.GetUtcNow(), world.Clock.GetUtcNow(), sku);

    private AlertEvent FindLast(string condition) => world.Reports.Last(report => report.Condition == condition);
}
