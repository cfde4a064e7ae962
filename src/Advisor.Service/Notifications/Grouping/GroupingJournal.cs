using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Notifications.Grouping;

/// <summary>
/// Journal of the grouping plan: written in one commit before it is carried out, and removed afterwards. A plan found in the journal is
/// carried out again, which is idempotent. Of concurrent runs, one writes its plan.
/// </summary>
internal sealed class GroupingJournal(IStateStore store)
{
    private const string Head = "head";
    private const string DeliveryPart = "d-";
    private const string SourcePart = "s-";
    private const string MemberPart = "m-";
    private const int MaxParts = 80;

    /// <summary>Maximum bytes of the deliveries of one plan; with sources and members it stays below the limit of a commit.</summary>
    public const int MaxDeliveryBytes = 1024 * 1024;

    /// <summary>Maximum number of source items of one plan.</summary>
    public const int MaxSources = 20_000;

    /// <summary>Maximum number of alerts in all open summaries together.</summary>
    public const int MaxMembers = 20_000;

    public async Task<GroupingProgress> ReadAsync(CancellationToken cancellation)
    {
        // A single page is a consistent read of the partition; if a store returns several, the ETag of the head detects a change in
        // between.
        var page = await store.QueryAsync(new RowQuery(StateKeys.Grouping, "a", "z"), cancellation);
        if (page.Next is not null)
        {
            throw new StateStoreException("Busy", "The grouping plan was not answered whole; try again.", isTransient: true);
        }

        var rows = page.Rows;
        if (rows.FirstOrDefault(row => row.Key == Head) is not { } row)
        {
            return new GroupingProgress(GroupingMemory.Empty, null, null, []);
        }

        string[] parts = [.. rows.Select(part => part.Key).Where(key => IsPart(key, DeliveryPart) || IsPart(key, SourcePart))];
        GroupingHead head;
        try
        {
            head = RecordCodecs.GroupingHead.Read(row);
            if (!head.IsComplete)
            {
                throw new StateStoreException(
                    "Corrupt",
                    $"The grouping plan in row {row.Partition}/{Head} is not whole.",
                    isTransient: false
                );
            }
        }
        catch (StateStoreException e) when (e.Code == "Corrupt")
        {
            // Existing parts belong to a plan in progress; carrying it out again has no further effect.
            var (left, lost) = parts.Length == 0 ? (null, null) : ReadPlan(rows, int.MaxValue);
            return new GroupingProgress(GroupingMemory.Empty, left, row.ETag, parts)
            {
                Problem = lost is null ? e.Message : $"{e.Message} {lost}",
            };
        }

        var members = new HashRows(rows, MemberPart);
        var memory = head.Memory with
        {
            Summaries = [.. head.Memory.Summaries.Select((summary, i) => summary with { Members = members.Take(head.Members[i]) })],
        };
        var (plan, problem) = head.Sources is { } count ? ReadPlan(rows, count) : (null, null);
        return new GroupingProgress(memory, plan, row.ETag, parts) { Problem = problem };
    }

    /// <summary>Writes a plan and the state after it.</summary>
    /// <returns>The progress after the write; null if another run was first.</returns>
    public async Task<GroupingProgress?> BeginAsync(
        GroupingProgress before,
        PlannedDeliveries plan,
        GroupingMemory memory,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var head = new GroupingHead(memory, [.. memory.Summaries.Select(summary => summary.Members.Count)], plan.Sources.Count);
        List<RowWrite> parts =
        [
            .. SplitDeliveries(plan.Deliveries)
                .Select((part, i) => RecordCodecs.GroupingDeliveries.Put(CreateKey(DeliveryPart, i), now, part)),
            .. CreateHashParts(SourcePart, plan.Sources, now),
        ];
        var members = ReferenceEquals(memory.Summaries, before.Memory.Summaries)
            ? []
            : CreateHashParts(MemberPart, memory.Summaries.SelectMany(summary => summary.Members), now);
        // Parts of a plan that could not be read.
        var stale = before.Parts.Except(parts.Select(part => part.Key), StringComparer.Ordinal).Select(part => RowWrite.Delete(part));
        var written = await store.CommitAsync(StateKeys.Grouping, [Write(before, head, now), .. parts, .. members, .. stale], cancellation);
        return written.IsCommitted ? new GroupingProgress(memory, plan, written.ETags[0], [.. parts.Select(part => part.Key)]) : null;
    }

