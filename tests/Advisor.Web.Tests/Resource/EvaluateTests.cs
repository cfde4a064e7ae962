using System.Net;
using System.Text;
using System.Text.Json;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Resource;

public sealed class EvaluateTests
{
    private const string Chat = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat";
    private const string Unknown = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/none";

    [Fact]
    public async Task Resources_that_are_watched_are_decided_on_and_nothing_is_written()
    {
        await using var world = await ApiWorld.StartAsync();
        await world.RequestApprovalAsync();
        var before = world.Store.Writes;
        var answer = await PostAsync(world, $$"""{"resourceIds":["{{Chat}}","{{Unknown}}"]}""");

        Assert.Equal(HttpStatusCode.OK, answer.Status);
        using var body = JsonDocument.Parse(answer.Body);
        var decision = Assert.Single(body.RootElement.GetProperty("decisions").EnumerateArray());

        // 2,600 connections at 1,000 to a unit.
        Assert.Equal(
            (Chat, "scaleOut", 3),
            (
                decision.GetProperty("resource").GetString(),
                decision.GetProperty("action").GetString(),
                decision.GetProperty("units").GetInt32()
            )
        );
        Assert.NotEmpty(decision.GetProperty("sizes").EnumerateArray());
        var failure = Assert.Single(body.RootElement.GetProperty("failures").EnumerateArray());
        Assert.Equal((Unknown, "NotFound"), (failure.GetProperty("resourceId").GetString(), failure.GetProperty("code").GetString()));
        Assert.Equal(before, world.Store.Writes);
        Assert.Empty(world.Service.Azure.Patches);
    }

    // 950 / (0.9 x 1,000) are 1.06 units, with a tenth on top 1.16: 1 is too few, 2 are enough, and no more than the next step.
    [Fact]
    public async Task An_observation_is_decided_on_as_a_line_of_decide()
    {
        await using var world = await ApiWorld.StartAsync();
        var answer = await PostAsync(
            world,
            """{"observation":{"resource":"x","time":"2026-01-05T10:00:00Z","sku":"Standard_S1","units":1,"""
                + """ "metrics":{"ServerLoad":65,"ConnectionCount":950,"ConnectionQuotaUtilization":95}}}"""
        );

        using var body = JsonDocument.Parse(answer.Body);
        Assert.Equal(2, body.RootElement.GetProperty("decisions")[0].GetProperty("units").GetInt32());
    }

    [Theory]
    [InlineData(980, false)] // full from 98.5 % on
    [InlineData(990, true)]
    public async Task The_answer_for_a_full_size_says_that_its_required_units_are_a_lower_bound(int connections, bool isFull)
    {
        await using var world = await ApiWorld.StartAsync();
        var answer = await PostAsync(
            world,
            """{"observation":{"resource":"x","time":"2026-01-05T10:00:00Z","sku":"Standard_S1","units":1,"""
                + $$""" "metrics":{"ServerLoad":65,"ConnectionCount":{{connections}} } } }"""
        );

        using var body = JsonDocument.Parse(answer.Body);
        var decision = body.RootElement.GetProperty("decisions")[0];
        Assert.Equal(isFull, decision.TryGetProperty("requiredUnitsAreLowerBound", out var bound) && bound.GetBoolean());
    }

    [Theory]
    [InlineData("[]", "The body must be {\"resourceIds\":")]
    [InlineData("{}", "The body must be {\"resourceIds\":")]
    [InlineData("{\"resourceIds\":[],\"observation\":{}}", "The body must be {\"resourceIds\":")]
    [InlineData("{\"resourceIds\":[]}", "resourceIds must have 1 to 20 ids.")]
    [InlineData("{\"resourceIds\":[\"x\"]}", "resourceIds: Not a resource id")]
    [InlineData("{\"resourceIds\":[7]}", "resourceIds: Not a resource id")]
    [InlineData("{\"resourceIds\":[\"\\ud800\"]}", "resourceIds: Not a resource id")]
    [InlineData("{\"observation\":{\"resource\":\"x\"}}", "The field time is missing.")]
    [InlineData("{\"observation\":{\"resource\":\"x\",\"time\":\"2026-01-05T10:00:00Z\",\"sku\":\"Huge\",\"units\":1}}", "Huge")]
    [InlineData(
        "{\"observation\":{\"resource\":\"x\",\"time\":\"9999-12-31T23:30:00Z\",\"sku\":\"Standard_S1\",\"units\":1}}",
        "Times lie from the year 1971 to 2199."
    )]
    [InlineData("{\"observation\":{\"resource\":\"x\",\"\\ud800\":1}}", "half of a surrogate pair")]
    [InlineData(
        "{\"observation\":{\"resource\":\"x\",\"time\":\"2026-01-05T10:00:00Z\",\"sku\":\"Standard_S1\",\"units\":1,"
            + "\"workload\":[{\"useCase\":\"\\ud800\"}]}}",
        "half of a surrogate pair"
    )]
    [InlineData("{\"\\ud800\":{}}", "The body must be {\"resourceIds\":")]
    [InlineData("{", "The body is not JSON (line 1, byte 1).")]
    [InlineData("", "The body is not JSON (line 1, byte 0).")]
    public async Task Bad_input_is_answered_with_one_clear_line(string body, string expected)
    {
        await using var world = await ApiWorld.StartAsync();
        var answer = await PostAsync(world, body);

        Assert.Equal(HttpStatusCode.BadRequest, answer.Status);
        Assert.Contains(expected, ReadMessage(answer), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_too_large_too_many_or_no_json_is_refused()
    {
        await using var world = await ApiWorld.StartAsync();
        var many = string.Join(',', Enumerable.Range(0, 21).Select(i => $"\"{Chat}{i}\""));
        using var form = new FormUrlEncodedContent([]);
        using var bytes = new ByteArrayContent([(byte)'"', 0xFF, (byte)'"']) { Headers = { ContentType = new("application/json") } };

        Assert.Equal("resourceIds must have 1 to 20 ids.", ReadMessage(await PostAsync(world, $$"""{"resourceIds":[{{many}}]}""")));
        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, (await PostAsync(world, new string(' ', 70_000) + "{}")).Status);
        Assert.Equal(
            HttpStatusCode.UnsupportedMediaType,
            (await world.SendAsync(HttpMethod.Post, "/api/evaluate", form, null, null)).Status
        );
        Assert.Equal("The body is not UTF-8.", ReadMessage(await world.SendAsync(HttpMethod.Post, "/api/evaluate", bytes, null, null)));
    }

    [Fact]
    public async Task While_the_state_is_away_it_says_so()
    {
        await using var world = await ApiWorld.StartAsync();
        world.Store.IsAway = true;

        Assert.Equal(HttpStatusCode.ServiceUnavailable, (await PostAsync(world, $$"""{"resourceIds":["{{Chat}}"]}""")).Status);
    }

    private static async Task<Answer> PostAsync(ApiWorld world, string body)
    {
        using var content = new StringContent(body, Encoding.UTF8, "application/json");
        return await world.SendAsync(HttpMethod.Post, "/api/evaluate", content, null, null);
    }

    private static string ReadMessage(Answer answer)
    {
        using var body = JsonDocument.Parse(answer.Body);
        return body.RootElement.GetProperty("detail").GetString()!;
    }
}
