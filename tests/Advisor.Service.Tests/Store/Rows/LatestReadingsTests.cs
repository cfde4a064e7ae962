using Advisor.Core.Fleet;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Tests.Store.Rows;

public sealed class LatestReadingsTests
{
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    [Fact]
    public async Task Readings_beyond_a_page_are_listed()
    {
        var state = await OpenAsync();

        await state.Quotas.SaveAsync(Enumerable.Range(0, RowLimits.MaxPageRows + 1).Select(i => Create($"region{i}", 150, Now)), Cancel);

        Assert.Equal(RowLimits.MaxPageRows + 1, (await state.Quotas.ListAsync(Now, Cancel)).Count);
    }

    [Fact]
    public async Task A_reading_replaces_older_ones_of_its_subject_and_no_newer_one()
    {
        var state = await OpenAsync();

        await state.Quotas.SaveAsync([Create("westeurope", 150, Now), Create("westeurope", 300, Now.AddMinutes(1))], Cancel);
        await state.Quotas.SaveAsync([Create("westeurope", 200, Now.AddSeconds(30)), Create("eastus", 10, Now)], Cancel);

        Assert.Equal([10, 300], (await state.Quotas.ListAsync(Now, Cancel)).Select(quota => quota.Limit).Order());
    }

    [Theory]
    [InlineData(-120, 0)]
    [InlineData(-119, 1)]
    [InlineData(119, 1)] // by the clock of another instance
    [InlineData(120, 0)]
    public async Task A_quota_read_two_hours_ago_counts_as_none(int minutes, int listed)
    {
        var state = await OpenAsync();
        await state.Quotas.SaveAsync([Create("westeurope", 150, Now.AddMinutes(minutes))], Cancel);

        Assert.Equal(listed, (await state.Quotas.ListAsync(Now, Cancel)).Count);
    }

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    private static Task<AdvisorState> OpenAsync() => AdvisorState.OpenAsync(new MemoryStateStore(), 1, Now, Cancel);

    private static ReportedQuota Create(string region, int limit, DateTimeOffset readAt) => new("s", region, limit, 0, readAt);
}
