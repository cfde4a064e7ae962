using Advisor.State.Rows;

namespace Advisor.State.Changes;

/// <summary>A scale-out that the quota of a subscription and region did not allow.</summary>
/// <param name="Subscription">In lower case.</param>
/// <param name="Region">In lower case.</param>
/// <param name="Used">Units in force there at that time, as far as the scope has them.</param>
/// <param name="Refused">Units that there would have been with the scale-out: so many are not allowed.</param>
/// <param name="CoversSubscription">
/// Whether the scope has all resources of the subscription, so that <paramref name="Used"/> is all of it.
/// </param>
public sealed record QuotaRefusal(string Subscription, string Region, int Used, int Refused, bool CoversSubscription, DateTimeOffset At)
{
    // A ticket may raise a quota while nothing else changes.
    private static readonly TimeSpan RetriedAfter = TimeSpan.FromDays(1),
        RetriedAfterForPart = TimeSpan.FromHours(1);

    /// <summary>
    /// Whether it still stands: until fewer units are in use than at the time, or as many as were refused, which shows a higher quota; for
    /// a day at the most, and for an hour where only a part of the use is known.
    /// </summary>
    /// <param name="used">Units in force by a listing that was made after the refusal; null = there is none yet.</param>
    public bool IsInForce(int? used, DateTimeOffset now) =>
        (now - At).Duration() < (CoversSubscription ? RetriedAfter : RetriedAfterForPart)
        && (used is not { } units || (units >= Used && units < Refused));

    /// <summary>Units that may still be added without asking for what was refused, 0 or more.</summary>
    public int GetRemaining(int? used) => Math.Max(0, Refused - 1 - Math.Max(used ?? 0, Used));
}

/// <summary>The refusals of quotas, one for a subscription and region, remembered by all instances until the use changes.</summary>
public sealed class QuotaRefusals
{
    private const string Prefix = "quota-";

    private readonly IStateStore store;

    internal QuotaRefusals(IStateStore store) => this.store = store;

    /// <summary>What is remembered, whether it still stands or not.</summary>
    public async Task<IReadOnlyList<QuotaRefusal>> ListAsync(CancellationToken cancellation) =>
        [.. (await store.QueryAsync(RowQuery.Prefix(StateKeys.Fleet, Prefix), cancellation)).Rows.Select(RecordCodecs.QuotaRefusal.Read)];

    /// <summary>The refusal of a subscription and region; null where there is none.</summary>
    public Task<QuotaRefusal?> FindAsync(string subscription, string region, CancellationToken cancellation) =>
        OptimisticRow.ReadAsync(store, StateKeys.Fleet, CreateKey(subscription, region), RecordCodecs.QuotaRefusal, cancellation);

    /// <summary>Remembers a refusal; of two that stand the one of fewer units says more.</summary>
    public Task SaveAsync(QuotaRefusal refusal, CancellationToken cancellation) =>
        OptimisticRow.UpdateAsync(
            store,
            StateKeys.Fleet,
            CreateKey(refusal.Subscription, refusal.Region),
            RecordCodecs.QuotaRefusal,
            refusal.At,
            before =>
                before?.IsInForce(refusal.Used, refusal.At) == true && before.Refused < refusal.Refused
                    ? refusal with
                    {
                        Refused = before.Refused,
                    }
                    : refusal,
            cancellation
        );

    /// <summary>Forgets a refusal. Nothing happens where there is none.</summary>
    public Task DeleteAsync(QuotaRefusal refusal, CancellationToken cancellation) =>
        store.CommitAsync(StateKeys.Fleet, [RowWrite.Delete(CreateKey(refusal.Subscription, refusal.Region))], cancellation);

    private static string CreateKey(string subscription, string region) => Prefix + StateKeys.Hash($"{subscription}/{region}");
}
