namespace Advisor.Tests;

/// <summary>One end of a process on the day.</summary>
/// <param name="At">The instant of the day's clock; it ends within the work that follows.</param>
/// <param name="WithMessage">
/// Whether it ends with the next message, which has arrived and has no answer: the one window in which a message may come twice.
/// </param>
internal readonly record struct DayKill(DateTimeOffset At, bool WithMessage)
{
    /// <summary>Ends at random, every other one with a message.</summary>
    /// <param name="until">After the last there is a message still.</param>
    public static IReadOnlyList<DayKill> Draw(int count, Random random, DateTimeOffset from, DateTimeOffset until) =>
        [
            .. Enumerable
                .Range(0, count)
                .Select(_ => from + (random.NextDouble() * (until - from)))
                .Order()
                .Select((at, i) => new DayKill(at, i % 2 == 1)),
        ];
}
