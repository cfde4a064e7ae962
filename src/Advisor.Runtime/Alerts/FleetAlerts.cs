using Advisor.Core.Alerting;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Alerts;

/// <summary>
/// The alerts of what is no resource, such as a region or a channel: evaluated by whoever has its facts, kept under <see cref="AlertReport.ScopeOf"/> in one
/// commit with what they tell. A quiet subject costs a read and no write.
/// </summary>
public sealed class FleetAlerts(ServiceParts parts)
{
    private const int Version = SubjectAlertsFormat.Version;

    /// <summary>Evaluates the alerts of one subject. Where another instance did so at the same time, its evaluation stands and this one tells nothing.</summary>
    /// <param name="words">Puts what surrounds it around an alert.</param>
    /// <returns>What was written to be told.</returns>
    /// <exception cref="StateStoreException">What is remembered is of a newer version, or damaged: it is not written over.</exception>
    public async Task<IReadOnlyList<AlertReport>> AdvanceAsync(
        AlertSubject subject, AlertFacts facts, AlertHolds holds, Func<AlertNotification, AlertReport> words, DateTimeOffset now, CancellationToken cancellation)
    {
        var (document, before) = await ReadAsync(subject, cancellation);
        var readings = AlertReadings.Of(parts.Rules, subject.Kind, null, facts, now);
        var input = new AlertInput(subject, readings, ChangeInProgress: false, holds);
        var step = AlertMachine.Advance(parts.AlertingRules.Alerts, input, before, now);
        if (step.State.IsQuiet && before.IsQuiet && step.Notifications.Count == 0)
        {
            return [];
        }

        return await WriteAsync(subject, document, step, words, now, cancellation);
    }

    /// <summary>Whether nothing is remembered of the alerts of a subject.</summary>
    /// <exception cref="StateStoreException">What is remembered is of a newer version, or damaged.</exception>
    public async Task<bool> IsQuietAsync(AlertSubject subject, CancellationToken cancellation) =>
        (await ReadAsync(subject, cancellation)).Before.IsQuiet;

    /// <summary>Ends what was told of a subject that is no more. Nothing happens where nothing is remembered of it.</summary>
    /// <param name="why">A sentence for people.</param>
    /// <returns>What was written to be told.</returns>
    /// <exception cref="StateStoreException">What is remembered is of a newer version, or damaged: it is not written over.</exception>
    public async Task<IReadOnlyList<AlertReport>> CloseAsync(AlertSubject subject, string why, DateTimeOffset now, CancellationToken cancellation)
    {
        var (document, before) = await ReadAsync(subject, cancellation);
        if (before.IsQuiet)
        {
            return [];
        }

        var step = AlertMachine.Close(parts.AlertingRules.Alerts, subject, before, why, now);
        return await WriteAsync(subject, document, step, static alert => new AlertReport { Alert = alert }, now, cancellation);
    }

    private async Task<(Document? Document, SubjectAlerts Before)> ReadAsync(AlertSubject subject, CancellationToken cancellation)
    {
        var document = await parts.State.StateAsync(AlertReport.ScopeOf(subject), cancellation);
        return (document, document is null ? SubjectAlerts.Empty : Read(document));
    }

    private async Task<IReadOnlyList<AlertReport>> WriteAsync(
        AlertSubject subject, Document? document, AlertStep step, Func<AlertNotification, AlertReport> words, DateTimeOffset now, CancellationToken cancellation)
    {
        var reports = step.Notifications.Select(words).ToList();
        var commit = parts.State.Begin(AlertReport.ScopeOf(subject)).SaveState(document, Version, now, SubjectAlertsFormat.Write(step.State));
        foreach (var report in reports)
        {
            commit.Enqueue(report.ToItem());
        }

        return (await commit.RunAsync(cancellation)).Committed ? reports : [];
    }

    private static SubjectAlerts Read(Document document)
    {
        var reading = SubjectAlertsFormat.Read(document.Content.Span);
        return reading.Alerts ?? throw new StateStoreException("Corrupt", $"{document.ResourceId}: {reading.Problem}", isTransient: false);
    }
}
