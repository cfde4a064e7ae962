using Advisor.Service.Alerts;
using Advisor.Service.Notifications;
using Advisor.Service.Store;

namespace Advisor.Service.Changes;

/// <summary>
/// Resumes applying: resets the counts of failed verifications, records who resumed it and why, and sends a notification.
/// </summary>
public sealed class Resumption(AdvisorState state)
{
    /// <param name="by">Person who resumes applying, as far as known.</param>
    /// <param name="reason">Reason to resume applying.</param>
    /// <returns>The record of the resumption; null when applying is not stopped, or was just resumed.</returns>
    public async Task<ResumeMark?> RunAsync(string by, string reason, DateTimeOffset now, CancellationToken cancellation)
    {
        if (await state.Fleet.FindPauseAsync(cancellation) is null)
        {
            return null;
        }

        // Reset first, so that a failure counted before the stop cannot stop applying again.
        await state.ChangeRate.ResetVerificationsAsync(now, cancellation);
        var mark = await state.Fleet.ResumeAsync(by, reason, now, cancellation);
        if (mark is not null)
        {
            await state.Outbox.EnqueueAsync(ChangeNotices.CreateResumed(mark).ToItem(), cancellation);
        }

        return mark;
    }
}
