using Advisor.Core.Alerting;
using Advisor.Core.Decisions;
using Advisor.Core.Rules;
using Advisor.Service.Changes;
using Advisor.Service.Store;
using Advisor.Service.Timeline;

namespace Advisor.Service.Tests.Store.Contract;

public abstract partial class AdvisorStateContract
{
    [Fact]
    public async Task The_timeline_has_changes_and_alerts_of_all_resources_newest_first_page_after_page()
    {
        for (var i = 0; i < 12; i++)
        {
            var at = Tick.AddMinutes(i % 4); // three at a time
            await state.BeginCommit($"/r/{i}").Record(CreateAlert($"/r/{i}", at), "e").RunAsync(Cancel);
            await state.BeginCommit($"/r/{i}").Record(CreateAlert($"/r/{i}", at), "e").RunAsync(Cancel); // again: the same event
        }

        var change = (await state.Changes.OpenAsync(CreateChange(Tick.AddMinutes(9)), Cancel)).Change;
        await state.Changes.SaveAsync(change with { State = ChangeState.Verified, ClosedAt = Tick.AddMinutes(12) }, Cancel);

        var (seen, after) = (new List<TimelineEvent>(), (string?)null);
        do
        {
            var page = await state.Timeline.QueryAsync(new(Tick, Tick.AddHours(1), after, 5), Cancel);
            Assert.InRange(page.Records.Count, 1, 5);
            seen.AddRange(page.Records);
            after = page.Next;
        } while (after is not null);

        Assert.Equal(13, seen.Count);
        Assert.Equal(ChangeState.Verified, seen[0].Change!.State);
        Assert.Equal(seen.Select(e => e.At).OrderDescending(), seen.Select(e => e.At));
        Assert.Equal(12, seen.Skip(1).Select(e => e.Scope).Distinct().Count());
        Assert.Empty((await state.Timeline.QueryAsync(new(Tick.AddHours(1), Tick.AddHours(2), null, 5), Cancel)).Records);
    }

    [Fact]
    public async Task The_alerts_of_a_resource_are_its_own_and_those_of_a_region_belong_to_none()
    {
        await state.BeginCommit("/r/1").Record(CreateAlert("/r/1", Tick), "one").Record(CreateAlert("/r/1", Tick), "two").RunAsync(Cancel);
        await state.BeginCommit("/r/2").Record(CreateAlert("/r/2", Tick), "one").RunAsync(Cancel);
        var region = CreateAlert("region:s/w", Tick);
        await state
            .BeginCommit("region:s/w")
            .Record(region with { Alert = region.Alert! with { SubjectKind = AlertSubjectKind.Region } }, "one")
            .RunAsync(Cancel);

        Assert.Equal(2, (await state.Timeline.QueryAlertsAsync("/R/1", new(Tick, Tick.AddHours(1), null, 100), Cancel)).Records.Count);
        Assert.Empty((await state.Timeline.QueryAlertsAsync("region:s/w", new(Tick, Tick.AddHours(1), null, 100), Cancel)).Records);
        Assert.Equal(4, (await state.Timeline.QueryAsync(new(Tick, Tick.AddHours(1), null, 100), Cancel)).Records.Count);
        Assert.Throws<ArgumentException>(() => state.BeginCommit("/r/1").Record(CreateAlert("/r/2", Tick), "one"));
    }

    [Fact]
    public async Task The_timeline_has_what_a_person_did_without_a_change_once()
    {
        var line = CreateDecision(Tick) with { Reasons = [new Reason("Answered", "Scale-in is paused. load test")] };
        await AppendAsync(line); // by Advisor
        await AppendAsync(line with { Tick = Tick.AddMinutes(1), Actor = "ops", Outcome = AuditOutcome.Approved, ChangeId = "c" });
        await AppendAsync(line with { Tick = Tick.AddMinutes(2), Actor = "ops", Outcome = AuditOutcome.Paused });
        await AppendAsync(line with { Tick = Tick.AddMinutes(2), Actor = "ops", Outcome = AuditOutcome.Paused });

        var only = Assert.Single((await state.Timeline.QueryAsync(new(Tick, Tick.AddHours(1), null, 100), Cancel)).Records);
        Assert.Equal((line.ResourceId, Tick.AddMinutes(2)), (only.Scope, only.At));
        Assert.Equal(
            new TimelinePerson(AuditOutcome.Paused, "ops", "Standard_S1 x 2 to Standard_S1 x 5. Scale-in is paused. load test"),
            only.Person
        );
    }

    [Fact]
    public async Task The_timeline_is_purged_with_the_audit_trail()
    {
        await state.BeginCommit("/r/1").Record(CreateAlert("/r/1", Tick.AddDays(-401)), "old").RunAsync(Cancel);
        await state.BeginCommit("/r/1").Record(CreateAlert("/r/1", Tick), "new").RunAsync(Cancel);

        // A row over the fleet, and one of the resource.
        Assert.Equal(2, await PurgeAsync(RetentionPolicy.Default, Tick));
        Assert.Single((await state.Timeline.QueryAsync(new(Tick.AddDays(-999), Tick.AddDays(1), null, 100), Cancel)).Records);
        Assert.Single((await state.Timeline.QueryAlertsAsync("/r/1", new(Tick.AddDays(-999), Tick.AddDays(1), null, 100), Cancel)).Records);
    }

    internal static TimelineEvent CreateAlert(string scope, DateTimeOffset at) =>
        new()
        {
            Scope = scope,
            At = at,
            Alert = new TimelineAlert
            {
                DedupKey = "d",
                Kind = AlertEventKind.Fired,
                Condition = "serverLoadHigh",
                Severity = AlertSeverity.Warning,
                SubjectKind = AlertSubjectKind.Resource,
                SubjectName = "<script>",
                Since = at,
                Text = "Server load is 91 %.",
            },
        };
}
