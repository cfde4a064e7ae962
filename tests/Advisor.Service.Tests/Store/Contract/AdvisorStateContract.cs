using System.Text;
using Advisor.Core.Decisions;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Tests;

namespace Advisor.Service.Tests.Store.Contract;

/// <summary>What <see cref="AdvisorState"/> promises, over every store.</summary>
public abstract partial class AdvisorStateContract(IStorePlace place) : IAsyncLifetime
{
    private const string Resource = "/subscriptions/s-1/resourceGroups/rg/providers/Microsoft.SignalRService/SignalR/chat";

    private static readonly DateTimeOffset Tick = new(2026, 3, 4, 5, 6, 0, TimeSpan.Zero);

    private AdvisorState state = null!;

    /// <summary>Ids as the outside world has them: slashes, the characters that tables forbid, other scripts, 1 KB.</summary>
    public static TheoryData<string> OddIds => new(Resource, "a/b\\c#d?e%20 f'g\"h", "größe-規模-📈", new string('x', 1024), "\t\n\u0001");

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync() => state = await OpenAsync();

    public async ValueTask DisposeAsync()
    {
        await place.DisposeAsync();
        GC.SuppressFinalize(this);
    }

    [Fact]
    public async Task A_store_keeps_the_buckets_it_was_made_with()
    {
        var again = await AdvisorState.OpenAsync(await place.OpenAsync(), 7, Tick, Cancel);

        Assert.Equal(4, again.Buckets);
    }

    [Theory]
    [MemberData(nameof(OddIds))]
    public async Task The_state_of_a_resource_of_any_id_comes_back_whatever_the_case_of_the_id(string id)
    {
        await state.BeginCommit(id).SaveState(null, 3, Tick, ToBytes("first")).RunAsync(Cancel);

        var memory = await state.LoadAsync(id.ToUpperInvariant(), Cancel);

        Assert.Equal((3, Tick, "first"), (memory.State!.Version, memory.State.At, ToText(memory.State.Content)));
        Assert.Null(memory.OpenChange);
        Assert.Null(memory.Snapshot);
        Assert.Null((await state.LoadAsync(id + "2", Cancel)).State);
    }

    [Fact]
    public async Task Of_two_that_save_the_state_they_both_read_the_second_sees_a_conflict()
    {
        await state.BeginCommit(Resource).SaveState(null, 1, Tick, ToBytes("0")).RunAsync(Cancel);
        var read = (await state.LoadAsync(Resource, Cancel)).State;

        var first = await state.BeginCommit(Resource).SaveState(read, 1, Tick, ToBytes("1")).RunAsync(Cancel);
        var second = await state.BeginCommit(Resource).SaveState(read, 1, Tick, ToBytes("2")).RunAsync(Cancel);

        Assert.True(first.IsCommitted);
        Assert.Equal(new ResourceCommitResult(false, "state"), second);
        Assert.Equal("1", ToText((await state.LoadAsync(Resource, Cancel)).State!.Content));
    }

    [Fact]
    public async Task A_tick_delivered_twice_leaves_one_state_one_decision_and_one_message()
    {
        var results = await Task.WhenAll(
            Enumerable
                .Range(0, 6)
                .Select(_ =>
                    state
                        .BeginCommit(Resource)
                        .SaveState(null, 1, Tick, ToBytes("1"))
                        .Append(CreateDecision(Tick))
                        .Enqueue(CreateItem("alert"))
                        .RunAsync(Cancel)
                )
        );

        Assert.Single(results, result => result.IsCommitted);
        Assert.Single((await ReadHistoryAsync()).Records);
        Assert.Single(await state.Outbox.ListOpenAsync(10, Cancel));
    }

    [Fact]
    public async Task A_commit_that_fails_in_its_last_part_leaves_none_of_its_parts()
    {
        await state.Outbox.EnqueueAsync(CreateItem("alert"), Cancel);

        var result = await state
            .BeginCommit(Resource)
            .SaveState(null, 1, Tick, ToBytes("1"))
            .Append(CreateDecision(Tick))
            .Enqueue(CreateItem("alert"))
            .RunAsync(Cancel);

        Assert.Equal(new ResourceCommitResult(false, "outbox"), result);
        Assert.Null((await state.LoadAsync(Resource, Cancel)).State);
        Assert.Empty((await ReadHistoryAsync()).Records);
    }

    [Fact]
    public void A_commit_for_one_resource_refuses_what_belongs_to_another() =>
        Assert.Throws<ArgumentException>(() => state.BeginCommit("/other").Append(CreateDecision(Tick)));

