using Advisor.Api.Routes;
using Advisor.Runtime.State;

namespace Advisor.Api.Tests.Routes;

public sealed class HealthTests
{
    private static readonly DateTimeOffset Now = new(2026, 3, 1, 8, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData(0, true)]
    [InlineData(179, true)]
    [InlineData(180, true)] // three intervals of a minute, not older
    [InlineData(181, false)]
    public void A_sweep_older_than_three_intervals_is_stale(int secondsAgo, bool expected) =>
        Assert.Equal(expected, Health.IsHealthy(new HeartbeatMark(Now, Now.AddSeconds(-secondsAgo)), Now, TimeSpan.FromMinutes(1)));

    [Fact]
    public void Before_the_first_sweep_it_is_not_healthy_yet() => Assert.False(Health.IsHealthy(null, Now, TimeSpan.FromMinutes(1)));
}
