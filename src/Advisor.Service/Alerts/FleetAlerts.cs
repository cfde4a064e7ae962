using Advisor.Core.Alerting;
using Advisor.Core.Decisions;
using Advisor.Core.Rules;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Alerts;

/// <summary>
/// Alerts of subjects other than resources, such as a region or a channel: evaluated wherever their facts are known, and stored under
/// <see cref="AlertItems.CreateScope"/> in one commit with their events. A quiet subject costs one read and no write. A stored state of a
/// newer version, or damaged, is reported and not overwritten; its subject has no alerts meanwhile.
/// </summary>
internal sealed class FleetAlerts(AdvisorState state, RuleSet alertingRules, RowFaults faults)
{
    private const int Version = SubjectAlertsFormat.Version;

    /// <summary>
    /// Evaluates the alerts of one subject. When another instance evaluates them at the same time, its result is kept and this call writes
    /// nothing.
    /// </summary>
    /// <param name="describe">Adds the context to an alert, beside when it clears.</param>
    /// <returns>The events that were written.</returns>
    public Task<IReadOnlyList<AlertEvent>> AdvanceAsync(
        AlertSubject subject,
        AlertFacts facts,
        AlertSuppression suppressions,
        Func<AlertEvent, AlertEvent> describe,
        DateTimeOffset now,
        CancellationToken cancellation
    ) =>
        faults.RunAsync(
            async () =>
            {
                var (document, before) = await ReadAsync(subject, cancellation);
                var readings = AlertReadings.Read(alertingRules, subject.Kind, null, facts, now);
                var input = new AlertInput(subject, readings, ChangeInProgress: false, suppressions);
                var step = AlertStateMachine.Advance(alertingRules.Alerts, input, before, now);
                return step.State.IsQuiet && before.IsQuiet && step.Events.Count == 0
                    ? []
                    : await WriteAsync(subject, document, step, describe, now, cancellation);
            },
            otherwise: []
        );

    /// <summary>Whether no state is stored for the alerts of a subject; also true where it cannot be read.</summary>
    public Task<bool> IsQuietAsync(AlertSubject subject, CancellationToken cancellation) =>
        faults.RunAsync(async () => (await ReadAsync(subject, cancellation)).Before.IsQuiet, otherwise: true);

    /// <summary>Resolves the alerts of a subject that no longer exists; does nothing when it has none.</summary>
    /// <param name="why">Reason, as a sentence for people.</param>
    /// <returns>The events that were written.</returns>
    public Task<IReadOnlyList<AlertEvent>> CloseAsync(
        AlertSubject subject,
        string why,
        DateTimeOffset now,
        CancellationToken cancellation
    ) =>
        faults.RunAsync(
            async () =>
            {
                var (document, before) = await ReadAsync(subject, cancellation);
                var step = AlertStateMachine.Close(alertingRules.Alerts, subject, before, why, now);
                return before.IsQuiet ? [] : await WriteAsync(subject, document, step, static alert => alert, now, cancellation);
            },
            otherwise: []
        );

    /// <summary>Reads the pending and firing alerts of a subject; none where they cannot be read.</summary>
    public static async Task<IReadOnlyList<Alert>> ListActiveAsync(
        AdvisorState state,
        AlertRules rules,
        AlertSubject subject,
        CancellationToken cancellation
    ) =>
        await state.LoadStateAsync(AlertItems.CreateScope(subject), cancellation) is { } document
        && SubjectAlertsFormat.Read(document.Content.Span).Alerts is { } alerts
            ? AlertStateMachine.ListActive(rules, alerts)
            : [];

    private async Task<(ResourceDocument? Document, SubjectAlerts Before)> ReadAsync(AlertSubject subject, CancellationToken cancellation)
    {
        var resourceDocument = await state.LoadStateAsync(AlertItems.CreateScope(subject), cancellation);
        return (resourceDocument, resourceDocument is null ? SubjectAlerts.Empty : Read(resourceDocument));
    }

    private async Task<IReadOnlyList<AlertEvent>> WriteAsync(
        AlertSubject subject,
        ResourceDocument? resourceDocument,
        AlertStep<SubjectAlerts> step,
        Func<AlertEvent, AlertEvent> describe,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var reports = step
            .Events.Select(alert => describe(alert with { Next = ClearingText.Describe(alert, alertingRules.Alerts) }))
            .ToList();
        var commit = state
            .BeginCommit(AlertItems.CreateScope(subject))
            .SaveState(resourceDocument, Version, now, SubjectAlertsFormat.Write(step.State));
        commit.Add(reports);
        return (await commit.RunAsync(cancellation)).IsCommitted ? reports : [];
    }

    private static SubjectAlerts Read(ResourceDocument resourceDocument)
    {
        var reading = SubjectAlertsFormat.Read(resourceDocument.Content.Span);
        return reading.Alerts
            ?? throw new StateStoreException("Corrupt", $"{resourceDocument.ResourceId}: {reading.Problem}", isTransient: false)
            {
                IsOfRow = true,
            };
    }
}
