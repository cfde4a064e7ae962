using System.Net;
using System.Text.Json;
using Advisor.Core.Settings;
using Advisor.Web.SignIn;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Resource;

public sealed class PauseTests
{
    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_resource_is_paused_until_a_time_and_resumed()
    {
        await using var world = await StartAsync();
        var state = await world.Service.OpenStateAsync();

        var answer = await PostAsync(world, "scaleIn", """ "4h" """);

        Assert.Equal(HttpStatusCode.OK, answer.Status);
        Assert.Equal(
            ("scaleIn", world.Now.AddHours(4)),
            (ReadPause(answer).GetProperty("scaling").GetString(), ReadPause(answer).GetProperty("until").GetDateTimeOffset())
        );
        Assert.Equal(PausedScaling.ScaleIn, (await state.FindPauseAsync(ResourceSample.Id, Cancel))!.Scaling);
        world.Service.Clock.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal(HttpStatusCode.OK, (await PostAsync(world, "none", "null")).Status);
        Assert.Null(await state.FindPauseAsync(ResourceSample.Id, Cancel));
        Assert.Equal(HttpStatusCode.Conflict, (await PostAsync(world, "none", "null")).Status);
    }

    [Fact]
    public async Task The_end_of_a_pause_names_what_the_settings_still_pause()
    {
        await using var world = await ApiWorld.StartAsync();
        var chat = world.Service.Azure.Add("chat", 1, _ => 200);
        chat.Settings = chat.Settings with { Pause = new ResourcePause(PausedScaling.ScaleIn, "pause in advisor.yaml") };
        await world.Service.RunAsync(2);
        await PostAsync(world, "all", "null", chat.Id);
        world.Service.Clock.Advance(TimeSpan.FromMinutes(1));

        var answer = await PostAsync(world, "none", "null", chat.Id);

        Assert.Equal(HttpStatusCode.OK, answer.Status);
        Assert.Equal(
            "Scale-in is paused by pause in advisor.yaml until that is removed.",
            JsonDocument.Parse(answer.Body).RootElement.GetProperty("remaining").GetString()
        );
    }

    [Theory]
    [InlineData("all", "\"2020-01-01T00:00Z\"", "until: '2020-01-01T00:00Z' is in the past")]
    [InlineData("all", "5", "until: '' is not an end such as 4h")]
    [InlineData("both", "null", "scaling is all, scaleIn, scaleOut or none")]
    public async Task A_wrong_body_pauses_nothing(string scaling, string until, string detail)
    {
        await using var world = await StartAsync();

        var answer = await PostAsync(world, scaling, until);

        Assert.Equal(HttpStatusCode.BadRequest, answer.Status);
        Assert.Contains(detail, JsonDocument.Parse(answer.Body).RootElement.GetProperty("detail").GetString(), StringComparison.Ordinal);
        Assert.Null(await (await world.Service.OpenStateAsync()).FindPauseAsync(ResourceSample.Id, Cancel));
    }

    [Theory]
    [InlineData("""["scaleIn"]""")]
    [InlineData("5")]
    [InlineData("true")]
    [InlineData("\"\"")]
    [InlineData("{}")]
    public async Task A_scaling_that_is_no_text_pauses_nothing(string scaling)
    {
        await using var world = await StartAsync();

        var answer = await PostJsonAsync(world, $"{scaling}, \"until\":null");

        Assert.Equal(HttpStatusCode.BadRequest, answer.Status);
        Assert.Contains("scaling is all, scaleIn, scaleOut or none", answer.Body, StringComparison.Ordinal);
        Assert.Null(await (await world.Service.OpenStateAsync()).FindPauseAsync(ResourceSample.Id, Cancel));
    }

    [Fact]
    public async Task Without_scaling_both_directions_are_paused()
    {
        await using var world = await StartAsync();

        var answer = await PostJsonAsync(world, "null");

        Assert.Equal("all", ReadPause(answer).GetProperty("scaling").GetString());
    }

    [Fact]
    public async Task A_resource_that_is_not_known_and_a_caller_who_has_not_signed_in_are_refused()
    {
        await using var world = await StartAsync();
        await using var signedIn = await StartAsync(SignInMode.Record);

        Assert.Equal(HttpStatusCode.NotFound, (await PostAsync(world, "all", "null", ResourceSample.Id + "2")).Status);
        Assert.Equal(HttpStatusCode.Unauthorized, (await PostAsync(signedIn, "all", "null")).Status);
    }

    [Fact]
    public async Task A_size_is_pinned_until_a_time()
    {
        await using var world = await StartAsync();

        var answer = await PostAsync(world, "all", """ "4h", "units": 8""");

        Assert.Equal(HttpStatusCode.OK, answer.Status);
        Assert.Equal(8, ReadPause(answer).GetProperty("units").GetInt32());
        Assert.Equal(8, (await (await world.Service.OpenStateAsync()).FindPauseAsync(ResourceSample.Id, Cancel))!.Units);
    }

    [Theory]
    [InlineData("11", "units: Standard_S1 has no size of 11 units; use 10 or 20.")]
    [InlineData("200", "units: 200 units cannot be kept: the settings allow 1 to 100.")]
    [InlineData("0", "units, a whole number from 1 to 1000")]
    [InlineData("\"8\"", "units, a whole number from 1 to 1000")]
    public async Task A_size_that_cannot_be_kept_pins_nothing(string units, string detail)
    {
        await using var world = await StartAsync();

        var answer = await PostAsync(world, "all", $"null, \"units\": {units}");

        Assert.Equal(HttpStatusCode.BadRequest, answer.Status);
        Assert.Contains(detail, JsonDocument.Parse(answer.Body).RootElement.GetProperty("detail").GetString(), StringComparison.Ordinal);
        Assert.Null(await (await world.Service.OpenStateAsync()).FindPauseAsync(ResourceSample.Id, Cancel));
    }

    private static async Task<ApiWorld> StartAsync(SignInMode mode = SignInMode.Off)
    {
        var world = await ApiWorld.StartAsync(mode);
        await ResourceSample.AddAsync(await world.Service.OpenStateAsync(), world.Now, days: 1);
        return world;
    }

    private static JsonElement ReadPause(Answer answer) => JsonDocument.Parse(answer.Body).RootElement.GetProperty("pause");

    private static Task<Answer> PostAsync(ApiWorld world, string scaling, string until, string? id = null) =>
        PostJsonAsync(world, $"\"{scaling}\", \"until\":{until}", id);

    /// <param name="scaling">The value of <c>scaling</c>, and the members after it.</param>
    private static Task<Answer> PostJsonAsync(ApiWorld world, string scaling, string? id = null) =>
        world.SendAsync(
            HttpMethod.Post,
            "/api/pause",
            new StringContent(
                $$"""{"resource":"{{id ?? ResourceSample.Id}}","scaling":{{scaling}},"reason":"test","by":"dana"}""",
                System.Text.Encoding.UTF8,
                "application/json"
            ),
            null,
            null
        );
}
