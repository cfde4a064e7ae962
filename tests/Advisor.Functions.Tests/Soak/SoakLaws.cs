using System.Globalization;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Functions.Tests.Crashes;
using Advisor.Service.Changes;
using Advisor.Service.Timeline;

namespace Advisor.Functions.Tests.Soak;

/// <summary>What must hold after each tick, and at the end, whatever happened.</summary>
internal sealed class SoakLaws(Installation place, AcceptedPatches patches)
{
    private static readonly TimeSpan Day = TimeSpan.FromDays(1);

    private readonly SoakUsage usage = new(place);
    private readonly Dictionary<string, int> sizes = new(StringComparer.Ordinal);
    private readonly HashSet<string> explained = new(StringComparer.Ordinal);
    private int seen;

    public List<string> Violations { get; } = [];

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    /// <summary>One change in flight per resource; one PATCH per decided change; every size is that of an explained change.</summary>
    public async Task CheckAsync()
    {
        var open = await place.State.Changes.ListOpenAsync(Cancellation);
        foreach (var twice in open.GroupBy(change => change.ResourceId).Where(group => group.Count() > 1))
        {
            Violate($"{twice.Key} has {twice.Count()} open changes");
        }

        var accepted = patches.Accepted;
        foreach (var patch in accepted.Skip(seen))
        {
            await JudgeAsync(patch);
        }

        foreach (var resource in place.Azure.Resources)
        {
            var before = sizes.GetValueOrDefault(resource.Id, resource.Spec.Units);

            // The last one of an earlier tick; one of this tick where an hour passed in it.
            var asked = accepted.Take(seen).LastOrDefault(patch => IsOf(patch, resource.Id))?.Units;
            if (
                resource.Units != before
                && resource.Units != asked
                && !accepted.Skip(seen).Any(patch => IsOf(patch, resource.Id) && patch.Units == resource.Units)
            )
            {
                Violate($"{resource.Name} has {resource.Units} units, which nobody asked for");
            }

            sizes[resource.Id] = resource.Units;
        }

        seen = accepted.Count;

        await usage.MeasureAsync(open.Count, Cancellation);
    }

    /// <summary>Nothing is left to do, the receiver knows how every alert ended, and nothing has grown since the first day.</summary>
    public async Task CheckEndAsync()
    {
        var now = place.Clock.GetUtcNow();
        foreach (var item in await place.OpenMessagesAsync())
        {
            if (now - item.CreatedAt > TimeSpan.FromHours(1))
            {
                Violate($"{item.Kind} {item.Id} of {item.CreatedAt:dd HH:mm} is still open: {item.LastError}");
            }
        }

        foreach (var change in await place.State.Changes.ListOpenAsync(Cancellation))
        {
            if (now - change.DecidedAt > TimeSpan.FromHours(1))
            {
                Violate($"{change.Id} is open since {change.DecidedAt:dd HH:mm}: {change.State} {change.Code}");
            }
        }

        if ((await place.State.DeadLetters.ListAsync(10, Cancellation)).Records is { Count: > 0 } dead)
        {
            Violate($"{dead.Count} dead letters: {dead[0]}");
        }

        CheckIncidents(await ReadAlertsAsync());
        usage.FindGrowth().ForEach(Violate);
    }

    /// <summary>Counts the rows at the end of a day.</summary>
    public Task CountRowsAsync() => usage.CountRowsAsync(Cancellation);

