using System.Buffers.Binary;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using Advisor.State.Rows;

namespace Advisor.State.Notifications;

/// <summary>What grouping remembers from run to run.</summary>
internal sealed record GroupingMemory
{
    public static GroupingMemory Empty { get; } = new();

    /// <summary>The creation of the newest delivery: the next one is later, whatever the clock says.</summary>
    public DateTimeOffset NewestDeliveryAt { get; init; }

    /// <summary>The interval in which a team was last notified, by team; those of the past are dropped.</summary>
    public IReadOnlyDictionary<string, DateTimeOffset> LastNotified { get; init; } =
        new Dictionary<string, DateTimeOffset>(StringComparer.Ordinal);

    /// <summary>Names of teams that are not configured and were reported.</summary>
    public IReadOnlyList<string> UnknownTeams { get; init; } = [];

    /// <summary>Summaries that are open at channels which keep incidents.</summary>
    public IReadOnlyList<OpenSummary> Summaries { get; init; } = [];
}

/// <summary>One incident at a channel that stands for many alerts.</summary>
/// <param name="Scope">Channel and team.</param>
/// <param name="DedupKey">The key of the incident.</param>
/// <param name="Since">When the earliest of its alerts began.</param>
/// <param name="Members">Dedup keys of its alerts that are not over.</param>
internal sealed record OpenSummary(
    string Scope,
    string DedupKey,
    DateTimeOffset Since,
    [property: JsonIgnore] IReadOnlySet<string> Members
);

/// <summary>One run of grouping: what leaves, and what is contained in it.</summary>
/// <param name="Deliveries">In the order in which they are to be enqueued.</param>
/// <param name="Sources">
/// Hashes of the items that are done with when the deliveries are there: <see cref="Outbox.ComputeHash(OutboxItem)"/>.
/// </param>
internal sealed record PlannedDeliveries(IReadOnlyList<OutboxItem> Deliveries, IReadOnlyCollection<string> Sources);

/// <param name="Plan">The run in progress; null where there is none.</param>
/// <param name="ETag">Of the head; null before the first pass.</param>
/// <param name="Parts">Rows of the plan.</param>
internal sealed record GroupingProgress(GroupingMemory Memory, PlannedDeliveries? Plan, string? ETag, IReadOnlyList<string> Parts)
{
    /// <summary>What of the journal was damaged and is reset; null where nothing was.</summary>
    public string? Problem { get; init; }
}

/// <summary>
/// The grouping plan, written whole in one commit before anything of it is done, and removed when all of it is: whoever finds one
/// carries it out, and carrying it out twice changes nothing. Of gatherers that race, one writes its plan.
/// </summary>
internal sealed class GroupingJournal(IStateStore store)
{
    private const string Head = "head";
    private const string DeliveryPart = "d-";
    private const string SourcePart = "s-";
    private const string MemberPart = "m-";
    private const int HashBytes = 16;
    private const int HashesPerPart = RowLimits.MaxPayloadBytes / HashBytes;
    private const int MaxParts = 80;

    /// <summary>Most bytes of the deliveries of one plan; with sources and members it stays below the limit of a commit.</summary>
    public const int MaxDeliveryBytes = 1024 * 1024;

    /// <summary>Most items of one plan.</summary>
    public const int MaxSources = 20_000;

    /// <summary>Most alerts that the open summaries stand for, together.</summary>
    public const int MaxMembers = 20_000;