    /// <summary>Removes the plan after it was carried out; no effect if another run has already done so.</summary>
    public async Task EndAsync(GroupingProgress done, DateTimeOffset now, CancellationToken cancellation)
    {
        var head = new GroupingHead(done.Memory, [.. done.Memory.Summaries.Select(summary => summary.Members.Count)], null);
        await store.CommitAsync(
            StateKeys.Grouping,
            [Write(done, head, now), .. done.Parts.Select(part => RowWrite.Delete(part))],
            cancellation
        );
    }

    /// <summary>Splits the deliveries into parts of a row's size, in their order.</summary>
    private static List<OutboxItem[]> SplitDeliveries(IReadOnlyList<OutboxItem> items)
    {
        var parts = new List<OutboxItem[]>();
        var (some, size) = (new List<OutboxItem>(), 0);
        foreach (var item in items)
        {
            var bytes = RecordCodecs.Outbox.Write(item).Length + 1;
            if (some.Count > 0 && size + bytes > RowLimits.MaxPayloadBytes - 2)
            {
                parts.Add([.. some]);
                (some, size) = ([], 0);
            }

            some.Add(item);
            size += bytes;
        }

        return some.Count == 0 ? parts : [.. parts, [.. some]];
    }

    private static IEnumerable<RowWrite> CreateHashParts(string prefix, IEnumerable<string> hashes, DateTimeOffset now) =>
        hashes.Chunk(HashList.MaxHashes).Select((part, i) => RecordCodecs.GroupingHashes.Put(CreateKey(prefix, i), now, part));

    private static RowWrite Write(GroupingProgress before, GroupingHead head, DateTimeOffset now)
    {
        head = head.FitRow();
        return before.ETag is null
            ? RecordCodecs.GroupingHead.Insert(Head, now, head)
            : RecordCodecs.GroupingHead.Replace(Head, now, head, before.ETag);
    }

    // A plan with a damaged part is dropped: its items are still open and are grouped again, so a message may be sent twice, but none is
    // lost.
    private static (PlannedDeliveries? Plan, string? Problem) ReadPlan(IReadOnlyList<Row> rows, int sources)
    {
        try
        {
            return (
                new PlannedDeliveries(
                    [.. rows.Where(row => IsPart(row.Key, DeliveryPart)).SelectMany(RecordCodecs.GroupingDeliveries.Read)],
                    new HashRows(rows, SourcePart).Take(sources)
                ),
                null
            );
        }
        catch (StateStoreException e) when (e.Code == "Corrupt")
        {
            return (null, e.Message);
        }
    }

    private static bool IsPart(string key, string prefix) => key.StartsWith(prefix, StringComparison.Ordinal);

    private static string CreateKey(string prefix, int number) =>
        number < MaxParts
            ? $"{prefix}{number:D3}"
            : throw new ArgumentException("The plan has more parts than fit a commit.", nameof(number));

    /// <summary>Hashes in sequence, over as many rows as needed.</summary>
    private sealed class HashRows(IReadOnlyList<Row> rows, string prefix)
    {
        private readonly IEnumerator<string> all = rows.Where(row => IsPart(row.Key, prefix))
            .SelectMany(RecordCodecs.GroupingHashes.Read)
            .GetEnumerator();

        public HashSet<string> Take(int count)
        {
            var taken = new HashSet<string>(StringComparer.Ordinal);
            while (taken.Count < count && all.MoveNext())
            {
                taken.Add(all.Current);
            }

            return taken;
        }
    }
}