    public async Task<string> DescribeAsync()
    {
        var changes = new List<ChangeRecord>();
        foreach (var resource in place.Azure.Resources)
        {
            changes.AddRange(await place.ReadChangesAsync(resource.Id));
        }

        var incidents = IncidentMessage.List(place.Receiver);
        var ends = changes.GroupBy(change => change.State).OrderBy(group => group.Key).Select(group => $"{group.Count()} {group.Key}");
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{seen} PATCHes, changes: {string.Join(", ", ends)}; {incidents.Count} messages of "
                + $"{incidents.Select(e => e.Key).Distinct().Count()} incidents; {usage}"
        );
    }

    private static bool IsOf(AcceptedPatch patch, string id) => string.Equals(patch.ResourceId, id, StringComparison.OrdinalIgnoreCase);

    private async Task JudgeAsync(AcceptedPatch patch)
    {
        // The change that was in flight then; its time is that of the tick or of a later one.
        var (from, until) = (patch.At - Day, patch.At + Day);
        var changes = (await place.State.Changes.QueryAsync(patch.ResourceId, new(from, until, null, 1000), Cancellation)).Records.Where(
            change => change.ToUnits == patch.Units && change.DecidedAt <= patch.At && !(change.ClosedAt < patch.At)
        );
        if (changes.FirstOrDefault() is not { } change)
        {
            Violate($"the PATCH of {patch.ResourceId} to {patch.Units} belongs to no change");
            return;
        }

        // Azure failed an earlier request of it: then, and only then, it may be sent again.
        if (!explained.Add(change.Id) && place.Azure.Resources.Single(r => IsOf(patch, r.Id)).Units == patch.Units)
        {
            Violate($"{change.Id} was sent twice");
        }

        var decisions = (await place.State.Decisions.QueryAsync(patch.ResourceId, new(from, until, null, 1000), Cancellation)).Records;
        if (!decisions.Any(d => d.ChangeId == change.Id && d.Units == patch.Units && d.Reasons.Count > 0))
        {
            Violate($"{change.Id} has no audit line with reasons");
        }
    }

    /// <summary>
    /// Each time that an alert fired an incident was opened within the hour: its own, or one that stands for many alerts at once. What is
    /// resolved is resolved at the receiver, and nothing was opened more often than it fired.
    /// </summary>
    private void CheckIncidents(IReadOnlyList<(TimelineAlert Alert, DateTimeOffset At)> alerts)
    {
        var received = IncidentMessage.List(place.Receiver).ToLookup(message => message.Key);
        var byAlert = alerts.ToLookup(alert => alert.Alert.DedupKey);
        var shared = received.Where(incident => !byAlert.Contains(incident.Key)).ToList();
        foreach (var alert in byAlert)
        {
            var (name, last, own) = (
                $"{alert.First().Alert.Condition} of {alert.First().Alert.SubjectName}",
                alert.Last(),
                received[alert.Key].ToList()
            );
            var fired = alert.Where(a => a.Alert.Kind == AlertEventKind.Fired).ToList();
            foreach (
                var one in fired.Where(one =>
                    !IsOpenWithinTheHour(own, one.At) && !shared.Exists(many => IsOpenWithinTheHour([.. many], one.At))
                )
            )
            {
                Violate($"{name} fired at {one.At:dd HH:mm} and was never sent");
            }

            if (own.Count > 0 && last.Alert.Kind == AlertEventKind.Resolved && own[^1].IsOpen)
            {
                Violate($"{name} is resolved, and its incident is open");
            }

            var opened = own.Where((message, i) => message.IsOpen && (i == 0 || !own[i - 1].IsOpen)).Count();
            if (opened > fired.Count)
            {
                Violate($"{name} fired {fired.Count} times, and {opened} incidents were opened");
            }
        }

        if (byAlert.All(alert => alert.Last().Alert.Kind == AlertEventKind.Resolved))
        {
            shared.Where(many => many.Last().IsOpen).ToList().ForEach(many => Violate($"{many.Key} is open, and every alert is resolved"));
        }
    }

    // Open before that hour and not resolved since, or opened in it.
    private static bool IsOpenWithinTheHour(List<IncidentMessage> incident, DateTimeOffset from) =>
        incident.FindLast(message => message.At <= from) is { IsOpen: true }
        || incident.Exists(message => message.IsOpen && message.At >= from && message.At <= from + TimeSpan.FromHours(1));

    private async Task<IReadOnlyList<(TimelineAlert Alert, DateTimeOffset At)>> ReadAlertsAsync()
    {
        var alerts = new List<(TimelineAlert Alert, DateTimeOffset At)>();
        foreach (var resource in place.Azure.Resources)
        {
            for (string? after = null; ; )
            {
                var page = await place.State.Timeline.QueryAlertsAsync(
                    resource.Id,
                    new(Installation.Start, Installation.Start.AddYears(1), after, 1000),
                    Cancellation
                );
                alerts.AddRange(page.Records.Select(record => (record.Alert!, record.At)));
                if ((after = page.Next) is null)
                {
                    break;
                }
            }
        }

        // Newest first within a resource.
        alerts.Reverse();
        return alerts;
    }

    private void Violate(string law) => Violations.Add($"{place.Clock.GetUtcNow():dd HH:mm} {law}");
}
