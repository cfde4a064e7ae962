namespace Advisor.Cli.Tests.Docs;

/// <summary>A row of the matrix of faults.</summary>
/// <param name="Id">What tests name in <see cref="Advisor.Tests.FaultAttribute"/>.</param>
/// <param name="Name">The fault.</param>
/// <param name="Sees">What a user sees of it.</param>
/// <param name="Guarantee">What holds whatever happens.</param>
internal sealed record Fault(string Id, string Name, string Sees, string Guarantee);

/// <summary>The faults of docs/reliability.md by where they happen. Tests name those that they hold.</summary>
internal static class FaultCatalog
{
    public static IReadOnlyList<(string Area, IReadOnlyList<Fault> Faults)> Areas { get; } =
    [
        (
            "Monitor",
            [
                new(
                    "monitor-429",
                    "429 with or without `Retry-After`",
                    "one line; the wait that Azure asks for",
                    "no call before it ends; the other scopes go on"
                ),
                new(
                    "monitor-529",
                    "529 of the batch call",
                    "nothing, or one line while it lasts",
                    "tried again with growing waits, no strike of the breaker"
                ),
                new(
                    "monitor-5xx",
                    "500, 502, 503, 504, 408",
                    "nothing, or one line while it lasts",
                    "tried again three times; an endpoint that keeps failing is left alone for a while"
                ),
                new("monitor-501", "501 of a metric's aggregation", "nothing", "the endpoint is not taken for down; asked for without it"),
                new("monitor-hang", "no answer at all", "one line", "the attempt ends at its timeout, the other resources go on"),
                new(
                    "monitor-reset",
                    "connection refused or broken",
                    "nothing, or one line with what to check",
                    "tried again; no size changes for want of metrics"
                ),
                new(
                    "monitor-refused",
                    "batch call refused (401, 403, 404)",
                    "one line: the slower path is taken",
                    "each resource is read by its own call; one that fails hides no other"
                ),
                new(
                    "monitor-truncated",
                    "truncated JSON",
                    "nothing, or a failure with a sentence",
                    "what came whole counts, the rest is asked for once more"
                ),
                new(
                    "monitor-foreign",
                    "JSON of another shape, or none",
                    "a failure with a sentence",
                    "never taken for an empty answer; an element that cannot be read hides no other"
                ),
                new("monitor-endless", "an answer without an end", "one failure", "the read stops at a limit"),
                new(
                    "monitor-empty",
                    "empty series, a deleted resource in a batch",
                    "no data for that resource",
                    "never a zero, never a scale-in"
                ),
                new(
                    "monitor-outage",
                    "outage of a region's metrics",
                    "one alert for all resources",
                    "every size is held; announced minimums are met"
                ),
                new("metrics-stop", "metrics stop", "`noData`", "every size is held; other alerts stay as they were"),
                new("metrics-freeze", "metrics freeze", "`suspectMetric`", "nothing is scaled in"),
                new("metrics-lie", "one metric lies", "`suspectMetric` or `changeDidNotHelp`", "one step of the ladder at most"),
                new("metrics-back", "minutes that go back", "nothing", "refused; the state stays"),
                new(
                    "metrics-full",
                    "metrics at their end: the size is full",
                    "\"at least\" beside the required units",
                    "half as much again, or what earlier days required"
                ),
            ]
        ),
        (
            "Resource Manager",
            [
                new("arm-conflict", "409, another change in progress", "the change waits", "sent again later, only then"),
                new("arm-stuck", "202 that never ends", "the change is given up, with its age", "nothing new is decided meanwhile"),
                new(
                    "arm-failed",
                    "Failed, Canceled",
                    "a message with Azure's reason",
                    "no change of that resource for an hour, then the next request, which ends the state; several stop all changes, "
                        + "those of a resource that was Failed before not counted"
                ),
                new(
                    "arm-poll",
                    "the operation cannot be read, or Azure forgot it",
                    "nothing",
                    "not taken for done; the size of the resource decides"
                ),
                new("arm-lost-patch", "answer to a PATCH lost", "nothing", "sent again only where the resource shows the old size"),
                new("arm-lock", "lock, policy", "a message that names it", "not tried again for an hour"),
                new("arm-quota", "quota", "one alert per region", "not asked for again while the use is the same"),
                new(
                    "arm-graph",
                    "Resource Graph does not answer, or misses a subscription",
                    "one line: listed one by one; or nothing",
                    "no resource is left out; none counts as deleted"
                ),
                new(
                    "arm-skus",
                    "the list of sizes is missing or implausible",
                    "nothing, or one line",
                    "the sizes of the rules stay in use"
                ),
                new("arm-deleted", "deleted during a change", "the change ends, and is no failure", "its alerts end with it"),
                new(
                    "arm-recreated",
                    "deleted and created again under its id",
                    "a change that was under way ends, and is no failure; an earlier failure delays none",
                    "what is known of its load and what people set stay: it serves the same application"
                ),
                new(
                    "arm-others",
                    "size changed by someone else",
                    "the timeline says so",
                    "respected for half an hour; six changes a day at most against another controller"
                ),
            ]
        ),
        (
            "State",
            [
                new(
                    "state-unreachable",
                    "storage fails in the middle of a tick",
                    "one line; health says so",
                    "nothing lost, nothing done twice"
                ),
                new("state-slow", "storage says nothing for a while", "health says so", "nothing lost, nothing done twice"),
                new("state-conflict", "ETag conflict: two write one resource", "nothing", "one of them is first, the other reads again"),
                new("state-lost-answer", "answer to a commit lost", "nothing", "the commit is recognized as its own"),
                new(
                    "state-foreign",
                    "an answer that is cut off or of something else",
                    "an error that names the table",
                    "nothing is taken for an absent row"
                ),
                new(
                    "state-channel",
                    "ended between a channel's answer and its record",
                    "that message twice, with one event id",
                    "no other is repeated, none is lost"
                ),
                new("state-unsaved", "killed before it has saved", "nothing", "the minutes are read again; no change without its record"),
                new(
                    "state-disk",
                    "full disk",
                    "one line; decisions on the last hour are shown",
                    "nothing is applied; work continues when there is room"
                ),
                new("state-locked", "locked file", "one line", "ticks are skipped, nothing else"),
                new(
                    "state-damaged",
                    "damaged row",
                    "the row and what to do",
                    "not overwritten; the other resources go on, and for an approval a person is asked again"
                ),
                new(
                    "state-newer",
                    "state of a newer version",
                    "one line: update Advisor",
                    "refused, not written over; the newer program evaluates it in the same minute"
                ),
            ]
        ),
        (
            "Process",
            [
                new("process-killed", "killed at any call", "nothing", "each decided change reaches Azure once"),
                new("process-two", "two at once", "nothing", "each change once, no message repeated"),
                new(
                    "process-frozen",
                    "frozen for an hour, its connections gone",
                    "nothing",
                    "each change once; what is too old is decided again"
                ),
                new("process-queue", "messages of the queue twice, late, in any order", "nothing", "done once"),
                new(
                    "process-clock",
                    "clock an hour or two wrong, in either direction",
                    "one notification",
                    "nothing is decided until it is right; no minute lost afterwards"
                ),
            ]
        ),
        (
            "Channels",
            [
                new(
                    "channel-refuses",
                    "receiver refuses",
                    "dead-lettered, an error in the log; from the third in a row on, a report by another channel",
                    "kept for 90 days, sent again on request"
                ),
                new(
                    "channel-fails",
                    "receiver fails for a while",
                    "nothing, then a report",
                    "comes again later with the same event id; other channels go on"
                ),
                new("channel-throttles", "receiver asks for a pause", "nothing", "left alone until then, then sent the same event"),
                new("channel-hangs", "receiver says nothing", "nothing, then a report", "given up in time, tried again"),
                new("channel-cut", "connection cut in the middle", "nothing", "tried again with the same event id"),
                new("channel-lies", "Slack or Teams reports an error with status 200", "as a failure", "not taken for delivered"),
                new(
                    "channel-address",
                    "name, port or certificate is wrong",
                    "the cause, by another channel",
                    "tried again; nothing is sent elsewhere, no redirect is followed"
                ),
                new("channel-secret", "secret cannot be read", "the reason, by another channel", "tried again; the secret is in no log"),
                new("channel-removed", "channel removed from `advisor.yaml`", "dead-lettered, an error in the log", "none is lost"),
            ]
        ),
    ];
}
