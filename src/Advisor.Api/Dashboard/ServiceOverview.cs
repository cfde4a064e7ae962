using Advisor.State;
using Advisor.State.Fleet;
using Advisor.State.Notifications;

namespace Advisor.Api.Dashboard;

/// <summary>Status of Advisor itself, read for its page.</summary>
/// <param name="Ticks">Ticks of the last hour, newest first.</param>
/// <param name="DeadLetters">Dead-lettered messages, newest first.</param>
internal sealed record ServiceOverview(
    HeartbeatMark? Heartbeat,
    PauseMark? Stop,
    IReadOnlyList<TickProgress> Ticks,
    IReadOnlyList<ChannelHealth> Channels,
    OutboxCounts Outbox,
    IReadOnlyList<DeadLetter> DeadLetters
)
{
    private const int MaxTicks = 15;
    private const int MaxDeadLetters = 50;

    private static readonly TimeSpan TickWindow = TimeSpan.FromHours(1);

    public static async Task<ServiceOverview> ReadAsync(AdvisorState state, DateTimeOffset now, CancellationToken cancellation)
    {
        var ticks = await state.Ticks.GetProgressAsync(now.AddMinutes(1), now - TickWindow, cancellation);
        return new ServiceOverview(
            await state.Fleet.FindHeartbeatAsync(cancellation),
            await state.Fleet.FindPauseAsync(cancellation),
            [.. ticks.Take(MaxTicks)],
            await state.Fleet.ListChannelHealthAsync(cancellation),
            await state.Outbox.CountOpenAsync(cancellation),
            (await state.DeadLetters.ListAsync(MaxDeadLetters, cancellation)).Records
        );
    }
}
