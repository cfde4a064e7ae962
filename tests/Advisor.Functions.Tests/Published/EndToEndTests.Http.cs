using System.Net;

namespace Advisor.Functions.Tests.Published;

public sealed partial class EndToEndTests
{
    [Fact]
    public async Task Bad_input_is_answered_with_one_clear_line()
    {
        (string Path, int Status, string Expected)[] rows =
        [
            ("/api/history", 400, "Name the resource: ?resource=ID."),
            ("/api/history?resource=x", 400, "resource: "),
            ("/api/resources?limit=0", 400, "limit must be a number from 1 to 1000"),
            ("/api/resources?after=..", 400, "after must be the value of next"),
            ("/api/resources/nothing", 400, "Not a resource id"),
            (
                "/api/resources/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/none",
                404,
                "Advisor does not monitor this resource"
            ),
            (
                "/api/changes?resource=/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/n&from=yesterday",
                400,
                "from must be an instant"
            ),
            (
                "/api/changes?resource=/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/n&"
                    + "from=2026-03-02T00:00:00Z&before=2026-03-01T00:00:00Z",
                400,
                "from must be earlier"
            ),
            ("/api/dead-letters?limit=none", 400, "limit must be a number from 1 to 1000"),
            ("/api/dead-letters/none", 404, "No dead-lettered message has this id."),
            ("/api/nothing", 404, "There is no /api/nothing."),
        ];
        foreach (var (path, status, expected) in rows)
        {
            var answer = await GetAsync(path, host.Key);

            Assert.Equal((path, status), (path, (int)answer.Status));
            Assert.Contains(expected, answer.Body.GetProperty("detail").GetString(), StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task The_api_requires_the_key_and_open_does_not()
    {
        using var http = new HttpClient();
        using var withoutKey = await http.GetAsync(new Uri(host.Address, "/api/resources"), Cancellation);
        using var open = await http.GetAsync(new Uri(host.Address, "/open/health"), Cancellation);
        Assert.Equal(HttpStatusCode.Unauthorized, (await GetAsync("/api/resources", "wrong")).Status);
        Assert.Equal(HttpStatusCode.Unauthorized, (await GetAsync("/api/nothing", "wrong")).Status);
        Assert.Equal(HttpStatusCode.NotFound, (await GetAsync("/api/nothing", host.Key)).Status);
        using var function = await http.PostAsync(new Uri(host.Address, "/Tick"), new StringContent("{}"), Cancellation);

        Assert.Equal(HttpStatusCode.Unauthorized, withoutKey.StatusCode);
        Assert.Equal(HttpStatusCode.ServiceUnavailable, open.StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, function.StatusCode);
        Assert.Equal("""{"changes":[]}""", (await GetAsync("/api/changes", host.Key)).Body.GetRawText());
    }
}
