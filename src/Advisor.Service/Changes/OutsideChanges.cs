using Advisor.Core.Scaling.State;
using Advisor.Core.Text;
using Advisor.Service.Fleet;

namespace Advisor.Service.Changes;

/// <summary>
/// Finds out who made a change that was not Advisor's. The log is read only for such a change: when it is seen, and, since entries arrive
/// minutes later, a few more times with growing intervals until it names someone. A failure is a text and never more.
/// </summary>
internal sealed class OutsideChanges(IFleet fleet)
{
    private const int MaxLength = 200;

    private static readonly TimeSpan FirstInterval = TimeSpan.FromMinutes(2),
        GivenUpAfter = TimeSpan.FromHours(1),
        // Azure takes minutes for a change, and a list of resources may be minutes old.
        RequestedBefore = TimeSpan.FromHours(1),
        ClockTolerance = TimeSpan.FromMinutes(5),
        Timeout = TimeSpan.FromSeconds(10);

    /// <param name="known">What the last evaluation knew; null = nothing.</param>
    /// <param name="state">State after this evaluation.</param>
    public async Task<OutsideChange?> AdvanceAsync(
        OutsideChange? known,
        ResourceState? state,
        string resourceId,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        if (state?.ChangedByOthersAt is not { } seen)
        {
            return null;
        }

        known = known?.SeenAt == seen ? known : null;
        return known is { Caller: not null } || now - seen > GivenUpAfter || (known is not null && now < FindNextRead(known))
            ? known
            : await AskAsync(resourceId, seen, now, cancellation);
    }

    private static string? Shorten(string? name) => name is null ? null : UntrustedText.Shorten(name, MaxLength);

    // At 0, 2, 4, 6, 9, 14, 21, 32 and 48 minutes.
    private static DateTimeOffset FindNextRead(OutsideChange known) =>
        known.AskedAt + (((known.AskedAt - known.SeenAt) / 2) is var half && half > FirstInterval ? half : FirstInterval);

    private async Task<OutsideChange> AskAsync(string resourceId, DateTimeOffset seen, DateTimeOffset now, CancellationToken cancellation)
    {
        var change = new OutsideChange { SeenAt = seen, AskedAt = now };
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limit.CancelAfter(Timeout);
        try
        {
            var (changer, failure) = await fleet.FindChangerAsync(resourceId, seen - RequestedBefore, seen + ClockTolerance, limit.Token);
            return change with
            {
                Caller = Shorten(changer?.Caller),
                Client = Shorten(changer?.Client),
                At = changer?.At,
                Problem = failure?.Text,
            };
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return change with { Problem = "the Activity Log did not answer in time." };
        }
        catch (Exception fault) when (fault is not OperationCanceledException and not OutOfMemoryException)
        {
            return change with { Problem = FaultIsolation.Describe(fault) };
        }
    }
}
