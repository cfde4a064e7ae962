using Advisor.Configuration.Rules;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Changes;

/// <summary>
/// Changes of tier from the decision to Azure: 130,000 connections need 130 units, which Premium_P1 does not have and Premium_P2 x 200
/// does.
/// </summary>
public sealed class ChangeOfTierTests
{
    private const string P1 = "Premium_P1",
        P2 = "Premium_P2";

    private readonly ServiceWorld world = new() { Rules = WithQuota(1000) };

    [Fact]
    public async Task Up_a_tier_at_the_top_and_back_again_each_way_is_one_change_that_Azure_is_asked_for()
    {
        var busy = ServiceWorld.Start.AddHours(2);
        var chat = Add(P1, 100, at => at < busy ? 130_000 : 20_000);

        await world.RunAsync(420);

        var patches = world.Azure.Patches.Select(patch => $"{patch.From} to {patch.To}").ToList();
        Assert.Equal("Premium_P1 x 100 to Premium_P2 x 200", patches[0]);
        Assert.Contains("Premium_P2 x 100 to Premium_P1 x 90", patches);
        Assert.Equal(2, world.Azure.Patches.Count(patch => patch.From.Sku != patch.To.Sku));
        Assert.Equal(P1, chat.GetSize(world.Clock.GetUtcNow()).Sku);
        Assert.All(await world.ReadChangesAsync(chat.Id), change => Assert.Equal(ChangeState.Verified, change.State));
        Assert.DoesNotContain(
            await world.ReadDecisionsAsync(chat.Id),
            line => line.Reasons.Any(reason => reason.Code == ReasonCodes.ChangedByOthers)
        );
    }

    [Fact]
    public async Task Where_Advisor_only_scales_out_a_tier_is_changed_up_and_the_way_back_is_a_recommendation()
    {
        world.Options = world.Options with { Mode = AdvisorMode.AutoUp };
        var busy = ServiceWorld.Start.AddHours(1);
        var up = Add(P1, 100, at => at < busy ? 130_000 : 120_000, "up");
        var down = Add(P2, 100, _ => 20_000, "down");

        await world.RunAsync(240);

        Assert.Equal((up.Id, P2), Assert.Single(world.Azure.Patches) is var patch ? (patch.ResourceId, patch.To.Sku) : default);
        Assert.Contains(
            await world.ReadDecisionsAsync(down.Id),
            line => line is { Action: ScalingAction.ChangeTier, Sku: P1, Units: 90, Outcome: AuditOutcome.Recommended }
        );
    }

    [Fact]
    public async Task A_freeze_holds_a_change_of_tier_however_long_the_overload_stands()
    {
        var freeze = new PlannedWindow("release", ServiceWorld.Start, ServiceWorld.Start.AddMinutes(40), null, true);
        Add(P1, 100, _ => 130_000, settings: s => s with { Windows = [freeze] });

        await world.RunAsync(39);
        Assert.Empty(world.Azure.Patches);
        await world.RunAsync(5);
        Assert.Single(world.Azure.Patches);
    }

    [Fact]
    public async Task A_freeze_that_begins_after_the_decision_stops_a_change_of_tier_even_where_its_order_says_despite_a_freeze()
    {
        var chat = Add(P1, 100, _ => 130_000);
        var now = world.Clock.GetUtcNow();
        chat.Settings = chat.Settings with { Windows = [new PlannedWindow("release", now, now.AddHours(1), null, true)] };
        var dependencies = await world.CreateDependenciesAsync();
        var order = new ChangeRequest
        {
            FromSku = P1,
            FromUnits = 100,
            ToSku = P2,
            ToUnits = 200,
            OverridesFreeze = true,
        }.ToItem(chat.Id, now);
        await dependencies.State.Outbox.EnqueueAsync(order, CancellationToken.None);

        var outcome = await new AdvisorService(dependencies, []).Applier.RunAsync(OutboxKey.FromItem(order), now, CancellationToken.None);

        Assert.Equal((ChangeState.Canceled, "FreezeWindow"), (outcome.Change!.State, outcome.Change.Code));
        Assert.Empty(world.Azure.Patches);
    }

