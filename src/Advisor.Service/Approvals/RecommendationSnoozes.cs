using Advisor.Core.Decisions;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Store;

namespace Advisor.Service.Approvals;

/// <summary>Snoozes and dismisses recommendations.</summary>
public static class RecommendationSnoozes
{
    /// <summary>The longest snooze; a recommendation to hide for longer is dismissed instead.</summary>
    public static readonly TimeSpan MaxDuration = TimeSpan.FromDays(90);

    /// <summary>Returns the current recommendation for a resource, snoozed or not; null when there is none.</summary>
    public static async Task<DecisionRecord?> FindRecommendedAsync(
        AdvisorState state,
        string resourceId,
        DateTimeOffset now,
        CancellationToken cancellation
    ) =>
        await CurrentDecision.FindAsync(state, resourceId, now, cancellation)
            is { Outcome: AuditOutcome.Recommended or AuditOutcome.AwaitingApproval or AuditOutcome.DryRun } line
            ? line
            : null;

    /// <summary>Snoozes a recommendation, with an audit record, and replaces any earlier snooze of the resource.</summary>
    /// <param name="recommended">The decision returned by <see cref="FindRecommendedAsync"/>.</param>
    /// <param name="until">End of the snooze; null = dismissed until the figures change.</param>
    public static async Task<RecommendationSnooze> SnoozeAsync(
        AdvisorState state,
        DecisionRecord recommended,
        string author,
        string reason,
        DateTimeOffset? until,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var snooze = new RecommendationSnooze
        {
            ResourceId = recommended.ResourceId,
            FromSku = recommended.FromSku,
            FromUnits = recommended.FromUnits,
            Sku = recommended.Sku,
            Units = recommended.Units,
            Author = author,
            Reason = reason,
            At = now,
            Until = until,
        };
        await PersonLine.CommitAsync(
            state,
            PersonLine.Create(snooze.ResourceId, snooze.From, snooze.To, AuditOutcome.Snoozed, author, CreateReason(snooze), now),
            commit => commit.Save(snooze),
            cancellation
        );
        return snooze;
    }

    /// <summary>Ends the snooze or dismissal of a resource's recommendation, with an audit record; false if none is in force.</summary>
    public static async Task<bool> EndAsync(
        AdvisorState state,
        string resourceId,
        string author,
        DateTimeOffset now,
        CancellationToken cancellation
    ) =>
        (await state.LoadAsync(resourceId, cancellation)).Snooze is { } snooze
        && (snooze.Until is null || snooze.Until > now)
        && await PersonLine.CommitAsync(
            state,
            PersonLine.Create(
                snooze.ResourceId,
                snooze.From,
                snooze.To,
                AuditOutcome.SnoozeEnded,
                author,
                new Reason("Answered", $"The {Describe(snooze)} has ended; its reason was: {snooze.Reason}"),
                now
            ),
            commit => commit.DeleteSnooze(),
            cancellation
        );

    private static string Describe(RecommendationSnooze snooze) =>
        $"{(snooze.Until is null ? "dismissal" : "snooze")} by {snooze.Author} of {snooze.At.UtcDateTime:yyyy-MM-dd HH:mm} UTC";

    /// <summary>Creates the reason for the audit trail while a snooze is in force.</summary>
    internal static Reason CreateReason(RecommendationSnooze snooze) =>
        new(
            "Snoozed",
            $"{(snooze.Until is { } until ? $"Snoozed until {until.UtcDateTime:yyyy-MM-dd HH:mm} UTC" : "Dismissed")} by "
                + $"{snooze.Author}: {snooze.Reason}. "
                + $"It returns when the current or the recommended size changes by more than 10 %."
        );
}
