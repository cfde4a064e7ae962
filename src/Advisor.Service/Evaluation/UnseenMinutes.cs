using System.Collections.Concurrent;
using System.Threading.Channels;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Service.Fleet;

namespace Advisor.Service.Evaluation;

/// <summary>
/// Reads the minutes that a batch needs: since the last tick for known resources, a longer history for new ones. The history of a large
/// fleet is gigabytes: across all of its batches, a process reads it a few resources at a time and completes each part before it reads the
/// next.
/// </summary>
internal sealed class UnseenMinutes(IMetricSource metrics, RuleSet rules, ServiceOptions options)
{
    private static readonly TimeSpan MaxHistory = TimeSpan.FromDays(14);

    /// <summary>How long a minute is waited for, and what is read after a pause of Advisor itself; what is older is missing.</summary>
    public static readonly TimeSpan CatchUpWindow = TimeSpan.FromHours(1);

    // How often late metrics are looked for after an hour without: of a resource, or of one that it needs.
    private static readonly TimeSpan LookBackInterval = TimeSpan.FromMinutes(10);

    // A read of ten resources takes a second; an attempt is given up after 30.
    private static readonly TimeSpan MaxSilence = TimeSpan.FromSeconds(10);

    // Ids of the resources in whose history there was no metric, as keys: each process finds it out for itself.
    private readonly ConcurrentDictionary<string, bool> emptyHistories = new(StringComparer.OrdinalIgnoreCase);

    // Ids of the resources whose past could not be learned again at the last attempt, as keys.
    private readonly ConcurrentDictionary<string, bool> failedRereads = new(StringComparer.OrdinalIgnoreCase);

    // A bounded channel as an asynchronous lock: the writer owns the slot until it is read.
    private readonly Channel<bool> slot = Channel.CreateBounded<bool>(1);

    // Of the batch that learns pasts again.
    private readonly Channel<bool> rereadSlot = Channel.CreateBounded<bool>(1);

    private TimeSpan History => options.HistoryBackfill > TimeSpan.FromMinutes(1) ? options.HistoryBackfill : TimeSpan.FromMinutes(1);

    /// <summary>Reads the minutes of known resources, and the closed connections of the newest minute.</summary>
    public async Task<MetricReadResult> ReadSinceLastAsync(
        IReadOnlyCollection<BatchResource> known,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var end = ComputeEnd(now);
        var readable = known.Where(s => s is { Resource: not null, Document.State: not null }).ToList();

        var hourAgo = end - CatchUpWindow;
        var since = readable.Select(s => FindStart(s, end)).DefaultIfEmpty(end).Min();
        var answer = await ReadAsync(readable, since > hourAgo ? since : hourAgo, end, cancellation);

        // Metrics that are back may have come with those of the minutes before.
        var back = readable.FindAll(s => IsGivenUp(s, end) && HasMetrics(answer, s));
        answer = back.Count > 0 ? answer.Add(await ReadAsync(back, hourAgo, end, cancellation)) : answer;
        var closes = await NewestCloses.ReadAsync(metrics, readable, answer, end - rules.Policy.StaleAfter, cancellation);
        return answer with { Calls = answer.Calls + closes.Calls, ClosesByResource = closes.ByResource };
    }

    /// <summary>Whether there was no metric in the history of a resource, which is then not read again before there is one.</summary>
    public bool IsHistoryEmpty(BatchResource resource) => emptyHistories.ContainsKey(resource.Stored.ResourceId);

    /// <summary>
    /// Whether the last attempt to read the past of a resource again failed; true once for each failure, so that its newest minutes are
    /// decided on before the next attempt.
    /// </summary>
    public bool HasJustFailed(BatchResource resource) => failedRereads.TryRemove(resource.Stored.ResourceId, out _);

    /// <summary>
    /// Reads the newest minutes of those new resources whose history was empty, or of whose size the rules know nothing, and returns the
    /// ones that still have no metric or no known size. The history of the others is to be read.
    /// </summary>
    public async Task<(IReadOnlyList<BatchResource> Resources, MetricReadResult Metrics)> ReadStillEmptyAsync(
        IEnumerable<BatchResource> fresh,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var end = ComputeEnd(now);
        var empty = fresh.Where(s => emptyHistories.ContainsKey(s.Stored.ResourceId) || !s.HasKnownSize(rules)).ToList();
        var window = History < rules.Policy.StaleAfter ? History : rules.Policy.StaleAfter;
        var answer = await ReadAsync(empty, end - window, end, cancellation);
        return ([.. empty.Where(s => !s.HasKnownSize(rules) || !HasMetrics(answer, s))], answer);
    }

