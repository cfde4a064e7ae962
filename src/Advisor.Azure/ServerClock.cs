using Azure.Core;
using Azure.Core.Pipeline;

namespace Advisor.Azure;

/// <summary>
/// What Azure's answers say of the time: the header Date, which every answer has, refusals included. Whether this machine's clock is
/// right is seen without a call as long as Azure is asked for something else.
/// </summary>
public sealed class ServerClock
{
    /// <summary>An answer that is older, by this machine's clock, says nothing of it any more: the clock may have been set since.</summary>
    public static readonly TimeSpan FreshFor = TimeSpan.FromMinutes(2);

    private readonly TimeProvider time;
    private Reading? last;

    internal ServerClock(TimeProvider time) => this.time = time;

    /// <summary>How a question is put to Azure whose answer has a date; null = it is never asked.</summary>
    internal Func<CancellationToken, Task>? RefreshAsync { get; set; }

    /// <summary>
    /// By how much this machine's clock is ahead of Azure's, exact to a second or so, negative where it is behind: from an answer of the
    /// last two minutes, or from one that is asked for now. Null where no answer came, or none with a date.
    /// </summary>
    public async Task<TimeSpan?> ReadOffsetAsync(CancellationToken cancellation)
    {
        if (FindFresh() is null && RefreshAsync is not null)
        {
            try
            {
                await RefreshAsync(cancellation);
            }
            catch (Exception e) when (e is not OutOfMemoryException && !cancellation.IsCancellationRequested)
            {
                // Only the date was of interest, and a refusal has one as well. Who needs Azure's answers says what is wrong with them.
            }
        }

        return FindFresh()?.Offset;
    }

    /// <summary>Takes the date of every answer that passes a client.</summary>
    internal HttpPipelinePolicy Policy => new DatePolicy(this);

    private Reading? FindFresh() =>
        Volatile.Read(ref last) is { } reading && (time.GetUtcNow() - reading.ReadAt).Duration() <= FreshFor ? reading : null;

    private void Record(DateTimeOffset date)
    {
        var now = time.GetUtcNow();
        Volatile.Write(ref last, new Reading(now, now - date));
    }

    private sealed record Reading(DateTimeOffset ReadAt, TimeSpan Offset);

    private sealed class DatePolicy(ServerClock clock) : HttpPipelineSynchronousPolicy
    {
        // What a cache answers was dated earlier.
        public override void OnReceivedResponse(HttpMessage message)
        {
            if (message.Response.Headers.Date is { } date && !message.Response.Headers.Contains("Age"))
            {
                clock.Record(date);
            }
        }
    }
}