    public async Task<GroupingProgress> ReadAsync(CancellationToken cancellation)
    {
        // One answer is one moment of a partition; where a store gives it in pieces, a change in between is seen by the head.
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
            // Parts that exist are those of a plan in progress: carried out again, it repeats nothing.
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

    /// <summary>Writes a plan and what is remembered after it.</summary>
    /// <returns>How it stands then; null where another gatherer was first.</returns>
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
            .. SplitDeliveries(plan.Deliveries).Select((part, i) => RowWrite.Put(CreateKey(DeliveryPart, i), 1, now, part)),
            .. HashRows.Split(plan.Sources).Select((part, i) => RowWrite.Put(CreateKey(SourcePart, i), 1, now, part)),
        ];
        var members = ReferenceEquals(memory.Summaries, before.Memory.Summaries)
            ? []
            : HashRows
                .Split(memory.Summaries.SelectMany(summary => summary.Members))
                .Select((part, i) => RowWrite.Put(CreateKey(MemberPart, i), 1, now, part));
        // Parts of a plan that could not be read.
        var stale = before.Parts.Except(parts.Select(part => part.Key), StringComparer.Ordinal).Select(part => RowWrite.Delete(part));
        var written = await store.CommitAsync(StateKeys.Grouping, [Write(before, head, now), .. parts, .. members, .. stale], cancellation);
        return written.IsCommitted ? new GroupingProgress(memory, plan, written.ETags[0], [.. parts.Select(part => part.Key)]) : null;
    }

    /// <summary>Removes the plan that was read and carried out; where another has done so, nothing happens.</summary>
    public async Task EndAsync(GroupingProgress done, DateTimeOffset now, CancellationToken cancellation)
    {
        var head = new GroupingHead(done.Memory, [.. done.Memory.Summaries.Select(summary => summary.Members.Count)], null);
        await store.CommitAsync(
            StateKeys.Grouping,
            [Write(done, head, now), .. done.Parts.Select(part => RowWrite.Delete(part))],
            cancellation
        );
    }

    /// <summary>The deliveries as parts of a row's size, in their order.</summary>
    public static IReadOnlyList<byte[]> SplitDeliveries(IReadOnlyList<OutboxItem> items)
    {
        var parts = new List<byte[]>();
        var (some, size) = (new List<OutboxItem>(), 0);
        foreach (var item in items)
        {
            var bytes = RecordCodecs.Outbox.Write(item).Length + 1;
            if (some.Count > 0 && size + bytes > RowLimits.MaxPayloadBytes - 2)
            {
                parts.Add(JsonSerializer.SerializeToUtf8Bytes([.. some], RecordCodecs.OutboxItems));
                (some, size) = ([], 0);
            }

            some.Add(item);
            size += bytes;
        }

        return some.Count == 0 ? parts : [.. parts, JsonSerializer.SerializeToUtf8Bytes([.. some], RecordCodecs.OutboxItems)];
    }

    private static RowWrite Write(GroupingProgress before, GroupingHead head, DateTimeOffset now) =>
        before.ETag is null
            ? RecordCodecs.GroupingHead.Insert(Head, now, head)
            : RecordCodecs.GroupingHead.Replace(Head, now, head, before.ETag);

    // A plan of which a part is damaged is dropped: its items still wait and are grouped again, so that a message may come twice
    // and none is lost.
    private static (PlannedDeliveries? Plan, string? Problem) ReadPlan(IReadOnlyList<Row> rows, int sources)
    {
        try
        {
            return (
                new PlannedDeliveries(
                    [
                        .. rows.Where(row => IsPart(row.Key, DeliveryPart))
                            .SelectMany(row => JsonSerializer.Deserialize(row.Payload.Span, RecordCodecs.OutboxItems) ?? []),
                    ],
                    new HashRows(rows, SourcePart).Take(sources)
                ),
                null
            );
        }
        catch (JsonException e)
        {
            return (null, $"The grouping plan in {StateKeys.Grouping} cannot be read: {e.Message}");
        }
    }

    private static bool IsPart(string key, string prefix) => key.StartsWith(prefix, StringComparison.Ordinal);

    private static string CreateKey(string prefix, int number) =>
        number < MaxParts
            ? string.Create(CultureInfo.InvariantCulture, $"{prefix}{number:D3}")
            : throw new ArgumentException("The plan has more parts than fit a commit.", nameof(number));

    /// <summary>Hashes of 128 bits one after another, over as many rows as they need.</summary>
    private sealed class HashRows(IReadOnlyList<Row> rows, string prefix)
    {
        private readonly IEnumerator<string> all = Read(rows, prefix).GetEnumerator();

        public HashSet<string> Take(int count)
        {
            var taken = new HashSet<string>(StringComparer.Ordinal);
            while (taken.Count < count && all.MoveNext())
            {
                taken.Add(all.Current);
            }

            return taken;
        }

        public static IEnumerable<byte[]> Split(IEnumerable<string> hashes) =>
            hashes.Chunk(HashesPerPart).Select(chunk => (byte[])[.. chunk.SelectMany(Convert.FromHexString)]);

        private static IEnumerable<string> Read(IReadOnlyList<Row> rows, string prefix)
        {
            foreach (var row in rows.Where(row => row.Key.StartsWith(prefix, StringComparison.Ordinal)))
            {
                for (var at = 0; at + HashBytes <= row.Payload.Length; at += HashBytes)
                {
                    yield return Convert.ToHexStringLower(row.Payload.Span.Slice(at, HashBytes));
                }
            }
        }
    }
}

/// <summary>The first row of the journal.</summary>
/// <param name="Members">How many alerts each summary stands for.</param>
/// <param name="Sources">How many items the plan has; null where no plan is in progress.</param>
internal sealed record GroupingHead(GroupingMemory Memory, IReadOnlyList<int> Members, int? Sources)
{
    /// <summary>Whether all parts are there, which the text of a damaged row may lack.</summary>
    [JsonIgnore]
    public bool IsComplete =>
        Memory is { LastNotified: not null, UnknownTeams: not null, Summaries: { } summaries }
        && Members is { } members
        && members.Count >= summaries.Count;
}
