using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Service.Costs;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.World;
using Advisor.Tests;

namespace Advisor.Service.Tests.Costs;

/// <summary>When actual costs are read, what is kept, and what stays where they could not be read.</summary>
public sealed class CostBookTests
{
    private static readonly DateTimeOffset Start = new(2026, 11, 25, 18, 0, 0, TimeSpan.Zero);
    private static readonly TimeSpan Lag = TimeSpan.FromHours(72);

    private readonly CostList azure = new() { ListRows = (subscription, window) => [CreateRow(subscription, "a", window.To)] };
    private readonly MemoryStateStore rows = new();

    [Fact]
    public async Task Each_subscription_is_read_once_a_day_for_the_30_days_that_are_complete()
    {
        var book = await OpenAsync();
        FleetResource[] resources = [Create("s", "a"), Create("S", "b"), Create("t", "a")];

        await RefreshAsync(book, Start, resources);
        await RefreshAsync(book, Start.AddDays(1) - TimeSpan.FromSeconds(1), resources);

        CostWindow window = new(new(2026, 10, 23), new(2026, 11, 21));
        Assert.Equal([("s", window), ("t", window)], azure.Asked);
        var cost = book.Apply(resources[0]).ActualCost!;
        Assert.Equal((window, Start), (cost.Window, cost.ReadAt));
        Assert.Equal([new Money(3, "EUR")], cost.SumDays());

        await RefreshAsync(book, Start.AddDays(1), resources);
        Assert.Equal(4, azure.Asked.Count);
        Assert.Equal(new DateOnly(2026, 11, 22), book.Find(resources[0].Id)!.Window.To);
    }

    [Fact]
    public async Task A_resource_without_a_row_has_no_cost_and_not_one_of_zero()
    {
        var book = await OpenAsync();
        await RefreshAsync(book, Start, Create("s", "a"), Create("s", "b"));

        Assert.NotNull(book.Apply(Create("s", "a")).ActualCost);
        Assert.Null(book.Apply(Create("s", "b")).ActualCost);

        // Neither has one that lost its row, here or in the state.
        azure.ListRows = (subscription, window) => [CreateRow(subscription, "b", window.To)];
        await RefreshAsync(book, Start.AddDays(1), Create("s", "a"));
        Assert.Null(book.Find(Create("s", "a").Id));
        var stored = await (await OpenStateAsync()).Costs.ListAsync(TestContext.Current.CancellationToken);
        Assert.Equal(Create("s", "b").Id, Assert.Single(stored).ResourceId);
    }

