namespace Advisor.Service.Tick;

/// <summary>
/// A batch that this process works on. Of the batches of one tick that it works on at once, only the last to end checks whether the tick is
/// complete. If the process dies before that, the next tick checks.
/// </summary>
public sealed class BatchInProgress : IDisposable
{
    private readonly Dictionary<DateTimeOffset, int> inProgress;
    private readonly DateTimeOffset tick;
    private bool ended;

    internal BatchInProgress(Dictionary<DateTimeOffset, int> inProgress, DateTimeOffset tick)
    {
        (this.inProgress, this.tick) = (inProgress, tick);
        lock (inProgress)
        {
            inProgress[tick] = inProgress.GetValueOrDefault(tick) + 1;
        }
    }

    /// <summary>Ends the batch; true when this process works on no other batch of the tick.</summary>
    public bool End()
    {
        lock (inProgress)
        {
            if (ended)
            {
                return false;
            }

            ended = true;
            var left = inProgress[tick] - 1;
            if (left > 0)
            {
                inProgress[tick] = left;
                return false;
            }

            inProgress.Remove(tick);
            return true;
        }
    }

    /// <summary>Ends the batch if it has not ended: it failed and is retried.</summary>
    public void Dispose() => End();
}
