using Advisor.Service.Evaluation;

namespace Advisor.Service.Tests.Evaluation;

public sealed class CoarseHistoryTests
{
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData(4, null)]
    [InlineData(5, 5)]
    [InlineData(5 * 1440, 5)] // 1,440 points
    [InlineData((5 * 1440) + 1, 15)]
    [InlineData(15 * 1440, 15)]
    [InlineData(30 * 1440, 30)]
    public void The_buckets_are_the_finest_of_which_a_metric_call_answers_the_window(int minutes, int? grain) =>
        Assert.Equal(grain is { } known ? TimeSpan.FromMinutes(known) : null, CoarseHistory.FindGrain(Start, Start.AddMinutes(minutes)));
}
