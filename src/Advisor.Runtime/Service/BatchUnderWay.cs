namespace Advisor.Runtime.Service;

/// <summary>
/// A batch that this process works on. Of the batches of a tick that it has at once, only the last one to end asks whether the tick is complete: each of the
/// others knows that somebody will ask after it. A process that dies before that leaves the question to the next sweep.
/// </summary>
public sealed class BatchUnderWay : IDisposable
{
    private readonly Dictionary<DateTimeOffset, int> underWay;
    private readonly DateTimeOffset tick;
    private bool ended;

    internal BatchUnderWay(Dictionary<DateTimeOffset, int> underWay, DateTimeOffset tick)
    {
        (this.underWay, this.tick) = (underWay, tick);
        lock (underWay)
        {
            underWay[tick] = underWay.GetValueOrDefault(tick) + 1;
        }
    }

    /// <summary>Ends it; true where this process works on no other batch of the tick.</summary>
    public bool End()
    {
        lock (underWay)
        {
            if (ended)
            {
                return false;
            }

            ended = true;
            var left = underWay[tick] - 1;
            if (left > 0)
            {
                underWay[tick] = left;
                return false;
            }

            underWay.Remove(tick);
            return true;
        }
    }

    /// <summary>Ends it where it has not ended: the batch failed and comes again.</summary>
    public void Dispose() => End();
}
