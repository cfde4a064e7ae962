using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;
using Advisor.Service.Evaluation;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Evaluation;

/// <summary>
/// 500 connections at a target of 50 % of the 1,000 of a unit require a unit; at 100 %, half of one. Echoes of 1,024 B every other second
/// require less than that.
/// </summary>
public sealed class RequirementBasisTests
{
    private static readonly ResourceSettings Half = new() { Targets = new TargetOverrides(Connections: new Ratio(0.5)) };
    private static readonly TimeSpan TwoWeeks = TimeSpan.FromDays(14);
    private readonly ServiceWorld world = new();

    public RequirementBasisTests()
    {
        world.Options = world.Options with { HistoryBackfill = TimeSpan.FromHours(6), Mode = AdvisorMode.Recommend };
        world.Azure.ServesCoarse = true;
    }

    [Fact]
    public async Task After_a_change_of_targets_the_past_of_two_weeks_is_learned_again_by_the_new_ones()
    {
        var chat = world.Azure.Add("chat", 2, _ => 500, Half);
        await world.RunAsync(3);
        var before = await ReadStateAsync(chat);
        chat.Settings = new();
        await world.RunAsync(3);
        var after = await ReadStateAsync(chat);

        // Six hours by the minute, before them buckets of 15 minutes; and both once.
        Assert.Equal(1, before.FindMaxRequiredUnits(TimeSpan.FromHours(6), 0.9)!.Value, 0.01);
        Assert.Equal(0.5, after.FindMaxRequiredUnits(TimeSpan.FromDays(13), 0.9)!.Value, 0.01);
        Assert.Equal([(1, TwoWeeks - TimeSpan.FromHours(6), TimeSpan.FromMinutes(15))], world.Azure.CoarseReads);
        Assert.Equal(2, world.Azure.Reads.Count(read => read.Window == TimeSpan.FromHours(6)));

        // The bill goes on from what was counted, each minute once.
        Assert.Equal(before.Usage.Days.Sum(day => day.Minutes) + 3, after.Usage.Days.Sum(day => day.Minutes));
    }

    [Theory]
    [InlineData("workload", true)]
    [InlineData("edition", true)]
    [InlineData("maximum", false)]
    public async Task The_past_is_read_again_after_a_change_of_what_a_unit_carries_only(string setting, bool isRead)
    {
        var chat = world.Azure.Add("chat", 2, _ => 500);
        await world.RunAsync(2);
        chat.Settings = setting switch
        {
            "workload" => new() { Workload = Workload.Create(UseCase.SendToSmallGroup, 1024, 10) },
            "edition" => new() { Edition = "signalr-2019" },
            _ => new() { MaxUnits = 50 },
        };
        await world.RunAsync(2);

        Assert.Equal(isRead, world.Azure.CoarseReads.Count == 1);
    }

    [Fact]
    public async Task While_earlier_metrics_cannot_be_read_the_past_is_kept_and_decisions_go_on()
    {
        var chat = world.Azure.Add("chat", 2, _ => 500, Half);
        await world.RunAsync(2);
        chat.Settings = new();
        world.Azure.ServesCoarse = false;
        await world.RunAsync(3);
        var kept = await ReadStateAsync(chat);
        world.Azure.ServesCoarse = true;
        await world.RunAsync(1);

        Assert.Equal(1, kept.FindMaxRequiredUnits(TimeSpan.FromHours(6), 0.9)!.Value, 0.01);
        Assert.Equal(0.5, kept.FindMaxRequiredUnits(TimeSpan.FromMinutes(2), 1)!.Value, 0.01);
        Assert.Equal(0.5, (await ReadStateAsync(chat)).FindMaxRequiredUnits(TimeSpan.FromDays(13), 0.9)!.Value, 0.01);
    }

    [Fact]
    public async Task While_no_history_can_be_read_the_newest_minutes_are_decided_on_between_two_attempts()
    {
        var chat = world.Azure.Add("chat", 2, _ => 500, Half);
        await world.RunAsync(2);
        chat.Settings = new();
        world.Azure.FailsFrom = TimeSpan.FromHours(1);
        await world.RunAsync(6);
        var age = world.Clock.GetUtcNow() - (await ReadStateAsync(chat)).Time;
        world.Azure.FailsFrom = null;
        await world.RunAsync(2);

        // Metrics are 3 minutes old at a tick; one tick may have failed since, and the clock is a minute further.
        Assert.InRange(age, TimeSpan.Zero, TimeSpan.FromMinutes(5));
        Assert.Equal(0.5, (await ReadStateAsync(chat)).FindMaxRequiredUnits(TimeSpan.FromDays(13), 0.9)!.Value, 0.01);
    }

