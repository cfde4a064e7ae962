using Advisor.Core.Observations;
using Advisor.Core.Settings;
using FsCheck;
using FsCheck.Fluent;

namespace Advisor.Core.Tests.Observations;

public class EndpointGroupTests
{
    private static readonly DateTimeOffset Time = new(2026, 1, 5, 8, 7, 30, TimeSpan.Zero);

    // 8:00 of 5 January 2026 is 1,963,040 quarters of an hour after 1970: by 3 the rest is 2, so the third has its turn until 8:15.
    [Theory]
    [InlineData(2, "08:07:30")]
    [InlineData(0, "08:15:00")]
    [InlineData(1, "08:30:00")]
    public void The_turns_of_three_endpoints_follow_one_another(int position, string begins) =>
        Assert.Equal(begins, Create(3, position, EndpointSizes.OneByOne).FindTurn(Time, TimeSpan.FromMinutes(15)).ToString("HH:mm:ss"));

    [Fact]
    public void Sizes_that_move_together_and_turns_of_no_length_wait_for_nobody()
    {
        Assert.Equal(Time, Create(3, 0, EndpointSizes.Together).FindTurn(Time, TimeSpan.FromMinutes(15)));
        Assert.Equal(Time, Create(3, 0, EndpointSizes.OneByOne).FindTurn(Time, TimeSpan.Zero));
    }

    [Fact]
    public void At_any_instant_exactly_one_endpoint_has_its_turn_and_each_gets_one_within_a_round() =>
        Prop.ForAll(
                (
                    from count in Gen.Choose(2, 12)
                    from minutes in Gen.Choose(1, 240)
                    from seconds in Gen.Choose(0, 100_000_000)
                    select (count, minutes, seconds)
                ).ToArbitrary(),
                given =>
                {
                    var (count, minutes, seconds) = given;
                    var (now, turn) = (Time.AddSeconds(seconds), TimeSpan.FromMinutes(minutes));
                    var begins = Enumerable
                        .Range(0, count)
                        .Select(i => Create(count, i, EndpointSizes.OneByOne).FindTurn(now, turn))
                        .ToList();
                    return begins.Count(at => at == now) == 1
                        && begins.Distinct().Count() == count
                        && begins.TrueForAll(at => at >= now && at - now < turn * count);
                }
            )
            .QuickCheckThrowOnFailure();

    private static EndpointGroup Create(int count, int position, EndpointSizes sizes) => new("chat", count, position, sizes, null);
}
