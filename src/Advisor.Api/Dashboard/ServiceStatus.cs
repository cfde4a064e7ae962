using Advisor.State;
using Advisor.State.Fleet;
using Advisor.State.Notifications;

namespace Advisor.Api.Dashboard;

/// <summary>How Advisor itself works, read for its page.</summary>
/// <param name="Ticks">Of the last hour, newest first.</param>
/// <param name="OpenMessages">Messages of the outbox that are not delivered yet.</param>
/// <param name="DeadLetters">Newest first.</param>
internal sealed record ServiceStatus(
    HeartbeatMark? Heartbeat,
    PauseMark? Stop,
    IReadOnlyList<TickProgress> Ticks,
    IReadOnlyList<ChannelHealth> Channels,
    int OpenMessages,
    DateTimeOffset? OldestMessageAt,
    IReadOnlyList<DeadLetter> DeadLetters
)
{
    private const int MaxTicks = 15;
    private const int MaxDeadLetters = 50;

    private static readonly TimeSpan TickWindow = TimeSpan.FromHours(1);

    public static async Task<ServiceStatus> ReadAsync(AdvisorState state, DateTimeOffset now, CancellationToken cancellation)
    {
        var ticks = await state.Ticks.GetProgressAsync(now.AddMinutes(1), now - TickWindow, cancellation);
        var (open, oldest) = await state.CountOpenMessagesAsync(now, cancellation);
        return new ServiceStatus(
            await state.Fleet.FindHeartbeatAsync(cancellation),
            await state.Fleet.FindPauseAsync(cancellation),
            [.. ticks.Take(MaxTicks)],
            await state.Fleet.ListChannelHealthAsync(cancellation),
            open,
            oldest,
            (await state.DeadLetters.ListAsync(MaxDeadLetters, cancellation)).Records
        );
    }
}
