using System.Net;
using System.Text.Json;
using Advisor.Service.Store;
using Advisor.Service.Tick;
using Advisor.Web.SignIn;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Resource;

public sealed class ResumeTests
{
    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_stop_is_shown_ended_with_who_and_why_and_shown_as_ended()
    {
        await using var world = await ApiWorld.StartAsync();
        await StopAsync(world);
        Assert.Equal("three failed", ParseJson(await world.GetAsync(Address)).GetProperty("stop").GetProperty("reason").GetString());

        var ended = ParseJson(await PostAsync(world, """{"by":"dana","reason":"lock removed"}"""));

        Assert.False(ended.TryGetProperty("stop", out _));
        var mark = Assert.Single(ended.GetProperty("ended").EnumerateArray());
        Assert.Equal(
            ("dana", "lock removed", "three failed"),
            (
                mark.GetProperty("by").GetString(),
                mark.GetProperty("reason").GetString(),
                mark.GetProperty("ended").GetProperty("reason").GetString()
            )
        );
        Assert.Null(await (await world.Service.OpenStateAsync()).Fleet.FindPauseAsync(Cancel));
        Assert.Equal((HttpStatusCode.Conflict, "NotStopped"), ReadCode(await PostAsync(world, """{"by":"dana","reason":"again"}""")));
    }

    /// <summary>As in the Functions app, whose host has checked the function key.</summary>
    [Fact]
    public async Task Where_sign_in_is_recorded_the_function_key_ends_a_stop_under_the_name_that_the_caller_states()
    {
        await using var world = await ApiWorld.StartAsync(SignInMode.Record, hostChecksKeys: true);
        await StopAsync(world);

        Assert.Equal(HttpStatusCode.OK, (await PostAsync(world, """{"by":"dana","reason":"x"}""")).Status);
        Assert.Equal("dana", Assert.Single(await (await world.Service.OpenStateAsync()).Fleet.ListResumesAsync(Cancel)).By);
    }

    [Theory]
    [InlineData(SignInMode.Record, false)]
    [InlineData(SignInMode.Require, false)]
    [InlineData(SignInMode.Require, true)]
    public async Task Where_sign_in_is_on_only_a_person_who_has_signed_in_ends_a_stop_and_that_name_counts(
        SignInMode mode,
        bool hostChecksKeys
    )
    {
        await using var world = await ApiWorld.StartAsync(mode, hostChecksKeys: hostChecksKeys);
        await StopAsync(world);

        Assert.Equal((HttpStatusCode.Unauthorized, "SignInFirst"), ReadCode(await PostAsync(world, """{"by":"dana","reason":"x"}""")));
        Assert.NotNull(await (await world.Service.OpenStateAsync()).Fleet.FindPauseAsync(Cancel));
        Assert.Equal(HttpStatusCode.OK, (await PostAsync(world, """{"by":"sam","reason":"x"}""", user: "mia@example.com")).Status);
        Assert.Equal(
            "mia@example.com (5f0c)",
            Assert.Single(await (await world.Service.OpenStateAsync()).Fleet.ListResumesAsync(Cancel)).By
        );
    }

    [Theory]
    [InlineData("""{"reason":"x"}""")]
    [InlineData("""{"by":"dana"}""")]
    [InlineData("""{"by":"dana","reason":" "}""")]
    [InlineData("""{"by":1,"reason":"x"}""")]
    [InlineData("""{"by":"\ud800","reason":"x"}""")]
    [InlineData("[]")]
    [InlineData("{")]
    public async Task A_body_without_a_name_or_a_reason_ends_nothing(string body)
    {
        await using var world = await ApiWorld.StartAsync();
        await StopAsync(world);

        Assert.Equal(HttpStatusCode.BadRequest, (await PostAsync(world, body)).Status);
        Assert.NotNull(await (await world.Service.OpenStateAsync()).Fleet.FindPauseAsync(Cancel));
    }

    [Fact]
    public async Task What_a_form_of_another_page_could_send_is_refused()
    {
        await using var world = await ApiWorld.StartAsync();
        await StopAsync(world);

        Assert.Equal(
            HttpStatusCode.UnsupportedMediaType,
            (await PostAsync(world, """{"by":"dana","reason":"x"}""", type: "text/plain")).Status
        );
    }

    private static Uri Address => new(ApiWorld.Origin + "/api/resume");

    private static async Task StopAsync(ApiWorld world) =>
        await (await world.Service.OpenStateAsync()).Fleet.PauseAsync(new PauseMark("advisor", "three failed", world.Now), Cancel);

    private static Task<Answer> PostAsync(ApiWorld world, string body, string? user = null, string type = "application/json") =>
        world.SendAsync(HttpMethod.Post, "/api/resume", new StringContent(body, System.Text.Encoding.UTF8, type), null, user);

    private static JsonElement ParseJson(Answer answer)
    {
        Assert.Equal(HttpStatusCode.OK, answer.Status);
        return JsonDocument.Parse(answer.Body).RootElement;
    }

    private static (HttpStatusCode, string?) ReadCode(Answer answer) =>
        (answer.Status, JsonDocument.Parse(answer.Body).RootElement.GetProperty("code").GetString());
}