    [Fact]
    public async Task Costs_of_another_subscription_stay_when_one_is_read_again()
    {
        var book = await OpenAsync();
        await RefreshAsync(book, Start, Create("s", "a"));
        await RefreshAsync(book, Start.AddHours(12), Create("t", "a"));
        azure.ListRows = (_, _) => [];

        await RefreshAsync(book, Start.AddDays(1), Create("s", "a"), Create("t", "a"));

        Assert.Null(book.Find(Create("s", "a").Id));
        Assert.NotNull(book.Find(Create("t", "a").Id));
        Assert.Single(await (await OpenStateAsync()).Costs.ListAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Another_process_uses_the_stored_costs_without_reading_them_again()
    {
        await RefreshAsync(await OpenAsync(), Start, Create("s", "a"));

        var other = await OpenAsync();
        await RefreshAsync(other, Start.AddHours(23), Create("s", "a"));

        Assert.Single(azure.Asked);
        Assert.NotNull(other.Find(Create("s", "a").Id));
    }

    [Fact]
    public async Task Two_processes_at_the_same_time_read_once()
    {
        var (one, other) = (await OpenAsync(), await OpenAsync());

        // Both have seen an empty state; the second finds the mark of the first when it begins.
        await one.LoadAsync(Start, TestContext.Current.CancellationToken);
        await other.LoadAsync(Start, TestContext.Current.CancellationToken);
        await RefreshAsync(one, Start, Create("s", "a"));
        await RefreshAsync(other, Start, Create("s", "a"));

        Assert.Single(azure.Asked);
    }

    [Fact]
    public async Task A_failure_is_said_once_a_subscription_and_tried_again_an_hour_later_by_any_process()
    {
        var book = await OpenAsync();
        azure.Failure = new("s", FailureCode.Forbidden, "Grant the role.");

        await RefreshAsync(book, Start, Create("s", "a"), Create("s", "b"));
        await RefreshAsync(book, Start.AddMinutes(59), Create("s", "a"));
        var other = await OpenAsync();
        await RefreshAsync(other, Start.AddMinutes(59), Create("s", "a"));

        Assert.Single(azure.Asked);
        Assert.Equal(["Actual costs could not be read, costs are estimates: Grant the role."], book.ListProblems(["s"]));
        Assert.Equal(book.ListProblems(["s"]), other.ListProblems(["s"]));

        azure.Failure = null;
        await RefreshAsync(other, Start.AddHours(1), Create("s", "a"));
        Assert.Empty(other.ListProblems(["s"]));
        Assert.NotNull(other.Find(Create("s", "a").Id));
    }

    [Fact]
    public async Task A_failure_is_not_said_for_a_subscription_without_resources_which_is_not_read_again()
    {
        var book = await OpenAsync();
        azure.Failure = new("s", FailureCode.Forbidden, "Grant the role.");
        await RefreshAsync(book, Start, Create("s", "a"));

        azure.Failure = null;
        await RefreshAsync(book, Start.AddHours(1), Create("t", "a"));

        Assert.Empty(book.ListProblems(["t"]));
        Assert.Single(book.ListProblems(["t", "S", "s"]));
    }

    [Fact]
    public async Task Earlier_costs_stay_with_their_date_while_newer_ones_cannot_be_read()
    {
        var book = await OpenAsync();
        await RefreshAsync(book, Start, Create("s", "a"));
        azure.Failure = new("s", FailureCode.Throttled, "Azure is throttling.");

        await RefreshAsync(book, Start.AddDays(2), Create("s", "a"));

        Assert.Equal(Start, book.Find(Create("s", "a").Id)!.ReadAt);
        Assert.Equal(
            ["Actual costs could not be read, those read on 2026-11-25 stay in use: Azure is throttling."],
            book.ListProblems(["s"])
        );
    }

    [Fact]
    public async Task Estimates_ask_nobody_and_know_nothing()
    {
        await RefreshAsync(await OpenAsync(), Start, Create("s", "a"));

        var book = new CostBook(CostSource.Estimate, Lag, azure, (await OpenStateAsync()).Costs);
        await RefreshAsync(book, Start.AddDays(5), Create("s", "a"));

        Assert.Single(azure.Asked);
        Assert.Null(book.Apply(Create("s", "a")).ActualCost);
    }

    [Fact]
    public async Task Many_resources_are_more_than_one_commit_and_all_are_read_back()
    {
        azure.ListRows = (subscription, window) =>
            [.. Enumerable.Range(0, 1201).Select(index => CreateRow(subscription, $"r{index}", window.To))];
        await RefreshAsync(await OpenAsync(), Start, Create("s", "a"));

        var other = await OpenAsync();
        await other.LoadAsync(Start, TestContext.Current.CancellationToken);

        Assert.All(Enumerable.Range(0, 1201), index => Assert.NotNull(other.Find(Create("s", $"r{index}").Id)));
    }

    [Fact]
    public async Task A_tick_reads_the_costs_of_the_fleet_and_its_evaluations_state_them()
    {
        var world = new ServiceWorld { Costs = azure };
        var id = world.Azure.Add("chat", 2, _ => 900).Id;
        azure.ListRows = (_, window) => [new(id, window.To, "Standard Unit", "EUR", 3, 2)];

        await world.RunAsync(3);

        Assert.Single(azure.Asked);
        var record = Assert.Single(await (await world.OpenStateAsync()).Evaluations.ListAsync(TestContext.Current.CancellationToken));
        Assert.Equal([new Money(3, "EUR")], record.PastCost!.Totals);
        // The day in progress is the only one that was counted.
        Assert.Null(record.PastCost.Comparison);
    }

    private static Task RefreshAsync(CostBook book, DateTimeOffset now, params FleetResource[] resources) =>
        book.RefreshAsync(resources, now, TestContext.Current.CancellationToken);

    private async Task<CostBook> OpenAsync() => new(CostSource.Actual, Lag, azure, (await OpenStateAsync()).Costs);

    private Task<AdvisorState> OpenStateAsync() => AdvisorState.OpenAsync(rows, 1, Start, TestContext.Current.CancellationToken);

    private static string CreateId(string subscription, string name) =>
        $"/subscriptions/{subscription}/resourceGroups/rg/providers/Microsoft.SignalRService/SignalR/{name}";

    private static ActualCostRow CreateRow(string subscription, string name, DateOnly day) =>
        new(CreateId(subscription, name), day, "Standard Unit", "EUR", 3, 2);

    private static FleetResource Create(string subscription, string name) =>
        SampleResource.CreateWithId(CreateId(subscription, name)) with
        {
            SubscriptionId = subscription,
        };
}
