using System.Net;
using System.Text.Json.Nodes;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;
using Advisor.Service.Silences;
using Advisor.Web.Dashboard;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Resource;

/// <summary>An alert whose notifications are suppressed is shown with the reason.</summary>
public sealed class SuppressedAlertTests
{
    // 930 of the 1,000 connections of a unit are above the target of 90 %; pending for five minutes.
    private static readonly ResourceSettings Settings = new() { Team = "lobby", Targets = new(Connections: new Ratio(0.9)) };

    [Fact]
    public async Task A_silenced_alert_that_fires_says_so_on_the_page_of_its_resource_and_in_the_API()
    {
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        world.Service.Options = world.Service.Options with { Mode = AdvisorMode.Recommend };
        var chat = world.Service.Azure.Add("chat", 1, _ => 930, Settings);
        await (await world.Service.OpenStateAsync()).Silences.AddAsync(
            new Silence
            {
                Id = "one",
                Matchers = new Dictionary<string, string>(StringComparer.Ordinal) { ["team"] = "lobby" },
                Author = "sam",
                Reason = "load test <1>",
                Start = world.Now,
                End = world.Now.AddMinutes(20),
            },
            CancellationToken.None
        );
        await world.Service.RunAsync(10);
        Assert.Empty(world.Service.Reports);

        Assert.Contains(
            "Suppressed: silenced by sam: load test &lt;1&gt;",
            (await GetAsync(world, $"/resources?id={Uri.EscapeDataString(chat.Id)}")).Flat,
            StringComparison.Ordinal
        );
        var alert = Assert.Single(JsonNode.Parse((await GetAsync(world, $"/api/resources{chat.Id}")).Body)!["alerts"]!.AsArray())!;
        Assert.Equal(
            ("connections", "firing", false, "silenced by sam: load test <1>"),
            ((string)alert["id"]!, (string)alert["state"]!, (bool)alert["notified"]!, (string)alert["suppressedBy"]!)
        );

        // The silence ends after 20 minutes: the notification is sent, and nothing is suppressed any more.
        await world.Service.RunAsync(15);
        Assert.Single(world.Service.Reports);
        Assert.DoesNotContain(
            "Suppressed:",
            (await GetAsync(world, $"/resources?id={Uri.EscapeDataString(chat.Id)}")).Body,
            StringComparison.Ordinal
        );
    }

    private static async Task<Answer> GetAsync(ApiWorld world, string path)
    {
        var answer = await world.SendAsync(HttpMethod.Get, path, null, null, null);
        Assert.True(answer.Status == HttpStatusCode.OK, answer.Body);
        return answer;
    }
}
