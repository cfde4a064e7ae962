namespace Advisor.Runtime.State;

/// <summary>A scale-out that the quota of a subscription and region did not allow.</summary>
/// <param name="Subscription">In lower case.</param>
/// <param name="Region">In lower case.</param>
/// <param name="Used">Units in force there at that time, as far as the scope has them.</param>
/// <param name="Refused">Units that there would have been with the scale-out: so many are not allowed.</param>
/// <param name="IsWhole">Whether the scope has all resources of the subscription, so that <paramref name="Used"/> is all of it.</param>
public sealed record RegionalRefusal(string Subscription, string Region, int Used, int Refused, bool IsWhole, DateTimeOffset At)
{
    // A ticket may raise a quota while nothing else changes.
    private static readonly TimeSpan AskedAgainAfter = TimeSpan.FromDays(1), AskedAgainOfPart = TimeSpan.FromHours(1);

    /// <summary>
    /// Whether it still stands: until fewer units are in use than at the time, or as many as were refused, which shows a higher quota; for a day at the most,
    /// and for an hour where only a part of the use is known.
    /// </summary>
    /// <param name="used">Units in force by a listing that was made after the refusal; null = there is none yet.</param>
    public bool Stands(int? used, DateTimeOffset now) =>
        (now - At).Duration() < (IsWhole ? AskedAgainAfter : AskedAgainOfPart) && (used is not { } units || (units >= Used && units < Refused));

    /// <summary>Units that may still be added without asking for what was refused, 0 or more.</summary>
    public int Left(int? used) => Math.Max(0, Refused - 1 - Math.Max(used ?? 0, Used));
}

/// <summary>The refusals of quotas, one for a subscription and region, remembered by all instances until the use changes.</summary>
public sealed class RegionalRefusals
{
    private const string Prefix = "quota-";

    private readonly IStateStore store;

    internal RegionalRefusals(IStateStore store) => this.store = store;

    /// <summary>What is remembered, whether it still stands or not.</summary>
    public async Task<IReadOnlyList<RegionalRefusal>> ListAsync(CancellationToken cancellation) =>
        [.. (await store.QueryAsync(RowQuery.Prefix(StateKeys.Fleet, Prefix), cancellation)).Rows.Select(Codecs.Refusal.Read)];

    /// <summary>The refusal of a subscription and region; null where there is none.</summary>
    public Task<RegionalRefusal?> FindAsync(string subscription, string region, CancellationToken cancellation) =>
        SharedRow.ReadAsync(store, StateKeys.Fleet, KeyOf(subscription, region), Codecs.Refusal, cancellation);

    /// <summary>Remembers a refusal; of two that stand the one of fewer units says more.</summary>
    public Task SaveAsync(RegionalRefusal refusal, CancellationToken cancellation) => SharedRow.UpdateAsync(
        store,
        StateKeys.Fleet,
        KeyOf(refusal.Subscription, refusal.Region),
        Codecs.Refusal,
        refusal.At,
        before => before?.Stands(refusal.Used, refusal.At) == true && before.Refused < refusal.Refused ? refusal with { Refused = before.Refused } : refusal,
        cancellation);

    /// <summary>Forgets a refusal. Nothing happens where there is none.</summary>
    public Task DeleteAsync(RegionalRefusal refusal, CancellationToken cancellation) =>
        store.CommitAsync(StateKeys.Fleet, [RowWrite.Delete(KeyOf(refusal.Subscription, refusal.Region))], cancellation);

    private static string KeyOf(string subscription, string region) =>
        Prefix + StateKeys.Hash($"{subscription}/{region}");
}