    [Theory]
    [InlineData(null, ChangeState.Canceled, "UnreadableTag")]
    [InlineData("a", ChangeState.Accepted, null)]
    public async Task A_tag_that_cannot_be_read_since_the_decision_stops_a_scale_in_that_no_person_approved(
        string? approval,
        ChangeState state,
        string? code
    )
    {
        var chat = Add(P1, 20, _ => 1000);
        chat.Settings = chat.Settings with { UnreadableTag = "advisor-min-units ('10 units')" };
        var now = world.Clock.GetUtcNow();
        var dependencies = await world.CreateDependenciesAsync();
        var order = new ChangeRequest
        {
            FromSku = P1,
            FromUnits = 20,
            ToSku = P1,
            ToUnits = 10,
            ApprovalId = approval,
        }.ToItem(chat.Id, now);
        await dependencies.State.Outbox.EnqueueAsync(order, CancellationToken.None);

        var outcome = await new AdvisorService(dependencies, []).Applier.RunAsync(OutboxKey.FromItem(order), now, CancellationToken.None);

        Assert.Equal((state, code), (outcome.Change!.State, outcome.Change.Code));
    }

    [Fact]
    public async Task A_strict_freeze_that_begins_after_the_decision_stops_a_scale_out_of_an_overload_too()
    {
        var chat = Add(P1, 10, _ => 13_000);
        var now = world.Clock.GetUtcNow();
        chat.Settings = chat.Settings with
        {
            Windows = [new PlannedWindow("release", now, now.AddHours(1), null, true) { IsStrict = true }],
        };
        var dependencies = await world.CreateDependenciesAsync();
        var order = new ChangeRequest
        {
            FromSku = P1,
            FromUnits = 10,
            ToSku = P1,
            ToUnits = 20,
            OverridesFreeze = true,
        }.ToItem(chat.Id, now);
        await dependencies.State.Outbox.EnqueueAsync(order, CancellationToken.None);

        var outcome = await new AdvisorService(dependencies, []).Applier.RunAsync(OutboxKey.FromItem(order), now, CancellationToken.None);

        Assert.Equal((ChangeState.Canceled, "FreezeWindow"), (outcome.Change!.State, outcome.Change.Code));
    }

    [Theory]
    [InlineData(20, 10, "ScaleInWindow")]
    [InlineData(10, 20, null)]
    public async Task A_scale_in_is_made_in_its_windows_only(int from, int to, string? code)
    {
        var chat = Add(P1, from, _ => 3000);
        var now = world.Clock.GetUtcNow();
        chat.Settings = chat.Settings with
        {
            Mode = AdvisorMode.Auto,
            ScaleInWindows = new([new WeeklyWindow(WeekDays.All, now.AddHours(1).TimeOfDay, now.AddHours(2).TimeOfDay)]),
        };
        var dependencies = await world.CreateDependenciesAsync();
        var order = new ChangeRequest
        {
            FromSku = P1,
            FromUnits = from,
            ToSku = P1,
            ToUnits = to,
        }.ToItem(chat.Id, now);
        await dependencies.State.Outbox.EnqueueAsync(order, CancellationToken.None);

        var outcome = await new AdvisorService(dependencies, []).Applier.RunAsync(OutboxKey.FromItem(order), now, CancellationToken.None);

        Assert.Equal(code, outcome.Change!.Code);
    }

    [Fact]
    public async Task A_quota_that_is_too_small_holds_a_change_of_tier_back_before_Azure_refuses_it()
    {
        var small = new ServiceWorld { Rules = WithQuota(150) };
        var chat = Add(P1, 100, _ => 130_000, azure: small.Azure);

        await small.RunAsync(20);

        Assert.Empty(small.Azure.Patches);
        Assert.Contains(
            await small.ReadDecisionsAsync(chat.Id),
            line => line.Action == ScalingAction.Hold && line.Reasons[0].Code == ReasonCodes.RegionalQuota
        );
    }

    private FakeResource Add(
        string sku,
        int units,
        Func<DateTimeOffset, double> connections,
        string name = "chat",
        Func<ResourceSettings, ResourceSettings>? settings = null,
        FakeAzure? azure = null
    )
    {
        var allowed = new ResourceSettings { AllowTierChange = true, MaxUnits = 1000 };
        var resource = (azure ?? world.Azure).Add(name, units, connections, settings?.Invoke(allowed) ?? allowed);
        resource.Begin(units, ServiceWorld.Start.AddDays(-1), ServiceWorld.Start.AddDays(-1), sku);
        return resource;
    }

    private static RuleSet WithQuota(int units)
    {
        var catalog = RuleSetLoader.Embedded.GetCatalog(ServiceKind.SignalR);
        return RuleSetLoader.Embedded with { Catalogs = [new SkuCatalog(catalog.Service, catalog.Skus, catalog.Changes, units)] };
    }
}
