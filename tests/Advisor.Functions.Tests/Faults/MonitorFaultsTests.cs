using System.Text;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Service.Changes;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Faults;

/// <summary>The published executable while calls of Azure Monitor fail: no size changes for want of metrics, none is lost.</summary>
public sealed class MonitorFaultsTests(AzureFaultLane lane) : IClassFixture<AzureFaultLane>
{
    [Theory]
    [InlineData(FaultKind.ServerError, 3)]
    [InlineData(FaultKind.Unavailable, 3)]
    [Fault("monitor-5xx")]
    public Task The_app_tries_a_failed_read_of_metrics_three_times_more_and_nobody_notices(FaultKind kind, int times) =>
        DecidesInTheSameTickAsync(kind, times);

    [Fact]
    [Fault("monitor-529")]
    public Task The_app_waits_out_three_answers_of_529_and_nobody_notices() => DecidesInTheSameTickAsync(FaultKind.Overloaded, 3);

    [Fact]
    [Fault("monitor-truncated")]
    public Task The_app_asks_once_more_where_an_answer_is_cut_off_and_nobody_notices() => DecidesInTheSameTickAsync(FaultKind.Truncate, 1);

    [Theory]
    [InlineData(FaultKind.Overloaded, "Azure is throttling calls")]
    [InlineData(FaultKind.ServerError, "Azure reported an internal error")]
    [InlineData(FaultKind.Reset, "Azure could not be reached")]
    [InlineData(FaultKind.Truncate, "truncated or malformed")]
    [Fault("monitor-5xx")]
    [Fault("monitor-529")]
    [Fault("monitor-reset")]
    [Fault("monitor-truncated")]
    public async Task While_metrics_cannot_be_read_the_app_says_why_in_a_line_a_tick_and_changes_nothing(FaultKind kind, string why)
    {
        await lane.BeginAsync();
        var hot = lane.AddHot($"lasting-{kind}".ToLowerInvariant());
        lane.Fault(kind, CallKind.MetricBatch);
        await lane.TickAsync();
        await lane.TickAsync();

        var lines = lane.Log.Where(line => line.StartsWith("[Warning]", StringComparison.Ordinal)).ToList();
        Assert.Equal(2, lines.Count);
        Assert.All(lines, line => Assert.Contains(why, line, StringComparison.Ordinal));
        Assert.Empty(await lane.ReadChangesAsync(hot));

        lane.EndFaults();
        await lane.GetsItsSizeAsync(hot);
    }

    [Fact]
    [Fault("monitor-501")]
    public async Task Where_an_aggregation_of_one_metric_is_refused_the_app_decides_on_the_others_in_the_same_tick()
    {
        await lane.BeginAsync();
        var hot = lane.AddHot("refused-501");
        lane.Place.Azure.Faults.Add(new Fault(FaultKind.MetricRefused) { Metric = "SystemErrors" });

        await lane.TickAsync();

        Assert.Equal([ChangeState.Accepted], (await lane.ReadChangesAsync(hot)).Select(change => change.State));
        Assert.Contains(lane.Log, line => line.Contains("does not provide SystemErrors as Maximum (501", StringComparison.Ordinal));
        Assert.DoesNotContain(lane.Log, line => line.Contains("could not be evaluated", StringComparison.Ordinal));
        await lane.GetsItsSizeAsync(hot);
    }

    [Fact]
    [Fault("monitor-refused")]
    public async Task Where_the_batch_call_is_forbidden_the_app_reads_each_resource_by_itself_and_one_that_fails_hides_no_other()
    {
        await lane.BeginAsync();
        var hot = lane.AddHot("single");
        var gone = lane.AddHot("unreadable");
        lane.Place.Azure.Faults.ForbidBatch();
        lane.Place.Azure.Faults.Add(new Fault(FaultKind.NotFound) { Call = CallKind.MetricSingle, Resource = gone.Name });

        await lane.GetsItsSizeAsync(hot);

        Assert.Contains(lane.Log, line => line.Contains("reads its metrics per resource, which is slower", StringComparison.Ordinal));
        Assert.Empty(await lane.ReadChangesAsync(gone));
        Assert.Equal(2, gone.Units);
    }

    [Theory]
    [InlineData("""{"values":"later"}""")]
    [InlineData("""[1,2]""")]
    [InlineData("<html>Sign in</html>")]
    [InlineData("")]
    [Fault("monitor-foreign")]
    public async Task An_answer_of_another_shape_is_a_failure_with_a_sentence_and_not_an_idle_resource(string body)
    {
        await lane.BeginAsync();
        var hot = lane.AddHot($"foreign-{body.Length}");
        lane.Rewrite = (call, _, answer) => call == CallKind.MetricBatch ? Encoding.UTF8.GetBytes(body) : answer;
        await lane.TickAsync();
        await lane.TickAsync();

        Assert.Equal(2, lane.Log.Count(line => line.Contains($"/{hot.Name} could not be evaluated: ", StringComparison.Ordinal)));
        Assert.Empty(await lane.ReadChangesAsync(hot));

        lane.EndFaults();
        await lane.GetsItsSizeAsync(hot);
    }

    [Fact]
    [Fault("monitor-endless")]
    public async Task An_answer_of_more_than_a_hundred_megabytes_is_not_read_to_its_end()
    {
        await lane.BeginAsync();
        var hot = lane.AddHot("endless");
        var blanks = new byte[101_000_000];
        Array.Fill(blanks, (byte)' ');
        lane.Rewrite = (call, _, answer) => call == CallKind.MetricBatch ? [.. "{"u8, .. blanks] : answer;
        await lane.TickAsync();

        Assert.Contains(lane.Log, line => line.Contains("more than 100 MB and was not read to its end", StringComparison.Ordinal));
        Assert.Empty(await lane.ReadChangesAsync(hot));

        lane.EndFaults();
        await lane.GetsItsSizeAsync(hot);
    }

    [Fact]
    [Fault("monitor-empty")]
    public async Task A_resource_without_values_and_one_that_was_deleted_are_never_taken_for_idle_and_hold_up_no_other()
    {
        await lane.BeginAsync();
        var (hot, silent, deleted) = (lane.AddHot("beside"), lane.AddHot("silent"), lane.AddHot("deleted"));
        lane.Place.Azure.Faults.Add(new Fault(FaultKind.MetricMissing) { Resource = silent.Name });
        await lane.TickAsync();

        // In the list that the app has read, and gone.
        lane.Place.Azure.Remove(deleted.Id);
        await lane.GetsItsSizeAsync(hot);

        Assert.Empty(await lane.ReadChangesAsync(silent));
        Assert.Equal(2, silent.Units);
        Assert.DoesNotContain(lane.ReadPatches(deleted), units => units < 3);
    }

    private async Task DecidesInTheSameTickAsync(FaultKind kind, int times)
    {
        await lane.BeginAsync();
        var hot = lane.AddHot($"passing-{kind}".ToLowerInvariant());
        lane.Fault(kind, CallKind.MetricBatch, times);

        await lane.TickAsync();

        Assert.Empty(lane.Place.Azure.Faults.Active);
        Assert.Equal([ChangeState.Accepted], (await lane.ReadChangesAsync(hot)).Select(change => change.State));
        Assert.DoesNotContain(lane.Log, line => line.StartsWith("[Warning]", StringComparison.Ordinal));
        await lane.GetsItsSizeAsync(hot);
    }
}
