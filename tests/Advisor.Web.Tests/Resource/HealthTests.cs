using System.Text;
using Advisor.Configuration;
using Advisor.Configuration.Rules;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Tick;
using Advisor.Web.Service;
using Advisor.Web.Tests.World;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace Advisor.Web.Tests.Resource;

public sealed class HealthTests
{
    private static readonly DateTimeOffset Now = new(2026, 3, 1, 8, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData(0, true)]
    [InlineData(179, true)]
    [InlineData(180, true)] // three intervals of a minute, not older
    [InlineData(181, false)]
    public void A_tick_older_than_three_intervals_is_stale(int secondsAgo, bool expected) =>
        Assert.Equal(expected, HealthEndpoint.IsHealthy(new HeartbeatMark(Now, Now.AddSeconds(-secondsAgo)), Now, TimeSpan.FromMinutes(1)));

    [Theory]
    [InlineData(300, true)] // five minutes ahead: another machine's clock may be so far off
    [InlineData(301, false)]
    [InlineData(7200, false)]
    public void A_tick_in_the_future_proves_nothing(int secondsAhead, bool expected) =>
        Assert.Equal(
            expected,
            HealthEndpoint.IsHealthy(new HeartbeatMark(Now, Now.AddSeconds(secondsAhead)), Now, TimeSpan.FromMinutes(1))
        );

    [Theory]
    [InlineData(null, null, false)]
    [InlineData(null, 0, true)] // stopped before the first tick
    [InlineData(-1, 0, true)] // since the last tick
    [InlineData(1, 0, false)] // a tick has completed since
    public void Work_stopped_by_a_wrong_clock_is_reported_until_a_tick_completes(int? beatAt, int? heldAt, bool expected) =>
        Assert.Equal(
            expected,
            HealthEndpoint.IsHeld(
                beatAt is { } beat ? new HeartbeatMark(Now.AddMinutes(beat), Now.AddMinutes(beat)) : null,
                heldAt is { } held ? new ClockMark(Now.AddMinutes(held), TimeSpan.FromHours(2)) : null
            )
        );

    [Theory]
    [InlineData("room", 2, true)]
    [InlineData("room", 3, false)] // an alert from three failures in a row on, by rules/alerts.yaml
    [InlineData("mended-and-gone", 9, true)] // no channel of the settings
    public void A_channel_that_fails_is_no_full_health(string channel, int failures, bool expected) =>
        Assert.Equal(
            expected,
            HealthEndpoint.AreChannelsHealthy(
                RuleSetLoader.Embedded.Alerts,
                ["Room", "mail"],
                [new ChannelHealth(channel, failures, "no answer", Now), new ChannelHealth("mail", 0, null, Now)]
            )
        );

    [Fact]
    public async Task A_state_that_does_not_answer_is_unavailable_before_whoever_asks_gives_up()
    {
        Assert.Equal((503, """{"status":"unavailable"}"""), await AskAsync(HealthEndpoint.AnswerAsync));
        Assert.Equal((503, """{"status":"unavailable"}"""), await AskAsync(HealthEndpoint.AnswerReadyAsync));

        // A restart mends no state.
        Assert.Equal(
            (200, """{"status":"ok"}"""),
            await AskAsync((response, _, _, _) => Task.FromResult(HealthEndpoint.AnswerLive(response)))
        );
    }

    [Fact]
    public async Task Without_a_tick_it_is_live_and_ready_and_does_not_work_yet()
    {
        await using var world = await ApiWorld.StartAsync();

        foreach (var (path, status, body) in new[] { ("live", 200, "ok"), ("ready", 200, "ok"), ("health", 503, "stale") })
        {
            var answer = await world.GetAsync(new Uri(world.Address, "/open/" + path));
            Assert.Equal((path, status, $$"""{"status":"{{body}}"}"""), (path, (int)answer.Status, answer.Body));
            Assert.Equal("no-store", answer.Headers["Cache-Control"]);
            Assert.Equal(405, (int)(await world.PressAsync(new Uri(world.Address, "/open/" + path), "")).Status);
        }
    }

    private static async Task<(int Status, string Body)> AskAsync(
        Func<HttpResponse, ApiDependencies, TimeSpan, CancellationToken, Task<IResult>> ask
    )
    {
        var http = new DefaultHttpContext { RequestServices = new ServiceCollection().AddLogging().BuildServiceProvider() };
        using var body = new MemoryStream();
        http.Response.Body = body;
        var dependencies = new ApiDependencies
        {
            ReadServiceAsync = async cancellation =>
            {
                await Task.Delay(Timeout.InfiniteTimeSpan, cancellation);
                throw new InvalidOperationException("It does not end.");
            },
            Configuration = AdvisorConfiguration.CreateDefault(RuleSetLoader.Embedded),
            Time = TimeProvider.System,
        };
        var answer = await ask(http.Response, dependencies, TimeSpan.FromMilliseconds(20), TestContext.Current.CancellationToken);
        await answer.ExecuteAsync(http);
        return (http.Response.StatusCode, Encoding.UTF8.GetString(body.ToArray()));
    }

    [Fact]
    public void Before_the_first_tick_it_is_not_healthy_yet() => Assert.False(HealthEndpoint.IsHealthy(null, Now, TimeSpan.FromMinutes(1)));
}
