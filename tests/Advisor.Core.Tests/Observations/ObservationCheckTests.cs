using Advisor.Core.Observations;

namespace Advisor.Core.Tests.Observations;

public sealed class ObservationCheckTests
{
    [Theory]
    [InlineData(1970, 12, 31, false)]
    [InlineData(1971, 1, 1, true)]
    [InlineData(2199, 12, 31, true)]
    [InlineData(2200, 1, 1, false)]
    public void Times_lie_from_1971_to_2199(int year, int month, int day, bool isPossible)
    {
        var time = new DateTimeOffset(year, month, day, 12, 0, 0, TimeSpan.Zero);
        var usual = new DateTimeOffset(2026, 1, 5, 0, 0, 0, TimeSpan.Zero);

        Assert.Equal(isPossible, ObservationCheck.IsPossible(time));
        Assert.Equal(isPossible, ObservationCheck.FindTimeProblem(time, usual) is null);
        Assert.Equal(isPossible, ObservationCheck.FindTimeProblem(usual, time) is null);
    }
}
