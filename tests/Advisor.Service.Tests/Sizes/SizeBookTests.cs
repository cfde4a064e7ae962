using Advisor.Configuration.Rules;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Service.Sizes;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Tests;

namespace Advisor.Service.Tests.Sizes;

/// <summary>When the sizes that Azure offers are read, what is kept, and what stands in for what could not be read.</summary>
public sealed class SizeBookTests : ISizeSource
{
    private static readonly DateTimeOffset Start = new(2026, 11, 25, 12, 0, 0, TimeSpan.Zero);

    private readonly MemoryStateStore rows = new();
    private readonly List<string> asked = [];
    private IReadOnlyList<SkuSizes>? answer = [new("Standard_S1", [1, 2, 4])];

    [Fact]
    public async Task Each_service_and_region_is_read_once_a_day_of_one_resource()
    {
        var book = await OpenAsync();
        FleetResource[] resources = [Create("b", "WestEurope"), Create("a", "westeurope"), Create("c", "eastus")];

        for (var at = Start; at < Start.AddDays(1); at = at.AddMinutes(5))
        {
            await RefreshAsync(book, at, resources);
        }

        Assert.Equal(["a", "c"], asked.Order());
        await RefreshAsync(book, Start.AddDays(1), resources);
        Assert.Equal(["a", "a", "c", "c"], asked.Order());
        Assert.All(resources, resource => Assert.Equal([1, 2, 4], FindSteps(book, resource)));
        Assert.Equal(2, book.Notes.Count);
    }

    [Fact]
    public async Task Without_an_answer_the_rules_apply_and_an_hour_later_another_resource_is_asked()
    {
        var book = await OpenAsync();
        FleetResource[] resources = [Create("a", "westeurope"), Create("b", "westeurope")];
        answer = null;

        await RefreshAsync(book, Start, resources);
        await RefreshAsync(book, Start.AddMinutes(59), resources);

        Assert.Equal(["a"], asked);
        Assert.Same(resources[0], book.Apply(resources[0]));
        Assert.Empty(book.Notes);

        answer = [new("Standard_S1", [1, 2, 4])];
        await RefreshAsync(book, Start.AddHours(1), resources);

        Assert.Equal(["a", "b"], asked);
        Assert.Equal([1, 2, 4], FindSteps(book, resources[0]));
    }

    [Fact]
    public async Task Older_sizes_stay_in_use_while_newer_ones_cannot_be_read()
    {
        var book = await OpenAsync();
        await RefreshAsync(book, Start, Create("a", "westeurope"));
        answer = null;

        await RefreshAsync(book, Start.AddDays(30), Create("a", "westeurope"));

        Assert.Equal([1, 2, 4], FindSteps(book, Create("a", "westeurope")));
    }

    [Fact]
    public async Task Another_process_uses_the_stored_sizes_without_reading_them_again()
    {
        await RefreshAsync(await OpenAsync(), Start, Create("a", "westeurope"));

        // Lists no resources, as a process that only evaluates batches.
        var other = await OpenAsync();
        await other.LoadAsync(Start.AddHours(2), TestContext.Current.CancellationToken);
        Assert.Equal([1, 2, 4], FindSteps(other, Create("a", "westeurope")));

        await RefreshAsync(other, Start.AddHours(23), Create("a", "westeurope"));
        Assert.Single(asked);
    }

    [Fact]
    public async Task The_size_of_a_resource_is_one_of_its_sizes_even_if_Azure_no_longer_sells_it()
    {
        var book = await OpenAsync();
        await RefreshAsync(book, Start, Create("a", "westeurope"));

        Assert.Equal([1, 2, 3, 4], FindSteps(book, Create("a", "westeurope", 3)));
        Assert.Equal([1, 2, 4], FindSteps(book, Create("b", "westeurope")));
    }

    // 15 units are in no list; 1,001 are more than ten times the largest of the rules, and 0 are none.
    [Theory]
    [InlineData(15, "Standard_S1 x 15 is not among the known sizes: it counts as one because a resource has it.")]
    [InlineData(1001, null)]
    [InlineData(0, null)]
    public async Task A_size_in_no_list_is_one_of_the_sizes_of_the_resource_that_has_it_unless_it_cannot_be_right(int units, string? note)
    {
        var book = await OpenAsync();
        var resource = Create("a", "westeurope", units);

        Assert.Equal(note is not null, FindSteps(book, resource).Contains(units));
        Assert.Equal(note, book.DescribeAddedSize(resource));

        await RefreshAsync(book, Start, resource);

        Assert.Equal(note is null ? [1, 2, 4] : [1, 2, 4, units], FindSteps(book, resource));
        Assert.Equal(note, book.DescribeAddedSize(resource));
    }

    [Fact]
    public async Task The_same_sizes_as_those_of_the_rules_change_nothing()
    {
        var book = await OpenAsync();
        answer = [new("Standard_S1", RuleSetLoader.Embedded.GetCatalog(ServiceKind.SignalR).Find("Standard_S1")!.Ladder.Steps)];

        await RefreshAsync(book, Start, Create("a", "westeurope"));

        var resource = Create("a", "westeurope");
        Assert.Same(resource, book.Apply(resource));
        Assert.Empty(book.Notes);
    }

    Task<IReadOnlyList<SkuSizes>?> ISizeSource.ReadAsync(string resourceId, CancellationToken cancellation)
    {
        lock (asked)
        {
            asked.Add(ResourceIds.GetName(resourceId));
        }

        return Task.FromResult(answer);
    }

    private static IReadOnlyList<int> FindSteps(SizeBook book, FleetResource resource) =>
        RuleSetLoader.Embedded.GetCatalog(resource.Service, book.Apply(resource).Settings).Find(resource.Sku)!.Ladder.Steps;

    private static Task RefreshAsync(SizeBook book, DateTimeOffset now, params FleetResource[] resources) =>
        book.RefreshAsync(resources, now, TestContext.Current.CancellationToken);

    private async Task<SizeBook> OpenAsync() =>
        new(RuleSetLoader.Embedded, this, (await AdvisorState.OpenAsync(rows, 1, Start, TestContext.Current.CancellationToken)).Sizes);

    private static FleetResource Create(string name, string region, int units = 1) => SampleResource.Create(name, units, region);
}
