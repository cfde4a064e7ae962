namespace Advisor.Service.Reports;

/// <summary>
/// Enqueues what is sent on a schedule once for each due time. The row of the outbox is written first, under a name made of what is sent
/// and the time at which it was due, then the mark: whoever ends between the two, or runs beside another, enqueues the same row again,
/// which changes nothing.
/// </summary>
/// <remarks>
/// What is seen for the first time waits for its next time. Something whose time passed while the service was off is sent once when it is
/// back; of several times that passed, only the last.
/// </remarks>
internal sealed class ScheduleProgress<TMark>(ScheduleMarks<TMark> marks)
    where TMark : class, IScheduleMark<TMark>
{
    // What is done already costs no call.
    private readonly Dictionary<string, TMark> marked = new(StringComparer.Ordinal);

    /// <param name="due">Mark of the last due time.</param>
    /// <param name="enqueueAsync">Enqueues what is due after the mark before, and returns the mark to write.</param>
    public async Task AdvanceAsync(TMark due, Func<TMark, Task<TMark>> enqueueAsync, CancellationToken cancellation)
    {
        var name = $"{due.Name}\n{due.Schedule}";
        if (marked.TryGetValue(name, out var known) && !ScheduleMarks<TMark>.IsReplaced(known, due))
        {
            return;
        }

        var last = await marks.FindAsync(due.Name, due.Schedule, cancellation);
        if (last is null || ScheduleMarks<TMark>.IsReplaced(last, due))
        {
            await marks.SaveAsync(last is null ? due : await enqueueAsync(last), cancellation);
        }

        marked[name] = due;
    }
}
