using Advisor.Core.Scaling.State;

namespace Advisor.Core.Tests.Scaling.State;

public sealed class SizeChangeHistoryTests
{
    private static readonly SizeChangeHistory Known = SizeChangeHistory.Empty with
    {
        ChangedAt = 100,
        ScaledOutAt = 90,
        Requests = [(4, 95), (5, 100)],
    };

    [Fact]
    public void What_lies_before_a_minute_stays_as_it_is() => Assert.Same(Known, Known.MoveFutureTo(100));

    [Theory]
    [InlineData(97, 97, 90, 95, 97)]
    [InlineData(80, 80, 80, 80, 80)]
    public void What_lies_after_a_minute_is_moved_to_it(int minute, int changed, int scaledOut, int first, int second)
    {
        var moved = Known.MoveFutureTo(minute);

        Assert.Equal((changed, scaledOut), (moved.ChangedAt, moved.ScaledOutAt));
        Assert.Equal([(4, first), (5, second)], moved.Requests);
    }

    [Fact]
    public void A_request_alone_is_moved_too()
    {
        var moved = (SizeChangeHistory.Empty with { Requests = [(4, 95)] }).MoveFutureTo(10);

        Assert.Equal([(4, 10)], moved.Requests);
    }
}
