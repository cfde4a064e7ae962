using Azure.Core;
using Azure.Core.Pipeline;

namespace Advisor.Azure;

/// <summary>
/// Azure's time, from the Date header of every response, including refusals. While Azure is called for other reasons, this machine's clock
/// is checked without a separate call.
/// </summary>
public sealed class ServerClock
{
    /// <summary>Age, by this machine's clock, up to which a response is used; the clock may have been set since an older one.</summary>
    public static readonly TimeSpan FreshFor = TimeSpan.FromMinutes(2);

    private readonly TimeProvider time;
    private Reading? last;

    internal ServerClock(TimeProvider time) => this.time = time;

    /// <summary>Makes a call whose response has a date; null = no call is made.</summary>
    internal Func<CancellationToken, Task>? RefreshAsync { get; set; }

    /// <summary>
    /// Returns the difference of this machine's clock to Azure's, to about a second, negative if it is behind: from a response of the last
    /// two minutes, or from a call made for it. Null if there was no response, or none with a date.
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
                // Only the date matters, and a refusal has one too. Failures are reported by the calls that need the response.
            }
        }

        return FindFresh()?.Offset;
    }

    /// <summary>Records the date of every response of a client.</summary>
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
        // A response from a cache has an older date.
        public override void OnReceivedResponse(HttpMessage message)
        {
            if (ResponseDate.Find(message.Response) is { } date && !message.Response.Headers.Contains("Age"))
            {
                clock.Record(date);
            }
        }
    }
}