    [Fact]
    public async Task Resources_without_metrics_keep_no_other_from_being_learned_again()
    {
        // The first twelve have had no metrics for a day, which is all that is read of them.
        var chats = Enumerable.Range(0, 14).Select(i => world.Azure.Add($"chat{i:00}", 2, _ => 500, Half)).ToList();
        await world.RunAsync(2);
        foreach (var chat in chats)
        {
            chat.Reports = chats.IndexOf(chat) >= 12;
            chat.Settings = new();
        }

        await world.RunAsync(6);

        foreach (var chat in chats.Skip(12))
        {
            Assert.Equal(0.5, (await ReadStateAsync(chat)).FindMaxRequiredUnits(TimeSpan.FromDays(13), 0.9)!.Value, 0.01);
        }
    }

    [Fact]
    public async Task A_change_for_a_whole_fleet_reads_the_past_of_ten_of_a_batch_in_a_tick()
    {
        var chats = Enumerable.Range(0, 25).Select(i => world.Azure.Add($"chat{i:00}", 2, _ => 500, Half)).ToList();
        await world.RunAsync(2);
        chats.ForEach(chat => chat.Settings = new());
        world.Azure.Reads.Clear();
        await world.RunAsync(4);

        // The others are decided on by their minute: 15, then 10 + 5 more whose past is read, then all but 5, then all.
        var minute = TimeSpan.FromMinutes(1);
        Assert.Equal([10, 10, 5], world.Azure.CoarseReads.Select(read => read.Resources));
        Assert.Equal([15, 15, 20, 25], world.Azure.Reads.Where(read => read.Window == minute).Select(read => read.Resources));
    }

    [Fact]
    public async Task A_batch_does_not_wait_for_the_pasts_that_another_one_reads_again()
    {
        var chats = new[] { "westeurope", "eastus" }.Select(region => world.Azure.Add(region, 2, _ => 500, Half, region)).ToList();
        await world.RunAsync(2);
        chats.ForEach(chat => chat.Settings = new());
        var (asked, answered) = (new TaskCompletionSource(), new TaskCompletionSource());
        world.Azure.AnswersCoarse = () =>
        {
            asked.TrySetResult();
            return answered.Task;
        };
        var service = new AdvisorService(await world.CreateDependenciesAsync(), [world.Channel]);
        var batches = (await service.PlanTickAsync(world.Clock.GetUtcNow(), CancellationToken.None)).Batches;
        var first = EvaluateAsync(batches[0]);
        await asked.Task;
        var second = await EvaluateAsync(batches[1]).WaitAsync(TimeSpan.FromMinutes(1));
        Assert.Single(second.Evaluations, evaluation => evaluation.Decision is not null);
        answered.SetResult();
        await first;
        var inFirst = Assert.Single(world.Azure.CoarseReads);
        world.Clock.Advance(TimeSpan.FromMinutes(1));
        await world.RunAsync(1);

        // One past in each tick; the other resource is decided on meanwhile.
        Assert.Equal([inFirst, inFirst], world.Azure.CoarseReads);

        Task<BatchResult> EvaluateAsync(EvaluationBatch batch) =>
            service.EvaluateBatchAsync(batch, world.Clock.GetUtcNow(), CancellationToken.None);
    }

    [Fact]
    public async Task The_past_of_a_row_of_an_older_version_is_not_read_again()
    {
        var chat = world.Azure.Add("chat", 2, _ => 500);
        await world.RunAsync(2);
        var state = await world.OpenStateAsync();
        var stored = await state.LoadAsync(chat.Id, CancellationToken.None);
        var document = ResourceStateDocument.Read(stored.State).Memory!;
        var older = document with { Head = document.Head with { Basis = null } };
        await state
            .BeginCommit(chat.Id)
            .SaveState(stored.State, ResourceStateDocument.Version, world.Clock.GetUtcNow(), older.Write())
            .RunAsync(CancellationToken.None);
        await world.RunAsync(2);
        chat.Settings = Half;
        await world.RunAsync(2);

        // Not by the new version; by the change after it.
        Assert.NotNull(document.Head.Basis);
        Assert.Single(world.Azure.CoarseReads);
    }

    private async Task<ResourceState> ReadStateAsync(FakeResource resource)
    {
        var stored = await (await world.OpenStateAsync()).LoadAsync(resource.Id, CancellationToken.None);
        return ResourceStateDocument.Read(stored.State).Memory!.State!;
    }
}
