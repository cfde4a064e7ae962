using Advisor.Core.Capacity;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Changes;

/// <summary>Scale-out refused by the unit quota of a subscription and region.</summary>
/// <param name="Subscription">In lower case.</param>
/// <param name="Region">In lower case.</param>
/// <param name="Used">Units in force in the subscription and region at that time, as far as the scope covers them.</param>
/// <param name="Refused">Units that the scale-out would have led to, and that the quota does not allow.</param>
/// <param name="CoversSubscription">
/// Whether the scope covers all resources of the subscription, so that <paramref name="Used"/> is complete.
/// </param>
public sealed record QuotaRefusal(string Subscription, string Region, int Used, int Refused, bool CoversSubscription, DateTimeOffset At)
{
    // A support ticket may raise a quota without any visible change.
    private static readonly TimeSpan RetriedAfter = TimeSpan.FromDays(1),
        RetriedAfterForPart = TimeSpan.FromHours(1);

    /// <summary>
    /// Whether the refusal still applies: until fewer units are in use than at the time, or at least as many as were refused, which shows a
    /// higher quota; for at most a day, or an hour if the usage is incomplete.
    /// </summary>
    /// <param name="used">Units in force according to a listing after the refusal; null = none yet.</param>
    public bool IsInForce(int? used, DateTimeOffset now) =>
        (now - At).Duration() < (CoversSubscription ? RetriedAfter : RetriedAfterForPart)
        && (used is not { } units || (units >= Used && units < Refused));

    /// <summary>Whether Azure stated, after the refusal, a limit that allows what was refused: a support ticket raised it.</summary>
    /// <param name="quota">Current quota; null = not known.</param>
    public bool IsRaised(QuotaOrigin? quota) => quota?.ReadAt > At && quota.Limit >= Refused;

    /// <summary>Returns the units that can be added without reaching the refused number, 0 or more.</summary>
    public int GetRemaining(int? used) => Math.Max(0, Refused - 1 - Math.Max(used ?? 0, Used));
}

/// <summary>Quota refusals, one per subscription and region, shared by all instances.</summary>
public sealed class QuotaRefusals
{
    private const string Prefix = "quota-";

    private readonly IStateStore store;

    internal QuotaRefusals(IStateStore store) => this.store = store;

    /// <summary>Lists all refusals, whether they still apply or not.</summary>
    public async Task<IReadOnlyList<QuotaRefusal>> ListAsync(CancellationToken cancellation) =>
        [
            .. (await store.QueryAsync(RowQuery.FromPrefix(StateKeys.Fleet, Prefix), cancellation)).Rows.Select(
                RecordCodecs.QuotaRefusal.Read
            ),
        ];

    /// <summary>Returns the refusal of a subscription and region; null if there is none.</summary>
    public Task<QuotaRefusal?> FindAsync(string subscription, string region, CancellationToken cancellation) =>
        GetRow(subscription, region).ReadAsync(cancellation);

    /// <summary>Saves a refusal; while an earlier one applies, the lower number of refused units is kept.</summary>
    public Task SaveAsync(QuotaRefusal refusal, CancellationToken cancellation) =>
        GetRow(refusal.Subscription, refusal.Region)
            .UpdateAsync(
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

    /// <summary>Deletes a refusal; no effect if there is none.</summary>
    public Task DeleteAsync(QuotaRefusal refusal, CancellationToken cancellation) =>
        store.CommitAsync(StateKeys.Fleet, [RowWrite.Delete(GetRow(refusal.Subscription, refusal.Region).Key)], cancellation);

    private OptimisticRow<QuotaRefusal> GetRow(string subscription, string region) =>
        new(store, StateKeys.Fleet, Prefix + StateKeys.Hash($"{subscription}/{region}"), RecordCodecs.QuotaRefusal);
}
