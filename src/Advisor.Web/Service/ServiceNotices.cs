using Advisor.Service.Store;

namespace Advisor.Web.Service;

/// <summary>What a page of many resources says first, since it concerns all of them.</summary>
internal static class ServiceNotices
{
    private const int MaxMissedTicks = 3;

    /// <summary>Returns that Advisor applies no changes, or that it no longer evaluates; empty where all is well.</summary>
    public static async Task<IReadOnlyList<string>> ReadAsync(
        AdvisorState state,
        TimeSpan interval,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var stop = await state.Fleet.FindPauseAsync(cancellation);
        var completed = (await state.Fleet.FindHeartbeatAsync(cancellation))?.CompletedAt;
        string?[] notices =
        [
            stop is null
                ? null
                : $"Changes have been stopped since {stop.At.UtcDateTime:yyyy-MM-dd HH:mm} UTC, by {stop.By}: {stop.Reason}",
            completed is { } at && IsLate(at, interval, now)
                ? $"Advisor has completed no tick since {at.UtcDateTime:yyyy-MM-dd HH:mm} UTC: what this page shows is of then."
                : null,
        ];
        return [.. notices.OfType<string>()];
    }

    /// <summary>Whether more ticks are missing than one that takes long, or a restart, explains.</summary>
    public static bool IsLate(DateTimeOffset? completed, TimeSpan interval, DateTimeOffset now) =>
        completed is not { } at || now - at > MaxMissedTicks * interval;
}