    /// <summary>
    /// Reads the history of new resources in the turn of the caller, and for those whose past is learned again by other settings the time
    /// before it, in coarser buckets. A read that waits for a silent Azure Monitor leaves the turn to others until it has an answer.
    /// </summary>
    public async Task<(MetricReadResult History, CoarseHistory Earlier)> ReadHistoryAsync(
        HistoryTurn turn,
        IReadOnlyCollection<BatchResource> fresh,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var reading = ReadAsync();
        try
        {
            await reading.WaitAsync(MaxSilence, cancellation);
        }
        catch (TimeoutException) when (!reading.IsFaulted)
        {
            turn.Leave();
            await reading;
            await turn.EnterAsync(cancellation);
        }

        var answer = await reading;
        RememberEmpty(fresh, answer.History);
        foreach (
            var one in fresh.Where(s =>
                s.HasOtherBasis(rules) && (answer.History.HasFailed(s.Stored.ResourceId) || answer.Earlier.HasFailed(s.Resource!))
            )
        )
        {
            failedRereads[one.Stored.ResourceId] = true;
        }

        return answer;

        async Task<(MetricReadResult History, CoarseHistory Earlier)> ReadAsync()
        {
            var end = ComputeEnd(now);
            FleetResource[] relearned = [.. fresh.Where(s => s.HasOtherBasis(rules)).Select(s => s.Resource!)];
            return (
                await this.ReadAsync(fresh, end - History, end, cancellation),
                await CoarseHistory.ReadAsync(metrics.BeginRun(), relearned, end - MaxHistory, end - History, cancellation)
            );
        }
    }

    /// <summary>
    /// Takes the turn of a batch to read pasts again; dispose of the result to end it. Null while another batch of this process has it:
    /// after an edit for a whole fleet each batch would wait for the others, which takes minutes.
    /// </summary>
    public HistoryTurn? TryEnterReread()
    {
        var turn = new HistoryTurn(rereadSlot);
        return turn.TryEnter() ? turn : null;
    }

    /// <summary>Waits until this process backfills no other history; dispose of the result to end the turn.</summary>
    public async Task<HistoryTurn> EnterAsync(CancellationToken cancellation)
    {
        var turn = new HistoryTurn(slot);
        await turn.EnterAsync(cancellation);
        return turn;
    }

    // What is not decided on has no newer state, however long: for it the others of the batch are not read again.
    private DateTimeOffset FindStart(BatchResource resource, DateTimeOffset end)
    {
        var (seen, whole) = (resource.Document!.State!.Time, resource.Document.Head.Activity?.WholeAt);
        return !resource.HasKnownSize(rules) || IsGivenUp(resource, end) ? end.AddMinutes(-1)
            : whole >= seen || IsRarelyWhole(seen, whole, end) ? seen.AddMinutes(1)
            : seen.AddMinutes(1) - LateMetrics.MaxDelay; // what was missing may have come
    }

    // A metric that has been missing for an hour may be missing for ever: what comes late is looked for now and then.
    private static bool IsRarelyWhole(DateTimeOffset seen, DateTimeOffset? whole, DateTimeOffset end) =>
        !(seen - whole <= CatchUpWindow) && CountLookBacks(seen.AddMinutes(1)) == CountLookBacks(end);

    // A resource whose last minutes had no metrics may be without any for days: for it neither, except for a look now and then at what
    // comes late. Its state is of the tick before, however long ago that was.
    private static bool IsGivenUp(BatchResource resource, DateTimeOffset end)
    {
        var (seen, read, hourAgo) = (resource.Document!.State!.Time, resource.Document.Head.Activity?.ReadAt, end - CatchUpWindow);
        return seen > read && seen <= hourAgo && CountLookBacks(seen) == CountLookBacks(hourAgo);
    }

    private static long CountLookBacks(DateTimeOffset until) => until.UtcTicks / LookBackInterval.Ticks;

    private async Task<MetricReadResult> ReadAsync(
        IReadOnlyCollection<BatchResource> batchResources,
        DateTimeOffset start,
        DateTimeOffset end,
        CancellationToken cancellation
    ) =>
        batchResources.Count > 0 && start < end
            ? await metrics.ReadAsync([.. batchResources.Select(s => s.Resource!)], start, end, cancellation)
            : MetricReadResult.Empty;

    // A failed read says nothing of the history.
    private void RememberEmpty(IReadOnlyCollection<BatchResource> fresh, MetricReadResult answer)
    {
        foreach (var one in fresh)
        {
            if (HasMetrics(answer, one) || answer.HasFailed(one.Stored.ResourceId))
            {
                emptyHistories.TryRemove(one.Stored.ResourceId, out _);
            }
            else
            {
                emptyHistories[one.Stored.ResourceId] = true;
            }
        }
    }

    private static bool HasMetrics(MetricReadResult answer, BatchResource one) =>
        answer.Series.GetValueOrDefault(one.Stored.ResourceId) is { Count: > 0 };

    private DateTimeOffset ComputeEnd(DateTimeOffset now) => Minutes.Floor(now - rules.Policy.MetricLag);
}