    [Fact]
    public async Task Many_are_loaded_in_the_order_asked_for()
    {
        var ids = Enumerable.Range(0, 20).Select(i => $"/r/{i}").ToArray();
        foreach (var id in ids.Where((_, i) => i % 3 == 0))
        {
            await state.BeginCommit(id).SaveState(null, 1, Tick, ToBytes(id)).RunAsync(Cancel);
        }

        var loaded = await state.LoadAsync(ids, Cancel);

        Assert.Equal(ids, loaded.Select(memory => memory.ResourceId));
        Assert.Equal(
            ids.Select((id, i) => i % 3 == 0 ? id : null),
            loaded.Select(memory => memory.State is { } s ? ToText(s.Content) : null)
        );
    }

    [Fact]
    public async Task Snapshots_are_listed_page_by_page_each_once()
    {
        foreach (var i in Enumerable.Range(0, 23))
        {
            await state.Snapshots.SaveAsync($"/r/{i}", new Snapshot(1, Tick, ToBytes($"old {i}")), Cancel);
            await state.Snapshots.SaveAsync($"/r/{i}", new Snapshot(1, Tick, ToBytes($"{i}")), Cancel);
        }

        var seen = new List<string>();
        SnapshotPosition? position = null;
        do
        {
            var page = await state.Snapshots.ListAsync(position, 5, Cancel);
            Assert.InRange(page.Snapshots.Count, 0, 5);
            seen.AddRange(page.Snapshots.Select(snapshot => ToText(snapshot.Content)));
            position = page.Next;
        } while (position is not null);

        Assert.Equal(Enumerable.Range(0, 23), seen.Select(int.Parse).Order());
        Assert.Equal("7", ToText((await state.LoadAsync("/r/7", Cancel)).Snapshot!.Content));

        await state.Snapshots.DeleteAsync("/r/7", Cancel);
        await state.Snapshots.DeleteAsync("/r/7", Cancel);
        Assert.Null((await state.LoadAsync("/r/7", Cancel)).Snapshot);
        Assert.NotNull((await state.LoadAsync("/r/8", Cancel)).Snapshot);
    }

    private static ReadOnlyMemory<byte> ToBytes(string text) => Encoding.UTF8.GetBytes(text);

    private static string ToText(ReadOnlyMemory<byte> bytes) => Encoding.UTF8.GetString(bytes.Span);

    private static DecisionRecord CreateDecision(DateTimeOffset tick) =>
        new()
        {
            ResourceId = Resource,
            Tick = tick,
            Action = ScalingAction.ScaleOut,
            Outcome = AuditOutcome.Recommended,
            FromSku = "Standard_S1",
            FromUnits = 2,
            Sku = "Standard_S1",
            Units = 5,
            Reasons = [new Reason(ReasonCodes.ForecastExceedsCapacity, "4.2 units are needed in 15 minutes.")],
        };

    private static ChangeRecord CreateChange(DateTimeOffset decidedAt) =>
        new()
        {
            ResourceId = Resource,
            DecidedAt = decidedAt,
            FromSku = "Standard_S1",
            FromUnits = 2,
            ToSku = "Standard_S1",
            ToUnits = 5,
        };

    private static OutboxItem CreateItem(string id) =>
        new()
        {
            Scope = Resource,
            Id = id,
            CreatedAt = Tick,
            Kind = OutboxKind.Notification,
            DedupKey = "d",
            Payload = "{}",
        };

    private static ApprovalRecord CreateApproval() =>
        new()
        {
            Id = ApprovalRecord.CreateId(Resource, new byte[16]),
            ResourceId = Resource,
            ChangeId = ChangeRecord.CreateId(Resource, Tick),
            CreatedAt = Tick,
            ExpiresAt = Tick.AddHours(1),
            PlanHash = "p",
            TokenHash = "t",
            KeyId = "k",
            Plan = "{}",
        };

    private async Task<AdvisorState> OpenAsync() => await AdvisorState.OpenAsync(await place.OpenAsync(), 4, Tick, Cancel);

    private Task<HistoryPage<DecisionRecord>> ReadHistoryAsync() =>
        state.Decisions.QueryAsync(Resource, new(DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddYears(200), null, 100), Cancel);
}

public sealed class MemoryAdvisorStateTests() : AdvisorStateContract(new MemoryPlace());

public sealed class SqliteAdvisorStateTests() : AdvisorStateContract(new SqlitePlace());

public sealed class TableAdvisorStateTests(AzuriteFixture azurite) : AdvisorStateContract(new TablePlace(azurite));
