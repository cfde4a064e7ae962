using Advisor.Service.Http;

namespace Advisor.Service.Tests.Http;

public sealed class RetryAfterHeaderTests
{
    private static readonly DateTimeOffset Now = new(2026, 3, 1, 12, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData("Retry-After", "17", 17)]
    [InlineData("Retry-After", " 0.5 ", 0.5)]
    [InlineData("Retry-After", "Sun, 01 Mar 2026 12:00:20 GMT", 20)]
    [InlineData("Retry-After", "Sunday, 01-Mar-26 12:00:20 GMT", 20)]
    [InlineData("Retry-After", "Sun, 01 Mar 2026 11:00:00 GMT", 0)] // has passed
    [InlineData("retry-after-ms", "1500", 1.5)]
    [InlineData("x-ms-retry-after-ms", "250", 0.25)]
    public void Every_form_is_read(string header, string value, double seconds) =>
        Assert.Equal(TimeSpan.FromSeconds(seconds), Read(header, value));

    [Theory]
    [InlineData("Retry-After", "901")]
    [InlineData("Retry-After", "86400000")]
    [InlineData("Retry-After", "99999999999999999999999999999999999999")]
    [InlineData("Retry-After", "Fri, 31 Dec 9999 23:59:59 GMT")]
    [InlineData("retry-after-ms", "900001")]
    public void What_is_longer_than_a_quarter_of_an_hour_is_a_quarter_of_an_hour(string header, string value) =>
        Assert.Equal(TimeSpan.FromMinutes(15), Read(header, value));

    [Theory]
    [InlineData("")]
    [InlineData("-5")]
    [InlineData("soon")]
    [InlineData("NaN")]
    [InlineData("Infinity")]
    [InlineData("1e9")]
    [InlineData("9999-12-31")]
    public void What_cannot_be_read_requests_nothing(string value) => Assert.Null(Read("Retry-After", value));

    [Fact]
    public void A_wait_that_is_remembered_ends_and_one_of_another_clock_is_not_believed()
    {
        Assert.Equal(TimeSpan.FromMinutes(15), RetryAfterHeader.GetRemaining(Now.AddMinutes(15), Now));
        Assert.Null(RetryAfterHeader.GetRemaining(Now, Now));
        Assert.Null(RetryAfterHeader.GetRemaining(Now.AddYears(1), Now));
    }

    private static TimeSpan? Read(string header, string value) => RetryAfterHeader.Read(name => name == header ? value : null, Now);
}
