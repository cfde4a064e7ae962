using Advisor.Service.Notify;
using Advisor.State;
using Advisor.State.Fleet;

namespace Advisor.Service.Change;

/// <summary>
/// Ends a stop of applying: resets the counts of failed verifications, records who ended it and why, and sends a notification.
/// </summary>
public sealed class Resumption(AdvisorState state)
{
    /// <param name="by">Who ends it, as far as that is known.</param>
    /// <param name="reason">Why it may go on.</param>
    /// <returns>The record of it; null where applying is not stopped, or was resumed just now.</returns>
    public async Task<ResumeMark?> RunAsync(string by, string reason, DateTimeOffset now, CancellationToken cancellation)
    {
        if (await state.Fleet.FindPauseAsync(cancellation) is null)
        {
            return null;
        }

        // First, so that no failure counted before the stop ends what goes on after it.
        await state.ChangeRate.ResetVerificationsAsync(now, cancellation);
        var mark = await state.Fleet.ResumeAsync(by, reason, now, cancellation);
        if (mark is not null)
        {
            await state.Outbox.EnqueueAsync(ChangeNotices.Resumed(mark).ToItem(), cancellation);
        }

        return mark;
    }
}
