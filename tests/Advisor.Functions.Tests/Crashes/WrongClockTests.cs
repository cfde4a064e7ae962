using System.Net;
using System.Net.Http.Json;
using Advisor.Functions.Tests.Published;
using Advisor.HostStandIn;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Service.Changes;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Crashes;

/// <summary>The published executable on a machine whose clock is two hours ahead for six minutes, while Azure's is right.</summary>
public sealed class WrongClockTests(PublishedApp package) : IClassFixture<PublishedApp>
{
    private static readonly DateTimeOffset Start = Installation.Start;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    [Fault("process-clock")]
    public async Task The_app_stops_work_notifies_people_reports_its_health_and_resumes_with_the_first_tick_of_the_right_clock()
    {
        await using var place = await Installation.StartAsync(
            package.Folder,
            [.. LocalScenario.Ten.Where(spec => spec.Name == "hot-chat")]
        );
        using var http = new HttpClient();
        using var step = await http.PostAsJsonAsync(
            new Uri(place.Azure.Endpoint, "/local/clock/skews"),
            new
            {
                from = Start.AddMinutes(4),
                until = Start.AddMinutes(10),
                aheadSeconds = 7200,
            },
            Cancellation
        );
        step.EnsureSuccessStatusCode();
        var host = await place.AddHostAsync();
        for (var tick = 1; tick < 4; tick++)
        {
            await place.TickAsync();
        }

        Assert.Equal((HttpStatusCode.OK, """{"status":"ok"}"""), await ReadHealthAsync(http, host));
        for (var tick = 4; tick < 10; tick++)
        {
            await place.TickAsync();
            Assert.Equal((HttpStatusCode.ServiceUnavailable, """{"status":"clockWrong"}"""), await ReadHealthAsync(http, host));
        }

        Assert.Equal(Start.AddMinutes(3), (await place.State.Fleet.FindHeartbeatAsync(Cancellation))!.Tick);
        Assert.Single(
            place.Receiver.Bodies,
            body => body.GetRawText().Contains("The clock of Advisor's machine differs from Azure's by 2 h", StringComparison.Ordinal)
        );
        for (var tick = 10; tick < 18; tick++)
        {
            await place.TickAsync();
        }

        Assert.Equal((HttpStatusCode.OK, """{"status":"ok"}"""), await ReadHealthAsync(http, host));
        Assert.Equal(Start.AddMinutes(17), (await place.State.Fleet.FindHeartbeatAsync(Cancellation))!.Tick);
        Assert.Single(place.Receiver.Bodies, body => body.GetRawText().Contains("agrees with Azure's again", StringComparison.Ordinal));
        Assert.Equal(ChangeState.Verified, Assert.Single(await place.ReadChangesAsync(place.Azure.Resources[0].Id)).State);
        Assert.Equal(3, place.Azure.Resources[0].Units);
        Assert.Empty(await place.OpenMessagesAsync());
    }

    private static async Task<(HttpStatusCode Status, string Body)> ReadHealthAsync(HttpClient http, StandInHost host)
    {
        using var answer = await http.GetAsync(new Uri(host.Address, "/open/health"), Cancellation);
        return (answer.StatusCode, await answer.Content.ReadAsStringAsync(Cancellation));
    }
}
