using Advisor.Core.Fleet;
using Advisor.Lab.LocalAzure;

namespace Advisor.Azure.Tests;

public sealed class ServerClockTests
{
    private static readonly DateTimeOffset Noon = new(2026, 3, 1, 12, 0, 0, TimeSpan.Zero);

    private readonly ManualTimeProvider time = new(Noon);
    private readonly FakeAzure azure = new();

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(-7200)]
    [InlineData(0)]
    [InlineData(420)]
    public async Task The_date_of_any_answer_says_how_far_the_clock_is_ahead(int seconds)
    {
        RespondWithDate(Noon.AddSeconds(-seconds));
        using var connection = azure.Connect(time);

        Assert.Equal(TimeSpan.FromSeconds(seconds), await connection.Clock.ReadOffsetAsync(Cancel));
        Assert.EndsWith("/tenants?api-version=2022-12-01", Assert.Single(azure.Calls).Uri.AbsoluteUri, StringComparison.Ordinal);
    }

    [Fact]
    public async Task It_is_asked_for_only_where_no_answer_is_younger_than_two_minutes_by_the_clock_in_question()
    {
        RespondWithDate(Noon);
        using var connection = azure.Connect(time);
        await connection.Clock.ReadOffsetAsync(Cancel);
        time.Advance(TimeSpan.FromMinutes(2));
        Assert.Equal(TimeSpan.Zero, await connection.Clock.ReadOffsetAsync(Cancel));
        Assert.Single(azure.Calls);

        // A clock that was set two hours ahead makes every answer old: the next one shows it.
        time.Advance(TimeSpan.FromHours(2));
        Assert.Equal(TimeSpan.FromMinutes(122), await connection.Clock.ReadOffsetAsync(Cancel));
        Assert.Equal(2, azure.Calls.Count);
    }

    [Fact]
    public async Task A_refusal_has_a_date_as_well()
    {
        azure.Handle("GET", "/tenants", _ => FakeAzure.CreateError(403, "AuthorizationFailed", "Because.", ("Date", Noon.ToString("R"))));
        using var connection = azure.Connect(time);

        Assert.Equal(TimeSpan.Zero, await connection.Clock.ReadOffsetAsync(Cancel));
    }

    [Fact]
    public async Task An_answer_without_a_date_one_from_a_cache_and_no_answer_say_nothing()
    {
        using var connection = azure.Connect(time);
        Assert.Null(await connection.Clock.ReadOffsetAsync(Cancel));

        azure.Handle("GET", "/tenants", _ => FakeAzure.CreateJson("{}", 200, ("Date", Noon.AddHours(-1).ToString("R")), ("Age", "3600")));
        Assert.Null(await connection.Clock.ReadOffsetAsync(Cancel));

        azure.Handle("GET", "/tenants", _ => throw new HttpRequestException("connection refused"));
        Assert.Null(await connection.Clock.ReadOffsetAsync(Cancel));
    }

    [Theory]
    [InlineData("yesterday")]
    [InlineData("")]
    [InlineData("2026-03-01")]
    [InlineData("Sun, 01 Mar 2026 12:00:00 GMT", "Sun, 01 Mar 2026 10:00:00 GMT")]
    public async Task A_date_that_is_none_and_two_dates_say_nothing_and_fail_no_call(params string[] dates)
    {
        azure.Handle("GET", "/tenants", _ => FakeAzure.CreateJson("{}", 200, [.. dates.Select(date => ("Date", date))]));
        azure.Handle(
            "GET",
            "/SignalR/chat?",
            _ => FakeAzure.CreateError(429, "Busy", headers: [.. dates.Select(date => ("Date", date)), ("Retry-After", "30")])
        );
        using var connection = azure.Connect(time);

        Assert.Null(await connection.Clock.ReadOffsetAsync(Cancel));
        var failure = Assert.Single(
            (await connection.Fleet.ListAsync(new FleetScope { ResourceIds = [FakeAzure.CreateId("chat")] }, Cancel)).Failures
        );
        Assert.Equal(FailureCode.Throttled, failure.Code);
    }

    private void RespondWithDate(DateTimeOffset date) =>
        azure.Handle("GET", "/tenants", _ => FakeAzure.CreateJson("""{"value":[]}""", 200, ("Date", date.ToString("R"))));
}
